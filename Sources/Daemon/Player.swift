internal import Compositor
internal import Display
internal import PaintJobs
internal import Signage
internal import SystemCalls

/// Plays a sign on a screen: brings the rules, the painter and the frames together.
///
/// Knows no loop and reads no clock: call `turn` after anything has happened and when `nextDeadline` has come.
final class Player {
    private(set) var sign: Sign
    let screen: any Screen
    let painter: any Painter
    private(set) var surfaces: PaintedSurfaces
    /// Bytes of painted slides that are kept beyond what is needed now.
    var spareBudget: Int {
        get { surfaces.spareBudget }
        set { surfaces.spareBudget = newValue }
    }

    /// How the picture lies on the display: the sign's is upright, the screen's is turned.
    private(set) var mounting: Mounting
    /// What is on the glass, or on its way there.
    private(set) var shown: Shown?
    /// The glass shows a frame of an earlier mounting until what there is to show is painted for this one, and no
    /// longer than until this moment; nil: it does not.
    private var remountEnd: Instant?
    var isRemounting: Bool { remountEnd != nil }
    /// What cannot be painted must not keep the picture still and the wrong way round.
    static let longestRemount = Duration.seconds(5)
    /// What the screen is to do.
    private(set) var power = DisplayPower.on
    /// The next frame is presented whatever it shows.
    private var needsFrame = false
    /// What the sign told since the last turn.
    private var effects: [SignEffect] = []
    /// What the screen and the painter had to report, for the log.
    private var troubles: [String] = []
    private var job: PictureRequest?
    private var jobNumber: UInt64 = 0
    /// Wanted still, but known to fail: not tried again while they are wanted.
    private var refused: Set<Picture> = []
    /// Wanted still, but not tried again before a moment.
    private var postponed: [Picture: Instant] = [:]
    /// Why pictures had to be put off; nil: none was since the last one that was painted.
    private(set) var impediment: String?
    /// When a frame is shown though its picture is not there yet; nil: nothing is held back.
    private var holdEnd: Instant?
    /// As long as a picture may take to paint.
    private static let longestHold = Duration.seconds(20)
    /// When a picture is tried again that could not be tried; nil: never, it is refused.
    private let retryAfter: Duration?

    /// A frame as it was presented.
    struct Shown {
        /// In the display's pixels.
        var frame: Frame
        /// The moment it was drawn for.
        var at: Instant
        /// How it lies on the display.
        var mounting: Mounting
    }

    /// What came of a turn.
    struct Outcome {
        var effects: [SignEffect] = []
        var troubles: [String] = []
        var outputChanged = false
        /// What had failed and does no longer.
        var mended: [String] = []
        /// The screen takes a step of mending next, which may take long.
        var isRecovering = false
        /// Why this process cannot show anything any more.
        var hopeless: String?
    }

    init(
        playlist: Playlist, settings: SignSettings, place: Place? = nil, screen: any Screen,
        painter: any Painter, mounting: Mounting = Mounting(), spareBudget: Int,
        retryAfter: Duration? = .seconds(5),
        intent: DisplayIntent = .auto, wallClock: WallClock? = nil, at now: Instant
    ) {
        self.retryAfter = retryAfter
        self.mounting = mounting
        let output = screen.output.map { mounting.picture(on: $0.geometry) }
        sign = Sign(
            playlist: playlist, settings: settings, output: output, place: place, intent: intent,
            wallClock: wallClock, at: now)
        self.screen = screen
        self.painter = painter
        surfaces = PaintedSurfaces(spareBudget: spareBudget)
    }

    /// Hands an event to the rules.
    func handle(_ event: SignEvent, at now: Instant) {
        effects += sign.handle(event, at: now)
    }

    /// Turns the picture otherwise, or keeps it off other edges.
    ///
    /// What is on the glass stays until what there is to show is painted anew, for `longestRemount` at most.
    func mount(_ new: Mounting, at now: Instant) {
        guard new != mounting else { return }
        let isTurned = new.rotation != mounting.rotation
        mounting = new
        remountEnd = shown == nil ? nil : now + Self.longestRemount
        if isTurned { for id in surfaces.unname() { handle(.dropped(id), at: now) } }
        if let output = screen.output { handle(.output(new.picture(on: output.geometry)), at: now) }
        // What is being painted for the old one must not be taken for what is wanted now.
        settleWants(at: now)
    }

    /// The picture as seen, upright, in pixels; what its margins hide is not in it. nil: there is no display.
    var picture: PixelSize? { screen.output.map { mounting.picture(on: $0.geometry.size).size } }

    /// The frame for a moment not before the last one handled, in the display's pixels; nil: there is no display.
    func scene(at time: Instant) -> Scene? {
        screen.output.map { mounting.turned(sign.scene(at: time), onto: $0.geometry.size) }
    }

    /// Settles everything that follows from what has happened: deadlines, answers of the painter, the next job, and
    /// the next frame if one is due.
    func turn(at now: Instant) -> Outcome {
        var outcome = Outcome()
        for event in screen.dispatch(at: now) {
            switch event {
            case .flipped, .ready: break
            case .trouble(let text): troubles.append(text)
            case .mended(let text): outcome.mended.append(text)
            case .recovering: outcome.isRecovering = true
            case .hopeless(let text): outcome.hopeless = text
            case .outputChanged(let output):
                outcome.outputChanged = true
                shown = nil
                handle(.output(output.map { mounting.picture(on: $0.geometry) }), at: now)
            }
        }
        for event in painter.dispatch(at: now) + painter.advance(to: now) { take(event, at: now) }
        effects += sign.advance(to: now)
        for (picture, moment) in postponed where moment <= now { postponed[picture] = nil }
        settleWants(at: now)
        paint(at: now)
        switchPower(at: now)
        draw(at: now)
        defer {
            effects = []
            troubles = []
        }
        outcome.effects = effects
        outcome.troubles = troubles
        return outcome
    }

    /// When `turn` must be called next, the screen's descriptor aside.
    func nextDeadline() -> Instant? {
        [sign.nextDeadline(), painter.nextDeadline(), postponed.values.min(), holdEnd, remountEnd]
            .compactMap { $0 }.min()
    }

    /// Whether a picture that is wanted is being painted, or waits for that.
    var isPainting: Bool {
        job != nil || painter.isBusy || surfaces.nextToPaint(except: untried) != nil
    }

    /// Whether no frame is shown yet because there is nothing worth showing.
    var isHoldingBack: Bool { holdEnd != nil }

    /// Whether a frame is on its way to the glass, or the picture changes by itself.
    var expectsFlips: Bool {
        screen.output != nil && power != .off && (!screen.isReady || isMoving)
    }

    private var isMoving: Bool {
        !isRemounting && shown.map { sign.isMoving(at: $0.at) } ?? false
    }

    private func take(_ event: PainterEvent, at now: Instant) {
        switch event {
        case .finished(let number, let outcome):
            guard number == jobNumber, let job else { return }
            self.job = nil
            switch outcome {
            case .painted(let picture, let stride, let mapping):
                impediment = nil
                let surface = mapping.map {
                    Surface(
                        size: picture.size.turned(by: job.picture.rotation), stride: stride,
                        isOpaque: picture.isOpaque, mapping: $0)
                }
                if let name = surfaces.add(job.picture, picture, surface) {
                    handle(.painted(name, picture), at: now)
                }
            case .failed(let reason): refuse(job, reason, at: now)
            case .postponed(let reason):
                guard let retryAfter else { return refuse(job, reason, at: now) }
                postponed[job.picture] = now + retryAfter
                if impediment != reason { troubles.append("\(reason); trying again") }
                impediment = reason
            case .crashed(let reason):
                // Still wanted: tried again when its turn comes.
                troubles.append((job.slideID.map { "slide '\($0)': " } ?? "") + reason)
            }
        case .died(let description): troubles.append(description)
        case .filesUnconfined:
            troubles.append(
                "this kernel has no Landlock: the painter is kept from writing, from programs and from the network, "
                    + "but not from reading what the sign can read")
        }
    }

    /// The pictures that are not to be painted now.
    private var untried: Set<Picture> { postponed.isEmpty ? refused : refused.union(postponed.keys) }

    private func refuse(_ request: PictureRequest, _ reason: String, at now: Instant) {
        refused.insert(request.picture)
        handle(.unpaintable(request.id, reason: reason), at: now)
    }

    /// Tells the sign which of its pictures are at hand, until it wants nothing else.
    private func settleWants(at now: Instant) {
        // A picture at hand can make the sign want another: bounded, the rest comes with the next turn.
        for _ in 0..<4 {
            let wanted = sign.wantedPictures(at: now).map { request in
                PictureRequest(
                    id: request.id, picture: request.picture.turned(by: mounting.rotation),
                    slideID: request.slideID)
            }
            refused.formIntersection(wanted.map(\.picture))
            if !postponed.isEmpty {
                let pictures = Set(wanted.map(\.picture))
                postponed = postponed.filter { pictures.contains($0.key) }
            }
            let change = surfaces.want(wanted)
            if change.isEmpty { return }
            for id in change.dropped { handle(.dropped(id), at: now) }
            for (id, picture) in change.found { handle(.painted(id, picture), at: now) }
        }
    }

    private func paint(at now: Instant) {
        for effect in effects {
            guard case .abandon(let id) = effect, let job, job.id == id else { continue }
            if surfaces.nextToPaint(except: untried.union([job.picture])) != nil { abandon(at: now) }
        }
        if let job, case .slide = job.picture, !surfaces.wants(job.picture),
            surfaces.nextToPaint(except: untried) != nil
        {
            abandon(at: now)
        }
        while job == nil, !painter.isBusy, let request = surfaces.nextToPaint(except: untried) {
            start(request, at: now)
            if job == nil { settleWants(at: now) }
        }
    }

    private func abandon(at now: Instant) {
        painter.abandon(at: now)
        job = nil
    }

    private func start(_ request: PictureRequest, at now: Instant) {
        jobNumber += 1
        job = request
        painter.submit(PaintJob(number: jobNumber, picture: request.picture, file: nil), at: now)
    }

    private func switchPower(at now: Instant) {
        if sign.power != power {
            power = sign.power
            needsFrame = true
            screen.setPower(power, at: now)
        }
        // What there is to see is nothing.
        guard power == .off, let scene = scene(at: now), shown?.frame.scene != scene else { return }
        shown = Shown(frame: Frame(scene: scene, surfaces: [:]), at: now, mounting: mounting)
    }

    /// Until the first picture is painted the glass keeps what it shows: the last frame of the process before, the
    /// boot's splash. Not for ever, so that a sign that can paint nothing is not taken for one that hangs.
    private func holdsBack(at now: Instant) -> Bool {
        guard shown == nil, screen.isReady, sign.isAwaitingFirstPicture(at: now),
            holdEnd.map({ now < $0 }) ?? true
        else {
            holdEnd = nil
            return false
        }
        holdEnd = holdEnd ?? now + Self.longestHold
        return true
    }

    private func draw(at now: Instant) {
        if let end = remountEnd, shown == nil || end <= now || !sign.isIncomplete(at: now) {
            remountEnd = nil
        }
        if !isRemounting, !holdsBack(at: now), screen.isReady,
            case let vblank = screen.nextVblank(after: now),
            let scene = scene(at: vblank)
        {
            if isMoving || needsFrame || scene != shown?.frame.scene {
                needsFrame = false
                let frame = Frame(scene: scene, surfaces: surfaces.surfaces(for: scene))
                shown = Shown(frame: frame, at: vblank, mounting: mounting)
                screen.present(frame, at: now)
            }
        }
        screen.setMoving(screen.output != nil && isMoving, at: now)
    }
}
