internal import Signage

/// What is done when frames do not reach the glass though every call succeeds.
///
/// A step may block: stopping the signal waits up to 10 s in the kernel for a flip that does not come. So a step is
/// announced first, and taken with the next dispatch: the owner can feed its watchdog in between.
extension KMSScreen {
    /// Announces the next step.
    func climb(_ why: String, at now: Instant) {
        guard upcoming == nil else { return }
        let step = ladder.next()
        upcoming = (step, isTold: false)
        switch step {
        case .modeset: say("\(why); stopping its signal and starting anew", at: now)
        case .reopen: say("\(why) after that either; opening the card anew", at: now)
        case .giveUp:
            let times = RecoveryLadder.reopenings
            events.append(.hopeless("\(why), though the card was opened anew \(times) times"))
        }
        events.append(.recovering)
    }

    /// Takes the step that was announced.
    func takeStep(at now: Instant) {
        guard let upcoming, upcoming.isTold else { return }
        self.upcoming = nil
        ledger.recover()
        switch upcoming.step {
        case .modeset:
            if let live { take(live.startAnew(at: now), at: now) }
        case .reopen, .giveUp:
            // An owner that stays all the same gets the most that there is.
            dropCard(at: now)
        }
    }
}
