internal import Signage
internal import StoreJobs

/// A configuration that was sent and goes back by itself unless somebody confirms it: a wrong mode must not leave a
/// screen dark that nobody is near.
struct ConfigurationTrial {
    /// How long it waits for its confirmation when nothing else is said.
    static let usualLength = Duration.seconds(60)
    /// Within this time a frame must be on the glass, where there were frames before.
    static let showLimit = Duration.seconds(15)
    /// So long pictures that are being painted anew are waited for.
    static let paintLimit = Duration.seconds(5)

    /// A display may be another one for so long: until the card has answered.
    static let wrongLimit = Duration.seconds(2)

    /// What is to be tried, before it has been read.
    struct Draft {
        /// nil: the file of the device.
        var text: ConfigurationText?
        /// Of the client that waits for the first frame.
        var call: UInt64
        var user: UInt32
        var length: Duration
    }

    /// What is seen of it.
    struct Observation {
        /// What frames are shown on: "'HDMI-A-1', 1280x720 at 60 Hz"; nil: there is nothing.
        var output: String?
        /// It is the one that is wanted, in the mode that is wanted.
        var isAsWanted: Bool
        /// A frame that was presented since is on the glass.
        var isOnGlass: Bool
        /// Pictures are missing still.
        var isPainting: Bool
        /// The display is meant to be off now.
        var isOff = false
    }

    enum Verdict: Equatable {
        /// It waits for its confirmation from now on; proven: a frame is on the glass, or the display is not concerned.
        case shown(proven: Bool)
        /// It must go back, and why.
        case failed(String)
        /// Nobody has confirmed it.
        case expired
    }

    private enum Step: Equatable {
        case showing(since: Instant)
        case waiting
        /// The disk is asked to keep it.
        case keeping
    }

    let draft: Draft
    /// What it goes back to; a reload meanwhile brings another.
    var before: Setup
    /// The client that waits for the first frame; nil: it has its answer.
    private(set) var call: UInt64?
    /// There were frames on a display before.
    private let wasLit: Bool
    /// Connector or mode become others.
    private let concernsDisplay: Bool
    private var step: Step
    private var until: Instant

    init(_ draft: Draft, before: Setup, wasLit: Bool, concernsDisplay: Bool, at now: Instant) {
        self.draft = draft
        self.before = before
        call = draft.call
        self.wasLit = wasLit
        self.concernsDisplay = concernsDisplay
        step = .showing(since: now)
        until = now + Self.showLimit
    }

    /// Whether it is being kept: nothing takes it back now.
    var isBeingKept: Bool { step == .keeping }

    /// Time until it goes back; nil: it is being kept.
    func remaining(at now: Instant) -> Duration? {
        switch step {
        case .showing: draft.length
        case .waiting: max(.zero, until - now)
        case .keeping: nil
        }
    }

    /// When `advance` has something to do, if nothing else happens.
    func nextDeadline(at now: Instant) -> Instant? {
        switch step {
        case .showing(let since):
            [Self.wrongLimit, Self.paintLimit].map { since + $0 }.first { now < $0 } ?? until
        case .waiting: until
        case .keeping: nil
        }
    }

    /// What follows from what is seen, or from the time.
    mutating func advance(to now: Instant, _ seen: () -> Observation) -> Verdict? {
        switch step {
        case .keeping: return nil
        case .waiting: return until <= now ? .expired : nil
        case .showing(let since):
            let verdict = verdict(seen(), since: since, at: now)
            if case .shown = verdict {
                step = .waiting
                until = now + draft.length
            }
            return verdict
        }
    }

    private func verdict(_ seen: Observation, since: Instant, at now: Instant) -> Verdict? {
        guard wasLit, !seen.isOff else { return .shown(proven: !concernsDisplay) }
        if let output = seen.output {
            if !seen.isAsWanted {
                return now >= since + Self.wrongLimit
                    ? .failed("it would play on \(output) instead") : nil
            }
            if seen.isOnGlass, !seen.isPainting || now >= since + Self.paintLimit {
                return .shown(proven: true)
            }
        }
        guard until <= now else { return nil }
        return .failed("no frame was on the screen within \(Self.showLimit.components.seconds) s")
    }

    /// The client has its answer.
    mutating func takeCall() -> UInt64? {
        defer { call = nil }
        return call
    }

    /// The disk is asked to keep it.
    mutating func keep() { step = .keeping }

    /// It could not be kept: it may be tried again while there is time.
    mutating func keepNot() { step = .waiting }
}
