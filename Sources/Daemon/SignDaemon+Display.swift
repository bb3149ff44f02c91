internal import Control
internal import Signage
internal import StoreJobs
internal import SystemCalls

/// When the display is on.
extension SignDaemon {
    /// What there is to say when the intent cannot be remembered.
    static let forgetful = "after a restart the display goes by its hours"

    /// Looks at the wall clock, if it was set or the like.
    func takeClock(at now: Instant) {
        guard let watch = clockWatch else { return }
        if let source = sources.clock { _ = loop.take(source) }
        let before = watch.clock
        guard let clock = watch.dispatch(at: now) else { return }
        if clock.isTrusted != before.isTrusted {
            log(.info, clock.isTrusted ? "the clock can be trusted now" : "the clock cannot be trusted")
        }
        player.handle(.clock(clock), at: now)
    }

    /// Follows the configuration.
    func configureClock(at now: Instant) {
        clockWatch?.belief = content.configuration.clock
        clockWatch?.isNeeded = content.needsClock
        takeClock(at: now)
    }

    /// Does what an operator wants of the display, and answers when a restart will know of it.
    func setDisplay(_ intent: DisplayIntent, _ call: ControlCall, at now: Instant) {
        log(.info, "display \(intent.rawValue) by user \(call.peer.uid), process \(call.peer.pid)")
        isIntentKnown = true
        player.handle(.display(intent), at: now)
        ask(.keepDisplay(intent), .display(call: call.id), at: now)
    }

    /// The intent is remembered, or it cannot be: it is followed all the same.
    func finishDisplay(_ call: UInt64, _ outcome: StoreOutcome) {
        problems.removeAll { $0.hasSuffix(Self.forgetful) }
        if let reason = outcome.reason {
            problems.append("\(reason); \(Self.forgetful)")
            log(.warning, "\(reason); \(Self.forgetful)")
        }
        reply(to: call, .done(waitedMilliseconds: 0))
    }

    /// What was wanted before the restart, where the start had to do without the store.
    func takeIntent(of new: Content, at now: Instant) {
        guard !isIntentKnown else { return }
        isIntentKnown = true
        player.handle(.display(new.displayIntent), at: now)
    }

    func tell(_ state: DisplayState) {
        let cause =
            switch state.cause {
            case .hours: "by its hours"
            case .command: "by command"
            case .touch: "by touch"
            case .clock: "as the clock cannot be trusted"
            }
        log(
            .info,
            "display \(state.isOn ? "on" : "off") \(cause)"
                + (localTime(of: state.until).map { " until \($0)" } ?? ""))
    }

    /// A moment as the clock on the wall will show it, RFC 3339 with the zone's offset.
    func localTime(of moment: Instant?) -> String? {
        guard let moment, let clock = clockWatch?.clock else { return nil }
        let nanoseconds = (moment + clock.ahead).nanoseconds
        let offset = clock.zone.offset(at: clock.seconds(at: moment))
        let reading = wallTime(nanoseconds: nanoseconds + Int64(offset) * 1_000_000_000)
        let minutes = abs(offset) / 60
        func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return reading.dropLast() + (offset < 0 ? "-" : "+") + digits(minutes / 60) + ":"
            + digits(minutes % 60)
    }
}

extension DisplayStatus {
    init(_ state: DisplayState, until: String?) {
        self.init(intent: state.intent.rawValue, on: state.isOn, cause: state.cause.rawValue, until: until)
    }
}
