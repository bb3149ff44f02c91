internal import Signage

/// Which fingers are down, and which of them count.
///
/// Pure: events of the panels in, touches of the picture out. A finger counts from a down on the output to its up. One
/// that went down while there was no output, or before the output changed, does not count; nor does any other until
/// all fingers are up.
struct ContactTable {
    /// How far outside the output a finger may go down and still be meant, as a share of the output's side: rims of
    /// the glass are wider than the picture, but broken controllers report thousands of pixels.
    static let rim = 0.1

    /// What is touched; nil: there is nothing.
    private(set) var target: TouchTarget?
    /// The touch screens by number, in the order they came.
    private(set) var devices: [(number: Int, device: TouchDevice)] = []

    private var fingersDown: Set<PanelEvent.Finger> = []
    /// Down and counting, in the order they went down.
    private var live: [PanelEvent.Finger] = []
    /// Fingers that went down before the output was there are still down.
    private var waitsForAllUp = false
    /// Of the frame that is not complete yet.
    private var held: [PanelEvent] = []

    /// Another output, or none: fingers that are down count no longer.
    ///
    /// - Returns: their cancellations.
    mutating func setTarget(_ new: TouchTarget?, at now: Instant) -> [TouchEvent] {
        guard new != target else { return [] }
        target = new
        for case .down(let finger, _, _, _) in held {
            fingersDown.insert(finger)
        }
        held.removeAll { if case .down = $0 { true } else { false } }
        waitsForAllUp = !fingersDown.isEmpty
        let cancelled = live
        live = []
        return cancelled.map { cancellation(of: $0, at: now) }
    }

    /// Takes what the panels said, in order, up to the last complete frame; the rest is kept for the next call.
    ///
    /// An up that comes together with the removal of its device is a cancellation: libinput lifts all fingers of a
    /// device before it takes it away.
    mutating func take(_ events: [PanelEvent], at now: Instant) -> [TouchEvent] {
        var pending = held + events
        held = []
        let removed = Set(events.compactMap { if case .removed(let device) = $0 { device } else { nil } })
        let complete = pending.lastIndex { event in
            switch event {
            case .frame, .added, .removed: true
            case .down, .motion, .up, .cancel: false
            }
        }
        let boundary = complete.map { $0 + 1 } ?? 0
        held = Array(pending[boundary...])
        pending.removeSubrange(boundary...)
        return pending.flatMap { event -> [TouchEvent] in
            if case .up(let finger, let time) = event, removed.contains(finger.device) {
                return handle(.cancel(finger, at: time), at: now)
            }
            return handle(event, at: now)
        }
    }

    private mutating func handle(_ event: PanelEvent, at now: Instant) -> [TouchEvent] {
        switch event {
        case .added(let number, let device):
            devices.append((number, device))
            return [.deviceAdded(device)]
        case .removed(let number):
            return remove(number, at: now)
        case .down(let finger, let x, let y, let time):
            return down(finger, x: x, y: y, at: time)
        case .motion(let finger, let x, let y, let time):
            guard live.contains(finger), let (x, y) = seen(x, y) else { return [] }
            return [.touch(Touch(contact: finger.contact, phase: .motion(x: x, y: y), time: time))]
        case .up(let finger, let time):
            return lift(finger) ? [.touch(Touch(contact: finger.contact, phase: .up, time: time))] : []
        case .cancel(let finger, let time):
            return lift(finger) ? [cancellation(of: finger, at: time)] : []
        case .frame:
            return []
        }
    }

    private mutating func down(_ finger: PanelEvent.Finger, x: Double, y: Double, at time: Instant)
        -> [TouchEvent]
    {
        guard fingersDown.insert(finger).inserted else { return [] }
        guard let display = target?.display, !waitsForAllUp else {
            waitsForAllUp = true
            return []
        }
        func isMeant(_ position: Double, _ side: Int) -> Bool {
            let rim = Self.rim * Double(side)
            return position >= -rim && position < Double(side) + rim
        }
        guard isMeant(x, display.width), isMeant(y, display.height), let (x, y) = seen(x, y) else {
            return []
        }
        live.append(finger)
        return [.touch(Touch(contact: finger.contact, phase: .down(x: x, y: y), time: time))]
    }

    /// Takes a finger off; says whether it counted.
    private mutating func lift(_ finger: PanelEvent.Finger) -> Bool {
        fingersDown.remove(finger)
        if fingersDown.isEmpty { waitsForAllUp = false }
        guard let index = live.firstIndex(of: finger) else { return false }
        live.remove(at: index)
        return true
    }

    private mutating func remove(_ number: Int, at now: Instant) -> [TouchEvent] {
        guard let index = devices.firstIndex(where: { $0.number == number }) else { return [] }
        let device = devices.remove(at: index).device
        let cancelled = live.filter { $0.device == number }
        for finger in fingersDown where finger.device == number {
            _ = lift(finger)
        }
        return cancelled.map { cancellation(of: $0, at: now) } + [.deviceRemoved(device)]
    }

    private func cancellation(of finger: PanelEvent.Finger, at time: Instant) -> TouchEvent {
        .touch(Touch(contact: finger.contact, phase: .cancel, time: time))
    }

    /// The nearest position in the picture; nil for what is no number, or without a picture.
    private func seen(_ x: Double, _ y: Double) -> (Double, Double)? {
        guard let target, x.isFinite, y.isFinite else { return nil }
        let picture = target.mounting.picture(on: target.display).size
        guard !picture.isEmpty else { return nil }
        let place = target.mounting.seen(x: x, y: y, on: target.display)
        return (
            min(max(0, place.x), Double(picture.width - 1)), min(max(0, place.y), Double(picture.height - 1))
        )
    }
}
