/// Fingers on the ticker's band.
extension Sign {
    /// Lets a finger that went down in the band move the ticker's text.
    ///
    /// - Returns: whether the touch is for the ticker alone.
    mutating func takeBandTouch(_ touch: Touch, at time: Instant) -> Bool {
        guard let layout else { return false }
        switch bandTouch.handle(touch, at: time, layout: layout) {
        case .elsewhere: return false
        case .ignored: break
        case .began(let finger):
            // Nobody moves what is covered.
            if isCovered { bandTouch.ignoreUntilLifted() } else { ticker?.grab(finger, at: time) }
        case .moved(let finger):
            if isCovered { dropBandTouch(at: time) } else { ticker?.drag(to: finger) }
        case .ended: ticker?.letGo(at: time)
        }
        // A finger that goes down is looked at by the pages as well: its lifting may have got lost.
        if case .down = touch.phase { return false }
        return true
    }

    /// The finger that moves the text is ignored until it lifts.
    mutating func dropBandTouch(at time: Instant) {
        bandTouch.ignoreUntilLifted()
        ticker?.letGo(at: time)
    }

    /// A finger has been held too long.
    mutating func expireBandTouch(at time: Instant) {
        bandTouch.expire()
        ticker?.letGo(at: time)
    }
}
