internal import Signage

/// The output that frames are shown on.
extension KMSScreen {
    func setOutput(_ plan: OutputPlan?, at now: Instant) {
        guard let plan, let card else {
            live?.turnOff()
            live = nil
            retired = nil
            ledger.interrupt()
            if output != nil {
                output = nil
                events.append(.outputChanged(nil))
            }
            return
        }
        if let live {
            retired = live
            self.live = nil
        }
        do throws(KMSError) {
            live = try makeOutput(plan, on: card, at: now)
        } catch let error where error.reaction == .deviceLost {
            return loseCard("\(error)", at: now)
        } catch {
            return refuseMode(of: plan, error, at: now)
        }
        ledger.interrupt()
        output = plan.output
        events.append(.outputChanged(output))
    }

    func makeOutput(
        _ plan: OutputPlan, on card: FoundCard, at now: Instant
    ) throws(KMSError) -> KMSOutput {
        do throws(KMSError) {
            return try KMSOutput(
                card.device, card.snapshot, plan, compositor: compositor, keys: keys, at: now)
        } catch let error where error.reaction == .outOfMemory && retired != nil {
            // The old buffers go dark a moment earlier than need be.
            retired = nil
            return try KMSOutput(
                card.device, card.snapshot, plan, compositor: compositor, keys: keys, at: now)
        }
    }

    func refuseMode(_ error: KMSError, at now: Instant) {
        guard let plan = live?.plan else { return }
        refuseMode(of: plan, error, at: now)
    }

    func refuseMode(of plan: OutputPlan, _ error: KMSError, at now: Instant) {
        guard let card else { return }
        let mode = plan.choice.mode
        say("'\(plan.connector.name)' does not take \(mode.name) (\(error)); trying another mode")
        wishes.refused[plan.connector.id, default: []].insert(mode)
        if error.reaction == .outOfMemory {
            // A larger one needs no trying.
            let pixels = mode.size.width * mode.size.height
            let larger = plan.connector.modes.filter { $0.size.width * $0.size.height >= pixels }
            wishes.refused[plan.connector.id, default: []].formUnion(larger)
        }
        follow(card, isWhole: false, at: now)
    }
}
