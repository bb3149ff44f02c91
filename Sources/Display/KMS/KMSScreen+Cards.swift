internal import Signage
internal import SystemCalls

/// Which card, and which of its connectors.
extension KMSScreen {
    /// Looks at every card; the one in use stays open, and in use unless another is better.
    func search(at now: Instant) {
        searchAt = nil
        let found = CardFinder.search(source, wishes, keeping: card)
        connectors = found.reports
        for trouble in found.troubles { say(trouble) }
        if found.isWorthRetrying { searchAt = now + searchDelay.next() }
        guard let best = found.best else { return setOutput(nil, at: now) }
        if best === card, live != nil { return }
        if best !== card {
            if live != nil { setOutput(nil, at: now) }
            closeCard()
            card = best
            do throws(SystemError) {
                try poller.watch(best.device.descriptor.number, for: .readable, key: Key.card)
            } catch {
                say("\(error)")
            }
        }
        setOutput(best.plan, at: now)
    }

    /// Asks the connectors what is connected now, and follows.
    func probe(at now: Instant, isWhole: Bool = false) {
        probeAt = nil
        guard let found = card else { return }
        // Another display or another cable: what was refused may work now.
        wishes.refused = [:]
        do throws(KMSError) {
            found.snapshot = try found.device.snapshot()
        } catch {
            return loseCard("\(error)", at: now)
        }
        follow(found, isWhole: isWhole, at: now)
    }

    func follow(_ found: FoundCard, isWhole: Bool, at now: Instant) {
        found.replan(wishes)
        let own = Set(found.reports.map(\.name))
        connectors = (found.reports + connectors.filter { !own.contains($0.name) }).sorted(by: {
            $0.name < $1.name
        })
        guard let plan = found.plan else {
            setOutput(nil, at: now)
            // Perhaps another card has a display.
            if source.nodes().count > 1 { searchAt = searchAt ?? now }
            // What was refused for the moment is not refused for ever.
            if !wishes.refused.isEmpty { probeAt = probeAt ?? now + searchDelay.next() }
            return
        }
        guard let live, live.plan.isSame(as: plan) else { return setOutput(plan, at: now) }
        if isWhole || plan.connector.isLinkBad {
            take(
                live.putWholeState(found.snapshot, plan, signalOff: plan.connector.isLinkBad, at: now),
                at: now)
        } else {
            live.refresh(found.snapshot, plan)
        }
    }

    func loseCard(_ why: String, at now: Instant) {
        guard card != nil else { return }
        say("\(why); looking for a card")
        // Nothing can be turned off any more.
        live = nil
        retired = nil
        closeCard()
        setOutput(nil, at: now)
        connectors = []
        searchAt = now + searchDelay.next()
    }

    func closeCard() {
        guard let card else { return }
        try? poller.watch(card.device.descriptor.number, for: [], key: Key.card)
        live = nil
        retired = nil
        self.card = nil
    }
}
