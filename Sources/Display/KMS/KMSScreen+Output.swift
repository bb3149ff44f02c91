internal import Signage

/// The output that frames are shown on.
extension KMSScreen {
    /// Shows on another output from now on, or on none.
    ///
    /// - Parameters:
    ///   - plan: nil: none.
    ///   - keepsLive: what is shown is not given up to get the memory.
    ///   - now: the present.
    func setOutput(_ plan: OutputPlan?, keepsLive: Bool = false, at now: Instant) {
        guard let plan, let card else {
            live?.turnOff()
            live = nil
            retired = nil
            upcoming = nil
            card?.device.removeFormerFramebuffers()
            ledger.interrupt()
            if output != nil {
                output = nil
                events.append(.outputChanged(nil))
            }
            return
        }
        let made: KMSOutput
        do throws(KMSError) {
            made = try makeOutput(plan, on: card, keepsLive: keepsLive, at: now)
        } catch {
            switch error.reaction {
            case .deviceLost: loseCard("\(error)", at: now)
            case .unsupported, .outOfMemory: refuseMode(of: plan, error, keepsLive: keepsLive, at: now)
            case .retryAtNextFlip, .masterLost, .stuck:
                say("'\(plan.connector.name)' cannot be set up now (\(error)); trying again", at: now)
                if live == nil { setOutput(nil, at: now) }
                probeAt = earlier(probeAt, now + searchDelay.next())
            }
            return
        }
        // A display that was away and whose CRTC ran on: some stay dark unless the signal starts anew.
        made.needsSignalOff = vanished.remove(plan.connector.name) != nil && plan.crtc.isActive
        // What never reached the glass has nothing to keep up.
        if let live, live.hasCommitted { retired = live }
        live = made
        upcoming = nil
        ledger.interrupt()
        output = plan.output
        events.append(.outputChanged(output))
        if power == .off { take(made.powerOff(at: now), at: now) }
        isLightDue = true
        if power != .on { switchLight(at: now) }
    }

    private func makeOutput(
        _ plan: OutputPlan, on card: FoundCard, keepsLive: Bool, at now: Instant
    ) throws(KMSError) -> KMSOutput {
        while true {
            do throws(KMSError) {
                return try makeOutput(plan, on: card, at: now)
            } catch let error where error.reaction == .outOfMemory {
                // What is given up goes dark a moment earlier than need be.
                if retired != nil {
                    retired = nil
                } else if card.device.hasFormerFramebuffers {
                    card.device.removeFormerFramebuffers()
                } else if live != nil, !keepsLive {
                    live = nil
                } else {
                    throw error
                }
            }
        }
    }

    private func makeOutput(
        _ plan: OutputPlan, on card: FoundCard, at now: Instant
    ) throws(KMSError) -> KMSOutput {
        let output = try KMSOutput(
            card.device, card.snapshot, plan, compositor: compositor, keys: keys, at: now)
        try output.test()
        return output
    }

    func refuseMode(_ error: KMSError, at now: Instant) {
        guard let plan = live?.plan else { return }
        refuseMode(of: plan, error, keepsLive: false, at: now)
    }

    private func refuseMode(of plan: OutputPlan, _ error: KMSError, keepsLive: Bool, at now: Instant) {
        guard let card else { return }
        let mode = plan.choice.mode
        say("'\(plan.connector.name)' does not take \(mode.name) (\(error)); trying another mode", at: now)
        wishes.refused[plan.connector.id, default: []].insert(mode)
        if error.reaction == .outOfMemory {
            // A larger one needs no trying.
            let larger = plan.connector.modes.filter { $0.pixels >= mode.pixels }
            wishes.refused[plan.connector.id, default: []].formUnion(larger)
        }
        follow(card, for: keepsLive ? .betterMode : [], at: now)
    }
}
