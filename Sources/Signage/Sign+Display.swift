extension Sign {
    /// What the screen is to do.
    public var power: DisplayPower {
        if !isOff { return .on }
        return display.settings.whenOff == .black ? .black : .off
    }

    /// Follows the switch.
    mutating func updateDisplay(at now: Instant) {
        let state = display.state
        guard state.isOn == isOff else { return }
        isOff = !state.isOn
        effects.append(.display(state))
        if isOff {
            if !isHidden { hide(at: now) }
        } else {
            // Without a screen it stays hidden until one is there.
            if isHidden, output != nil { reveal(at: now) }
        }
    }

    mutating func setDisplay(_ intent: DisplayIntent, at now: Instant) {
        display.set(intent, at: now)
        if intent != .auto { wakingFingers = [:] }
        updateDisplay(at: now)
    }

    /// Lets a finger wake a display that is off by its hours.
    ///
    /// - Returns: whether the touch is for that alone: the fingers that were down until all were up turn no page.
    mutating func takeWakingTouch(_ touch: Touch, at now: Instant) -> Bool {
        display.prolong(at: now)
        wakingFingers = wakingFingers.filter { $0.value + GestureRecognizer.longestHold > now }
        guard isOff || !wakingFingers.isEmpty else { return false }
        switch touch.phase {
        case .down:
            display.wake(at: now)
            updateDisplay(at: now)
            if !isOff, wakingFingers.count < GestureRecognizer.mostContacts {
                wakingFingers[touch.contact] = now
            }
        case .motion: break
        case .up, .cancel: wakingFingers[touch.contact] = nil
        }
        return true
    }
}
