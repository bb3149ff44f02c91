public import Signage

/// Another configuration.
extension KMSScreen {
    /// Wants another connector, or another mode.
    ///
    /// What is shown already in the way that is wanted now goes on without a modeset.
    public func configure(_ new: ScreenWishes, at now: Instant) {
        guard new != ScreenWishes(output: wishes.output, mode: wishes.mode) else { return }
        (wishes.output, wishes.mode) = (new.output, new.mode)
        // By another wish another mode may do.
        wishes.refused = [:]
        probeReasons.remove(.betterMode)
        // The card in use is asked what it offers now; if that is not what is wanted, the others are.
        if card == nil { searchAt = now } else { probeAt = now }
    }
}
