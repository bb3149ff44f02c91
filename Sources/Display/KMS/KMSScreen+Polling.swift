internal import Signage

/// How long to wait before connectors are asked that have not called.
struct Polling {
    /// A display that is connected but has not said its modes: it wakes up.
    var silence = RetryDelay(from: .seconds(1), upTo: .seconds(30))
    /// How often one was asked that is lit all the same, by modes of the kernel's own.
    var silentTries = 0
    /// A mode was refused, and a lesser one is shown.
    var refusal = RetryDelay(from: .seconds(30), upTo: .seconds(3600))

    mutating func reset() { self = Polling() }
}

/// When the connectors are looked at.
///
/// An event of the kernel is the rule. Without one they are asked in the dark, where some have no hot-plug interrupt,
/// and while something is amiss; a sign that shows what it should is left alone.
extension KMSScreen {
    /// A burst of events is answered by one probe, this long after its first.
    static let debounce = Duration.milliseconds(250)
    /// From one look to the next in the dark.
    static let slowPoll = Duration.seconds(30)
    /// How often a display is asked for its modes that is lit without having said them: after 1, 2, 4, 8 and 16 s.
    static let mostSilentTries = 5

    /// The kernel told of a change: however many follow, it is looked at after the debounce.
    func lookSoon(_ reasons: ProbeReasons, at now: Instant) {
        polling.reset()
        probeReasons.formUnion(reasons)
        probeReasons.remove(.betterMode)
        probeAt = earlier(probeAt, now + Self.debounce)
    }

    /// Another card came or changed.
    func searchSoon(at now: Instant) {
        searchAt = earlier(searchAt, now + Self.debounce)
    }

    /// Sees to it that there is a next look where one is needed without an event.
    func planLook(at now: Instant) {
        // Off, nobody waits for a display.
        guard probeAt == nil, power != .off else { return }
        if let live {
            if live.plan.connector.isSilent, polling.silentTries < Self.mostSilentTries {
                polling.silentTries += 1
                probeReasons.insert(.betterMode)
                probeAt = now + polling.silence.next()
            } else if !wishes.refused.isEmpty {
                probeReasons.insert(.betterMode)
                probeAt = now + polling.refusal.next()
            }
        } else if let card {
            let isAnyoneSilent = card.snapshot.connectors.contains { $0.isSilent && $0.modes.isEmpty }
            probeAt = now + (isAnyoneSilent ? polling.silence.next() : Self.slowPoll)
        } else if searchAt == nil {
            searchAt = now + Self.slowPoll
        }
    }

    /// Decides whether a hot-plug that has changed nothing is answered by starting the signal anew.
    func restartSignal(
        since before: CardSnapshot, _ after: CardSnapshot, _ reasons: inout ProbeReasons, at now: Instant
    ) {
        reasons.remove(.hotplug)
        guard live != nil, before.connectors.map(\.answer) == after.connectors.map(\.answer) else { return }
        switch restarts.ask(at: now) {
        case .now: reasons.insert(.hotplug)
        case .later(let moment):
            probeReasons.insert(.hotplug)
            probeAt = earlier(probeAt, moment)
        case .never: break
        }
    }
}

/// The earlier of two moments; nil is never.
func earlier(_ one: Instant?, _ other: Instant) -> Instant {
    min(one ?? other, other)
}
