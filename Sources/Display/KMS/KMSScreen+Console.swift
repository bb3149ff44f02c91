internal import Signage
internal import SystemCalls

/// Another console is shown, and this one again.
///
/// In between the card is left alone, so that the text console or another program can show its picture: there is no
/// output, and whatever happens to the card is looked at after the return.
extension KMSScreen {
    /// Takes over a console.
    func use(_ console: any VirtualConsole) {
        self.console = console
        // Without that nobody can switch, and all else goes on.
        try? poller.watch(console.descriptor.number, for: .readable, key: Key.console)
    }

    func takeConsoleSwitches(at now: Instant) {
        guard let console else { return }
        for change in console.switches() {
            switch change {
            case .leaving:
                leaveDisplay(at: now)
                // Somebody else has sent that signal.
                if !console.release() { takeDisplay(at: now) }
            case .returned:
                console.acknowledge()
                takeDisplay(at: now)
            }
        }
    }

    private func leaveDisplay(at now: Instant) {
        guard !isAway else { return }
        isAway = true
        // Freed now, the buffers would leave a black screen until the other program draws.
        retired = live
        live = nil
        forgetPlans()
        upcoming = nil
        ladder.reset()
        ledger.interrupt()
        for index in reports.indices where reports[index].mode != nil {
            reports[index].mode = nil
            reports[index].reason = "another console is shown"
        }
        events.append(.trouble("another console is shown; playing on in the dark"))
        if output != nil {
            output = nil
            events.append(.outputChanged(nil))
        }
        do throws(KMSError) {
            try card?.device.dropMaster()
        } catch {
            // A card that this program did not open itself; closed, it is free as well.
            closeCard()
        }
    }

    private func takeDisplay(at now: Instant) {
        guard isAway || live == nil else { return }
        isAway = false
        searchDelay.reset()
        // With no output yet, the probe sees to it that this program is the master.
        if card == nil { search(at: now) } else { probe(at: now, for: .wholeState) }
    }

    /// After the return everything is looked at.
    func forgetPlans() {
        searchAt = nil
        probeAt = nil
        probeReasons = []
    }
}
