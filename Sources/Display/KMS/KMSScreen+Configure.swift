public import Signage

/// Another configuration.
extension KMSScreen {
    /// Wants another connector, another mode, or other calls.
    ///
    /// What is shown already in the way that is wanted now goes on without a modeset.
    public func configure(_ new: ScreenWishes, at now: Instant) {
        let isOtherWay = new.modesetting != wishes.modesetting
        guard isOtherWay || new.output != wishes.output || new.mode != wishes.mode else { return }
        (wishes.output, wishes.mode, wishes.modesetting) = (new.output, new.mode, new.modesetting)
        // By another wish another mode may do.
        wishes.refused = [:]
        probeReasons.remove(.betterMode)
        if isOtherWay {
            // The two ways must not be mixed on one open card.
            setOutput(nil, at: now)
            closeCard()
        }
        // The card in use is asked what it offers now; if that is not what is wanted, the others are.
        if card == nil { searchAt = now } else { probeAt = now }
    }
}
