/// What fingers on the carousel mean: drags, turns and taps.
///
/// One finger at a time counts; others are ignored until all are up.
struct GestureRecognizer: Sendable {
    /// From when on a movement means something; pixels, pixels a second.
    struct Thresholds: Hashable, Sendable {
        var axis: CarouselSettings.Axis
        /// A finger that stays within it does not drag yet.
        var slop: Double
        /// Travel beyond it turns the page.
        var turnTravel: Double
        var flings: Bool
        var flingSpeed: Double
        var flingTravel: Double
        /// A tap stays below it.
        var tapTravel: Double

        init(_ settings: CarouselSettings, layout: ScreenLayout) {
            let dp = layout.pixelsPerDp
            axis = settings.axis
            turnTravel = settings.swipeDistance * layout.scale
            slop = min(16 * dp, turnTravel / 2)
            flings = settings.fling
            flingSpeed = 400 * dp
            flingTravel = 25 * dp
            tapTravel = 10 * dp
        }
    }

    /// What a finger's movement came to.
    enum Report: Hashable, Sendable {
        case ignored
        /// The finger that counts is down.
        case began(x: Double, y: Double)
        /// Moved, not dragging.
        case undecided
        /// A drag begins; the pages follow from this place along the axis.
        case dragBegan(place: Double)
        case dragged
        case released(Release)
        case cancelled
    }

    struct Release: Hashable, Sendable {
        /// Pages to turn: −1, 0 or 1.
        var turn: Int
        /// Pixels a second along the axis.
        var velocity: Double
        var isTap: Bool
        /// The finger came down on a moving page.
        var hasCaught: Bool
    }

    enum Stage: Hashable, Sendable { case undecided, dragging, rejected }

    /// The finger that counts.
    struct Gesture: Sendable {
        let contact: Int
        let began: Instant
        let thresholds: Thresholds
        /// A page was moving when the finger came down.
        var hasCaught = false
        fileprivate(set) var stage = Stage.undecided
        fileprivate var estimator = VelocityEstimator()
        fileprivate let startAlong: Double
        fileprivate let startAcross: Double
        fileprivate var along: Double
        fileprivate var farthestSquared = 0.0

        var finger: FingerEstimate {
            estimator.finger
                ?? FingerEstimate(place: along, time: began, velocity: 0, restAfter: .milliseconds(40))
        }
    }

    /// A finger held this long no longer counts as down.
    static let longestHold = Duration.seconds(60)
    static let longestTap = Duration.milliseconds(300)
    /// No screen reports more fingers.
    static let mostContacts = 64

    var gesture: Gesture?
    /// Every finger that is down on the carousel, and since when.
    private var contacts: [Int: Instant] = [:]

    /// When the finger that counts has been held too long.
    var deadline: Instant? { gesture.map { $0.began + Self.longestHold } }

    // MARK: Fingers

    /// Takes a touch.
    ///
    /// - Parameters:
    ///   - touch: in pixels of the screen.
    ///   - time: when it happened.
    ///   - layout: of the screen.
    ///   - thresholds: for a gesture that begins now.
    /// - Returns: what it came to.
    mutating func handle(
        _ touch: Touch, at time: Instant, layout: ScreenLayout, thresholds: Thresholds
    ) -> Report {
        switch touch.phase {
        case .down(let x, let y):
            guard let point = Self.clamped(x, y, to: layout.output.size) else { return .ignored }
            return down(touch.contact, point, at: time, layout: layout, thresholds: thresholds)
        case .motion(let x, let y):
            guard gesture?.contact == touch.contact,
                let point = Self.clamped(x, y, to: layout.output.size)
            else { return .ignored }
            return move(to: point, at: time)
        case .up:
            contacts[touch.contact] = nil
            guard gesture?.contact == touch.contact else { return .ignored }
            return release(at: time)
        case .cancel:
            contacts[touch.contact] = nil
            guard gesture?.contact == touch.contact else { return .ignored }
            gesture = nil
            return .cancelled
        }
    }

    /// The finger that counts is ignored until it lifts.
    mutating func ignoreUntilLifted() {
        gesture = nil
    }

    /// The finger that counts no longer counts as down, whatever it reports until it lifts.
    mutating func expire() {
        if let gesture { contacts[gesture.contact] = nil }
        gesture = nil
    }

    /// No finger is known any more.
    mutating func forgetAll() {
        gesture = nil
        contacts = [:]
    }

    private mutating func down(
        _ contact: Int, _ point: (x: Double, y: Double), at time: Instant, layout: ScreenLayout,
        thresholds: Thresholds
    ) -> Report {
        contacts = contacts.filter { $0.value + Self.longestHold > time }
        if gesture?.contact == contact {
            // Its lifting got lost; what it does now is ignored.
            gesture = nil
            return .cancelled
        }
        let isOnTicker = layout.band?.contains(x: point.x, y: point.y) ?? false
        guard !isOnTicker, layout.pages.bounds.contains(x: point.x, y: point.y) else { return .ignored }
        let isAlone = contacts.isEmpty
        if contacts.count < Self.mostContacts { contacts[contact] = time }
        guard isAlone, gesture == nil else { return .ignored }
        let (along, across) = Self.split(point, axis: thresholds.axis)
        var new = Gesture(
            contact: contact, began: time, thresholds: thresholds, startAlong: along, startAcross: across,
            along: along)
        new.estimator.add(along, at: time)
        gesture = new
        return .began(x: point.x, y: point.y)
    }

    private mutating func move(to point: (x: Double, y: Double), at time: Instant) -> Report {
        guard var gesture else { return .ignored }
        defer { self.gesture = gesture }
        let limits = gesture.thresholds
        let (along, across) = Self.split(point, axis: limits.axis)
        gesture.along = along
        gesture.estimator.add(along, at: time)
        let travel = along - gesture.startAlong
        let drift = across - gesture.startAcross
        gesture.farthestSquared = max(gesture.farthestSquared, travel * travel + drift * drift)
        switch gesture.stage {
        case .rejected: return .undecided
        case .dragging: return .dragged
        case .undecided:
            if abs(travel) > limits.slop, abs(travel) > 1.2 * abs(drift) {
                gesture.stage = .dragging
                return .dragBegan(place: gesture.startAlong + (travel < 0 ? -limits.slop : limits.slop))
            }
            if abs(drift) > limits.slop { gesture.stage = .rejected }
            return .undecided
        }
    }

    private mutating func release(at time: Instant) -> Report {
        guard let gesture else { return .ignored }
        self.gesture = nil
        let limits = gesture.thresholds
        let isDrag = gesture.stage == .dragging
        let travel = gesture.along - gesture.startAlong
        let velocity = gesture.estimator.velocity(liftedAt: time)
        let turns = isDrag && Self.turns(travel: travel, velocity: velocity, limits)
        let isShort = gesture.farthestSquared < limits.tapTravel * limits.tapTravel
        return .released(
            Release(
                turn: turns ? (travel < 0 ? 1 : -1) : 0, velocity: isDrag ? velocity : 0,
                isTap: !turns && isShort && time - gesture.began < Self.longestTap,
                hasCaught: gesture.hasCaught))
    }

    /// Whether a release turns the page.
    static func turns(travel: Double, velocity: Double, _ limits: Thresholds) -> Bool {
        let isFling = limits.flings && abs(velocity) >= limits.flingSpeed
        // Flung back: the user changed their mind.
        if isFling, velocity * travel < 0 { return false }
        if abs(travel) > limits.turnTravel { return true }
        return isFling && abs(travel) >= limits.flingTravel && velocity * travel > 0
    }

    // MARK: Places

    private static func split(_ point: (x: Double, y: Double), axis: CarouselSettings.Axis) -> (
        Double, Double
    ) {
        axis == .horizontal ? (point.x, point.y) : (point.y, point.x)
    }

    /// A point of a screen, moved onto it if need be; nil: it is none.
    static func clamped(_ x: Double, _ y: Double, to size: PixelSize) -> (x: Double, y: Double)? {
        guard !x.isNaN, !y.isNaN, !size.isEmpty else { return nil }
        return (
            min(Double(size.width).nextDown, max(0, x)), min(Double(size.height).nextDown, max(0, y))
        )
    }
}
