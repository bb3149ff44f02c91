/// Fingers that went down in the ticker's band: they belong to the ticker until they lift.
///
/// One at a time counts; others are ignored until all are up.
struct BandTouch: Sendable {
    /// What a finger's movement came to.
    enum Report: Hashable, Sendable {
        /// None of the band's fingers.
        case elsewhere
        case ignored
        /// The finger that counts is down, is somewhere else, or has lifted.
        case began(FingerEstimate)
        case moved(FingerEstimate)
        case ended
    }

    /// The finger that counts, where it is along the band, and since when.
    private struct Finger {
        let contact: Int
        let began: Instant
        var estimator: VelocityEstimator
    }

    private var finger: Finger?
    /// Every finger that is down in the band, and since when.
    private var contacts: [Int: Instant] = [:]

    /// When the finger that counts has been held too long.
    var deadline: Instant? { finger.map { $0.began + GestureRecognizer.longestHold } }

    /// Takes a touch.
    ///
    /// - Parameters:
    ///   - touch: in pixels of the screen.
    ///   - time: when it happened.
    ///   - layout: of the screen.
    /// - Returns: what it came to; a finger that goes down in the band is nobody else's.
    mutating func handle(_ touch: Touch, at time: Instant, layout: ScreenLayout) -> Report {
        switch touch.phase {
        case .down(let x, let y):
            guard let point = GestureRecognizer.clamped(x, y, to: layout.output.size) else {
                return .elsewhere
            }
            let isInBand = layout.band?.contains(x: point.x, y: point.y) ?? false
            return down(touch.contact, x: isInBand ? point.x : nil, at: time)
        case .motion(let x, let y):
            guard contacts[touch.contact] != nil || finger?.contact == touch.contact else {
                return .elsewhere
            }
            guard finger?.contact == touch.contact,
                let point = GestureRecognizer.clamped(x, y, to: layout.output.size)
            else { return .ignored }
            finger?.estimator.add(point.x, at: time)
            return (finger?.estimator.finger).map { Report.moved($0) } ?? .ignored
        case .up, .cancel:
            guard contacts.removeValue(forKey: touch.contact) != nil || finger?.contact == touch.contact
            else {
                return .elsewhere
            }
            guard finger?.contact == touch.contact else { return .ignored }
            finger = nil
            return .ended
        }
    }

    /// The finger that counts is ignored until it lifts.
    mutating func ignoreUntilLifted() {
        finger = nil
    }

    /// The finger that counts no longer counts as down, whatever it reports until it lifts.
    mutating func expire() {
        if let finger { contacts[finger.contact] = nil }
        finger = nil
    }

    /// No finger is known any more.
    mutating func forgetAll() {
        finger = nil
        contacts = [:]
    }

    /// A finger goes down, somewhere along the band or, with nil, elsewhere.
    private mutating func down(_ contact: Int, x: Double?, at time: Instant) -> Report {
        contacts = contacts.filter { $0.value + GestureRecognizer.longestHold > time }
        if finger?.contact == contact {
            // Its lifting got lost; what it does now is ignored.
            finger = nil
            contacts[contact] = x == nil ? nil : time
            return .ended
        }
        contacts[contact] = nil
        guard let x else { return .elsewhere }
        let isAlone = contacts.isEmpty && finger == nil
        if contacts.count < GestureRecognizer.mostContacts { contacts[contact] = time }
        guard isAlone else { return .ignored }
        var estimator = VelocityEstimator()
        estimator.add(x, at: time)
        finger = Finger(contact: contact, began: time, estimator: estimator)
        return estimator.finger.map { Report.began($0) } ?? .ignored
    }
}
