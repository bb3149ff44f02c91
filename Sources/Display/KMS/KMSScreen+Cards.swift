internal import Signage
internal import SystemCalls

/// What a probe is for, besides finding out what is connected.
struct ProbeReasons: OptionSet {
    let rawValue: Int

    /// The kernel told of a hot-plug: if nothing has changed, a display was away for a moment.
    static let hotplug = ProbeReasons(rawValue: 1)
    /// The card was in other hands.
    static let wholeState = ProbeReasons(rawValue: 2)
    /// Modes that were refused may be taken now; what is shown is not given up for them.
    static let betterMode = ProbeReasons(rawValue: 4)
}

/// Which card, and which of its connectors.
extension KMSScreen {
    /// Every connector known, and why it is used or not.
    public var connectors: [ConnectorReport] {
        guard isHeld, let name = live?.plan.connector.name else { return reports }
        return reports.map { report in
            guard report.name == name else { return report }
            var held = report
            held.reason = "waiting for another program to let go of the card"
            return held
        }
    }

    /// Looks at every card; the one in use stays open, and in use unless it has nothing to show on.
    func search(at now: Instant) {
        searchAt = nil
        let found = CardFinder.search(source, wishes, keeping: card)
        reports = found.reports
        for trouble in found.troubles {
            say(trouble.text, isOverWithAFlip: trouble.isPassing, at: now)
        }
        if found.isWorthRetrying { searchAt = now + searchDelay.next() }
        guard let best = found.best else { return setOutput(nil, at: now) }
        if best === card, live != nil { return }
        if best !== card {
            if live != nil { setOutput(nil, at: now) }
            closeCard()
            card = best
            cardChanges += 1
            do throws(SystemError) {
                try poller.watch(best.device.descriptor.number, for: .readable, key: Key.card)
            } catch {
                // Flips that are not seen are lost: the ladder opens the card anew.
                say("\(error)", at: now)
            }
        }
        setOutput(best.plan, at: now)
    }

    /// Asks the connectors what is connected now, and follows.
    func probe(at now: Instant, for more: ProbeReasons = []) {
        probeAt = nil
        guard let found = card else {
            probeReasons = []
            return
        }
        var reasons = probeReasons.union(more)
        let before = found.snapshot
        do throws(KMSError) {
            // Only the master's probe really asks the displays.
            if live == nil { try found.device.becomeMaster() }
            found.snapshot = try found.device.snapshot()
        } catch {
            let isLost = error.reaction == .deviceLost || (error.reaction == .masterLost && live == nil)
            if isLost { return loseCard("\(error)", at: now) }
            say("'\(found.node.path)' does not say what is connected (\(error)); asking again", at: now)
            probeReasons = reasons
            probeAt = now + searchDelay.next()
            return
        }
        probeReasons = []
        if reasons.contains(.hotplug) { restartSignal(since: before, found.snapshot, &reasons, at: now) }
        // Another display or another cable: what was refused may work now.
        wishes.refused = [:]
        follow(found, for: reasons, at: now)
    }

    /// Uses what a card offers now.
    func follow(_ found: FoundCard, for reasons: ProbeReasons = [], at now: Instant) {
        found.replan(wishes)
        let own = Set(found.reports.map(\.name))
        reports = (found.reports + reports.filter { !own.contains($0.name) }).sorted { $0.name < $1.name }
        if let connector = live?.plan.connector {
            let present = found.snapshot.connectors.first { $0.id == connector.id }
            let isThere = present.map { $0.status != .disconnected } ?? false
            if found.plan == nil || !isThere { vanished.insert(connector.name) }
        }
        guard let plan = found.plan else {
            setOutput(nil, at: now)
            // Perhaps another card has a display.
            if source.nodes().count > 1 { searchSoon(at: now) }
            // What was refused for the moment is not refused for ever.
            if !wishes.refused.isEmpty { probeAt = earlier(probeAt, now + searchDelay.next()) }
            return
        }
        guard let live, live.plan.isSame(as: plan) else {
            return setOutput(plan, keepsLive: reasons.contains(.betterMode), at: now)
        }
        let isSignalOff = plan.connector.isLinkBad || reasons.contains(.hotplug)
        if isSignalOff || reasons.contains(.wholeState) {
            take(live.putWholeState(found.snapshot, plan, signalOff: isSignalOff, at: now), at: now)
        } else {
            live.refresh(found.snapshot, plan)
        }
    }

    func loseCard(_ why: String, at now: Instant) {
        guard card != nil else { return }
        say("\(why); looking for a card", at: now)
        dropCard(at: now)
    }

    /// Closes the card, and looks for one a moment later.
    func dropCard(at now: Instant) {
        // Nothing can be turned off any more.
        live = nil
        retired = nil
        closeCard()
        setOutput(nil, at: now)
        reports = []
        searchAt = now + searchDelay.next()
    }

    func closeCard() {
        guard let card else { return }
        try? poller.watch(card.device.descriptor.number, for: [], key: Key.card)
        live = nil
        retired = nil
        probeAt = nil
        probeReasons = []
        upcoming = nil
        vanished = []
        // What this card has refused, another may take, or this one when it is back; connectors' numbers are its own.
        wishes.refused = [:]
        polling.reset()
        self.card = nil
        cardChanges += 1
    }
}
