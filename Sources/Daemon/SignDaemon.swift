internal import Arguments
internal import Compositor
internal import Control
internal import Display
internal import Glibc
internal import PaintJobs
internal import PlaylistFile
internal import Signage
internal import StoreJobs
internal import SystemCalls
internal import Touch

/// The sign as a service: one thread, one loop, and every part wired to it.
final class SignDaemon {
    /// How long the sign's name shows when nothing else is said.
    static let identificationTime = Duration.seconds(30)

    let options: Options
    let log = Log()
    let manager: ServiceManager
    let loop: EventLoop
    let directories = Directories()
    let player: Player
    let painter: PainterClient
    /// Reads what plays and looks after frames.
    let store: StoreClient
    /// Does what operators ask for, in processes of its own: they hold up no picture.
    let clerk: StoreClient
    let supply: PictureSupply
    let started: Instant

    var content: Content
    var loadedWallTime: String
    var lastReload: ReloadReport?
    var gate = ReloadGate()
    /// A configuration that goes back by itself; nil: none.
    var trial: ConfigurationTrial?
    /// When the last frame was shown before it, or on an output before this one.
    var framesBefore = Instant(nanoseconds: 0)
    /// What the store was told last of the room for frames.
    var framesLimit: Int
    /// What the store is asked for, by the number of its job.
    var errands: [UInt64: Errand] = [:]
    /// What is being loaded is older than what plays already.
    var isLoadStale = false
    /// When to load again, because the store has not read what plays yet; nil: it has.
    var nextLoad: Instant?
    /// Rollbacks and choices that came to an end, and how many had when each push began.
    var changes = 0
    var changesBefore: [UInt64: Int] = [:]
    /// Nanoseconds of the wall clock when what plays was loaded.
    var epoch = realtimeNanoseconds()
    /// Calls that wait for the reload that is due.
    var reloadCalls: [UInt64] = []
    var watchdog: Watchdog?
    var touch: TouchInput?
    var control: ControlServer?
    var fileWatch: FileWatch?
    /// The ticker's file, where it is watched.
    var watchedTicker: String?
    /// The pictures that cannot be shown and are watched.
    var watchedPictures: [String] = []
    /// When it is to be read again; nil: it has not changed.
    var tickerReading: Instant?
    var clockWatch: WallClockWatch?
    /// Whether it is known what operators want of the display.
    var isIntentKnown: Bool
    /// What cannot be used, each told once: the socket, the touch screens, a directory.
    var problems: [String] = []
    /// The line that systemd has.
    private var toldStatus = ""
    /// Where the carousel is, for the process after this one; nil: nobody would keep it.
    var placeMemory: PlaceMemory?
    /// `cardChanges` of the screen when systemd was told of its card; nil: never.
    var keptCard: Int?
    /// When this start is taken to last; nil: it does.
    var calmAt: Instant?
    var placeSaving: PlaceSaving
    var isLeaving = false
    /// Nothing but a new process can bring frames to the display.
    private var isHopeless = false
    /// Whether the last tick of the watchdog fed it.
    private var wasHealthy = true

    var sources: Sources

    /// What the loop raises.
    struct Sources {
        var hangUp: EventLoop.Source
        var terminate: EventLoop.Source
        var interrupt: EventLoop.Source
        var touch: EventLoop.Source?
        var control: EventLoop.Source?
        var files: EventLoop.Source?
        var clock: EventLoop.Source?
        var store: EventLoop.Source
        var clerk: EventLoop.Source
    }

    /// Everything in place but no frame shown yet.
    ///
    /// - Throws: only what leaves no way to run at all: no loop, no udev.
    init(_ options: Options) throws(SystemError) {
        let now = Instant(nanoseconds: monotonicNanoseconds())
        self.options = options
        started = now
        let loop = try EventLoop()
        self.loop = loop
        let manager = ServiceManager()
        self.manager = manager
        // Before any child is started.
        let inherited = InheritedDescriptors()
        let store = try StoreClient(executable: siblingProgram("signage-store"))
        self.store = store
        let clerk = try StoreClient(
            executable: siblingProgram("signage-store"), firstNumber: 1 << 32, mostJobs: Self.mostCommands)
        self.clerk = clerk
        var settings = Self.storeSettings(options, directories)
        settings.epoch = epoch
        let (content, unread) = Self.startContent(store, settings, options)
        self.content = content
        framesLimit = content.configuration.framesLimit
        loadedWallTime = wallTime(nanoseconds: realtimeNanoseconds())

        var problems: [String] = []
        // Before anything is lit: it may be night.
        let watch = attempt("display hours and slides' times are not followed", &problems) {
            () throws(SystemError) in
            try WallClockWatch(content.configuration.clock, at: now)
        }
        watch?.isNeeded = content.needsClock
        clockWatch = watch
        isIntentKnown = unread == nil
        placeSaving = PlaceSaving(saved: content.place, at: now)
        placeMemory = Self.placeMemory(inherited.place, manager)
        let place = placeMemory?.start() ?? content.place.map { Place(id: $0) }
        calmAt = placeMemory.map { _ in now + PlaceMemory.calm }

        let screen = try Self.screen(options, content.configuration, inherited.cards, at: now)
        painter = try PainterClient(executable: siblingProgram("signage-painter"))
        supply = PictureSupply(
            painter: painter,
            quarantine: Quarantine(content.quarantine, objects: directories.state + "/objects"))
        player = Player(
            playlist: content.playlist, settings: Self.settings(content, options), place: place,
            screen: screen, painter: supply, mounting: content.configuration.mounting,
            spareBudget: spareBudget(content.configuration.memory), intent: content.displayIntent,
            wallClock: watch?.clock, at: now)

        var sources = Sources(
            hangUp: try loop.watch(signal: SIGHUP), terminate: try loop.watch(signal: SIGTERM),
            interrupt: try loop.watch(signal: SIGINT), store: try loop.watch(store.descriptor),
            clerk: try loop.watch(clerk.descriptor))
        _ = try loop.watch(screen.descriptor)
        _ = try loop.watch(painter.descriptor)
        if let watch {
            sources.clock = attempt("the clock is not watched", &problems) { () throws(SystemError) in
                try loop.watch(watch.descriptor)
            }
        }
        fileWatch = attempt("repaired pictures and new texts wait for a reload", &problems) {
            () throws(SystemError) in
            let watch = try FileWatch()
            sources.files = try loop.watch(watch.descriptor)
            return watch
        }
        if options.usesDevices, content.configuration.touchEnabled {
            touch = Self.openTouch(loop, &sources, &problems)
        }
        control = attempt("signagectl cannot reach this sign", &problems) { () throws(SystemError) in
            let server = try ControlServer(
                listening: try Self.socket(inherited.socket, options, content.configuration),
                version: productVersion)
            sources.control = try loop.watch(server.descriptor)
            return server
        }
        self.problems = problems
        self.sources = sources
        watchdog = manager.watchdogInterval.map { Watchdog(limit: $0, at: now) }
        supply.ask = { [unowned self] job, now in store.submit(job, storeSettings, at: now) }
        supply.takeBack = { store.cancel($0) }
        switch unread {
        case .coming(let number): errands[number] = .load
        case .never: nextLoad = now + Self.loadAgain
        case nil: break
        }
    }

    /// Plays until it is asked to leave.
    ///
    /// - Returns: whether it left because it was asked; else systemd is to start another.
    /// - Throws: only a loop that cannot wait any more.
    func run() throws(SystemError) -> Bool {
        for problem in problems { log(.warning, problem) }
        report(content, "started with", content.summary)
        manager.ready()
        keepCard()
        outputChanged()
        takeTouches(at: present())
        while !isLeaving {
            turn(at: present())
            try loop.wait(until: nextDeadline())
            if loop.take(sources.hangUp) { gate.ask() }
            if loop.take(sources.terminate) || loop.take(sources.interrupt) { isLeaving = true }
        }
        leave()
        return !isHopeless
    }

    private func leave() {
        manager.stopping()
        log(.info, "leaving")
        keepPlace()
        control = nil
        painter.close()
        store.close()
        clerk.close()
        giveScreenBack(isHopeless: isHopeless)
    }

    func present() -> Instant {
        Instant(nanoseconds: monotonicNanoseconds())
    }

    private func nextDeadline() -> Instant? {
        [
            player.nextDeadline(), store.nextDeadline(), clerk.nextDeadline(),
            clockWatch?.nextDeadline(), nextTickerReading(), isLoading ? nil : gate.nextDeadline(),
            isLoading ? nil : nextLoad,
            watchdog?.nextTick, trialDeadline(at: present()), calmAt, placeSaving.nextDeadline,
            control?.nextDeadline().map { Instant(nanoseconds: $0) },
        ].compactMap { $0 }.min()
    }

    // MARK: - One turn

    /// Does everything that is due.
    private func turn(at now: Instant) {
        if let source = sources.touch, loop.take(source) { takeTouches(at: now) }
        takeClock(at: now)
        if let source = sources.files, loop.take(source) { takeFileChanges(at: now) }
        readTicker(at: now)
        if let control {
            if let source = sources.control, loop.take(source) {
                for call in control.dispatch(at: now.nanoseconds) { answer(call, at: now) }
            }
            for call in control.advance(to: now.nanoseconds) { answer(call, at: now) }
        }
        if let moment = nextLoad, moment <= now, !isLoading {
            nextLoad = now + Self.loadAgain
            gate.ask()
        }
        for (client, source) in [(store, sources.store), (clerk, sources.clerk)] {
            _ = loop.take(source)
            for event in client.dispatch(at: now) + client.advance(to: now) { take(event, at: now) }
        }
        if !isLoading, gate.take(at: now) { reload(at: now) }
        advanceTrial(to: now)
        let outcome = player.turn(at: now)
        for trouble in outcome.troubles {
            log(.warning, trouble)
            publish(.trouble(trouble))
        }
        for text in outcome.mended {
            log(.info, text)
            publish(.mended(text))
        }
        // The step comes with the next turn: fed now, the watchdog waits for it.
        if outcome.isRecovering, watchdog?.recovering() ?? false { manager.feedWatchdog() }
        if let why = outcome.hopeless {
            log(.error, "\(why); leaving, to be started anew")
            publish(.trouble(why))
            isHopeless = true
            isLeaving = true
        }
        for entry in supply.quarantine.takeAdded() { ask(.quarantine(entry), .none, at: now) }
        keepCard()
        if outcome.outputChanged {
            outputChanged()
            framesBefore = player.screen.counts.lastFlip ?? framesBefore
        }
        for effect in outcome.effects { tell(effect) }
        if outcome.outputChanged || !outcome.effects.isEmpty { tellStatus(at: now) }
        watchFiles(at: now)
        savePlace(at: now)
        tickWatchdog(at: now)
    }

    func takeTouches(at now: Instant) {
        for event in touch?.dispatch(at: now) ?? [] {
            switch event {
            case .touch(let touch): player.handle(.touch(touch), at: max(now, touch.time))
            case .deviceAdded(let device):
                deviceChanged("touch screen '\(device.name)' (\(device.node)) is there")
            case .deviceRemoved(let device):
                deviceChanged("touch screen '\(device.name)' (\(device.node)) is gone")
            case .trouble(let text): log(.warning, "touch: \(text)")
            }
        }
    }

    func deviceChanged(_ text: String) {
        log(.info, text)
        publish(.devices(text))
    }

    private func outputChanged() {
        let output = player.screen.output
        mountTouch()
        if let output {
            log(.info, "playing on " + words(for: output))
            if let unusedMargins { log(.warning, unusedMargins) }
        } else {
            log(.notice, "no display, playing on in the dark; waiting for one")
        }
        publish(.display(output))
    }

    private func tell(_ effect: SignEffect) {
        switch effect {
        case .answer(let number, let answer): reply(to: UInt64(number), ControlReply(answer))
        case .slideShown(let index, let id, _):
            remember(id)
            manager.status(
                "showing slide \(index + 1) of \(player.sign.status(at: present()).slideCount), '\(id)'")
        case .slideSkipped(let id, let reason): log(.warning, "slide '\(id)' \(reason), skipping it")
        case .slideRestored(let id): log(.info, "slide '\(id)' can be shown again")
        case .timesChanged(let shown, let waiting):
            log(.info, "by the clock: " + timeWords(shown: shown, waiting: waiting))
        case .display(let state): tell(state)
        case .idleImageFailed(let reason): log(.warning, idleImageWords(reason))
        case .note(let id, let text): log(.notice, (id.map { "slide '\($0)': " } ?? "ticker: ") + text)
        default: break
        }
        if let event = MonitorEvent(effect) { publish(event) }
    }

    /// Says in one line what is shown, where it changed.
    private func tellStatus(at now: Instant) {
        let line = statusLine(player.sign.status(at: now))
        guard line != toldStatus else { return }
        toldStatus = line
        manager.status(line)
    }

    func publish(_ event: MonitorEvent) {
        guard let control, control.hasMonitors else { return }
        control.publish(event, at: monotonicNanoseconds())
    }

    private func tickWatchdog(at now: Instant) {
        guard var watchdog, watchdog.nextTick <= now else { return }
        let isHealthy = watchdog.tick(
            at: now,
            Watchdog.Observation(
                hasOutput: player.screen.output != nil && player.power != .off && !player.isHoldingBack,
                isHeld: player.screen.isHeld,
                expectsFlips: player.expectsFlips,
                lastFlip: player.screen.counts.lastFlip, showsLastFrame: player.screen.isShowingLastFrame))
        self.watchdog = watchdog
        if isHealthy {
            manager.feedWatchdog()
        } else if wasHealthy {
            log(.error, "frames do not reach the display, not feeding the watchdog")
        }
        // A picture that stands still meets no error when another program replaces it.
        if !isHealthy, !player.expectsFlips { player.screen.putBack(at: now) }
        wasHealthy = isHealthy
    }

    // MARK: - Parts

    static func settings(_ content: Content, _ options: Options) -> SignSettings {
        SignSettings(
            name: content.configuration.name ?? hostName(), scale: content.configuration.scale,
            idleColor: content.configuration.idleColor, idleInfo: content.configuration.idleInfo,
            idleLines: idleLines(content, playlistPath: options.playlist, addresses: networkAddresses()),
            idleImage: content.configuration.idleImage,
            display: content.configuration.display)
    }

    private static func screen(
        _ options: Options, _ configuration: Configuration, _ inherited: [Descriptor], at now: Instant
    ) throws(SystemError) -> any Screen {
        switch options.output {
        case .headless(let size, let refreshMillihertz):
            return try HeadlessScreen(size: size, refreshMillihertz: refreshMillihertz, at: now)
        case .connector, .configured:
            return try KMSScreen(screenWishes(options, configuration), inherited: inherited, at: now)
        }
    }

    private static func socket(
        _ inherited: Descriptor?, _ options: Options, _ configuration: Configuration
    ) throws(SystemError) -> Descriptor {
        if let inherited { return inherited }
        makeDirectories(directory(of: options.socket))
        return try ControlServer.listen(path: options.socket, group: configuration.socketGroup)
    }
}

/// Opens a part that the sign can do without; nil and one more problem when that fails.
func attempt<Part>(
    _ consequence: String, _ problems: inout [String], _ body: () throws(SystemError) -> Part
) -> Part? {
    do throws(SystemError) {
        return try body()
    } catch {
        problems.append("\(error); \(consequence)")
        return nil
    }
}
