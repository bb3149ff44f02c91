import Signage
import Testing

@testable import Touch

/// A table with one panel on an output of 800 × 480, and short ways to say what its fingers do.
private struct Panel {
    var table = ContactTable()
    let now = Instant(seconds: 9)

    init(output: PixelSize? = PixelSize(width: 800, height: 480)) {
        _ = table.setTarget(output.map { TouchTarget(display: $0) }, at: now)
        _ = table.take([added(1)], at: now)
    }

    func added(_ device: Int) -> PanelEvent { .added(device: device, self.device(device)) }

    func device(_ number: Int) -> TouchDevice {
        TouchDevice(name: "panel \(number)", node: "/dev/input/event\(number)")
    }

    mutating func aim(at width: Int, _ height: Int) -> [TouchEvent] {
        table.setTarget(TouchTarget(display: PixelSize(width: width, height: height)), at: now)
    }

    mutating func take(_ events: PanelEvent...) -> [TouchEvent] { table.take(events, at: now) }
}

private func finger(_ slot: Int, on device: Int = 1) -> PanelEvent.Finger {
    PanelEvent.Finger(device: device, slot: slot)
}

private let moment = Instant(seconds: 1)

private func down(_ slot: Int, _ x: Double, _ y: Double, on device: Int = 1) -> PanelEvent {
    .down(finger(slot, on: device), x: x, y: y, at: moment)
}

private func motion(_ slot: Int, _ x: Double, _ y: Double) -> PanelEvent {
    .motion(finger(slot), x: x, y: y, at: moment)
}

private func up(_ slot: Int, on device: Int = 1) -> PanelEvent { .up(finger(slot, on: device), at: moment) }

private let frame = PanelEvent.frame(device: 1)

private func touch(_ slot: Int, _ phase: Touch.Phase, on device: Int = 1, at time: Instant = moment)
    -> TouchEvent
{
    .touch(Touch(contact: device << 16 | slot, phase: phase, time: time))
}

@Suite struct ContactTableTests {
    @Test func aFingerIsFollowedFromDownToUp() {
        var panel = Panel()
        #expect(
            panel.take(down(0, 10, 20), frame, motion(0, 30.5, 20), frame, up(0), frame) == [
                touch(0, .down(x: 10, y: 20)), touch(0, .motion(x: 30.5, y: 20)), touch(0, .up),
            ])
    }

    @Test func whatHappensInOneFrameIsTakenTogether() {
        var panel = Panel()
        #expect(panel.take(down(0, 10, 20), frame, motion(0, 11, 20)) == [touch(0, .down(x: 10, y: 20))])
        #expect(panel.take(down(1, 50, 60)) == [])
        #expect(panel.take(frame) == [touch(0, .motion(x: 11, y: 20)), touch(1, .down(x: 50, y: 60))])
    }

    @Test(
        arguments: [
            ("on the edge", 0.0, 479.0, Touch.Phase.down(x: 0, y: 479)),
            ("between the last pixel and the rim", 799.6, 10, .down(x: 799, y: 10)),
            ("just outside, left and below", -80, 527.9, .down(x: 0, y: 479)),
            ("far to the left", -81, 10, nil),
            ("far to the right", 880, 10, nil),
            ("far above, as broken controllers say", 10, -2849, nil),
            ("far below", 10, 528, nil),
            ("no number", .nan, 10, nil),
            ("endless", 10, .infinity, nil),
        ] as [(String, Double, Double, Touch.Phase?)])
    func aDownIsClampedOrDropped(name: String, x: Double, y: Double, expected: Touch.Phase?) {
        var panel = Panel()
        #expect(panel.take(down(0, x, y), frame) == (expected.map { [touch(0, $0)] } ?? []), "\(name)")
    }

    @Test func aMotionFarOutsideIsClamped() {
        var panel = Panel()
        _ = panel.take(down(0, 10, 20), frame)
        #expect(panel.take(motion(0, -3000, 9000), frame) == [touch(0, .motion(x: 0, y: 479))])
        #expect(panel.take(motion(0, .nan, 9), frame) == [])
    }

    @Test func aDroppedFingerDoesNothingLater() {
        var panel = Panel()
        #expect(panel.take(down(0, 10, -2849), frame, motion(0, 10, 20), frame, up(0), frame) == [])
        #expect(panel.take(down(0, 10, 20), frame) == [touch(0, .down(x: 10, y: 20))])
    }

    @Test func aSecondDownOfTheSameFingerIsIgnored() {
        var panel = Panel()
        #expect(panel.take(down(0, 10, 20), frame, down(0, 90, 20), frame).count == 1)
    }

    @Test func contactsOfDifferentPanelsDiffer() {
        var panel = Panel()
        _ = panel.take(panel.added(2))
        let events = panel.take(down(0, 1, 1), frame, down(0, 1, 1, on: 2), .frame(device: 2))
        #expect(events == [touch(0, .down(x: 1, y: 1)), touch(0, .down(x: 1, y: 1), on: 2)])
    }

    @Test func aPanelWithoutSlotsHasOneContact() {
        #expect(PanelEvent.Finger(device: 3, slot: -1).contact == 3 << 16 | 0xffff)
        var panel = Panel()
        #expect(
            panel.take(down(-1, 5, 5), frame, up(-1), frame) == [
                touch(0xffff, .down(x: 5, y: 5)), touch(0xffff, .up),
            ])
    }

    @Test func aPalmCancels() {
        var panel = Panel()
        _ = panel.take(down(0, 10, 20), frame)
        #expect(panel.take(.cancel(finger(0), at: moment), frame) == [touch(0, .cancel)])
        #expect(panel.take(up(0), frame) == [])
    }

    @Test func aPanelThatGoesCancelsItsFingersOnly() {
        var panel = Panel()
        _ = panel.take(
            panel.added(2), down(0, 1, 1), down(1, 2, 2), frame, down(0, 3, 3, on: 2), .frame(device: 2))
        #expect(
            panel.take(.removed(device: 1)) == [
                touch(0, .cancel, at: panel.now), touch(1, .cancel, at: panel.now),
                .deviceRemoved(panel.device(1)),
            ])
        #expect(panel.table.devices.map(\.number) == [2])
        #expect(panel.take(up(0, on: 2), .frame(device: 2)) == [touch(0, .up, on: 2)])
    }

    @Test func anUpThatComesWithTheRemovalIsACancellation() {
        var panel = Panel()
        _ = panel.take(down(0, 10, 20), frame)
        #expect(
            panel.take(up(0), frame, .removed(device: 1)) == [
                touch(0, .cancel), .deviceRemoved(panel.device(1)),
            ])
    }

    @Test func withoutAnOutputFingersDoNotCountUntilAllAreUp() {
        var panel = Panel(output: nil)
        #expect(panel.take(down(0, 0, 0), frame, motion(0, 0, 0), frame) == [])
        #expect(panel.aim(at: 800, 480) == [])
        #expect(panel.take(motion(0, 10, 20), frame) == [])
        #expect(
            panel.take(down(1, 10, 20), frame, up(0), frame, motion(1, 12, 20), frame, up(1), frame) == [])
        #expect(panel.take(down(0, 10, 20), frame) == [touch(0, .down(x: 10, y: 20))])
    }

    @Test func anotherOutputCancelsTheFingersThatAreDown() {
        var panel = Panel()
        _ = panel.take(down(0, 10, 20), down(1, 20, 20), frame)
        let cancelled = panel.aim(at: 1920, 1080)
        #expect(cancelled == [touch(0, .cancel, at: panel.now), touch(1, .cancel, at: panel.now)])
        #expect(panel.take(motion(0, 11, 20), up(0), frame, down(2, 5, 5), frame) == [])
        #expect(panel.take(up(1), up(2), frame, down(0, 1900, 5), frame) == [touch(0, .down(x: 1900, y: 5))])
    }

    @Test func theSameOutputAgainChangesNothing() {
        var panel = Panel()
        _ = panel.take(down(0, 10, 20), frame)
        #expect(panel.aim(at: 800, 480) == [])
        #expect(panel.take(motion(0, 11, 20), frame) == [touch(0, .motion(x: 11, y: 20))])
    }

    @Test func aDownOfAnIncompleteFrameIsDroppedWhenTheOutputChanges() {
        var panel = Panel()
        #expect(panel.take(down(0, 10, 20)) == [])
        #expect(panel.aim(at: 640, 480) == [])
        #expect(panel.take(frame, motion(0, 11, 20), frame, down(1, 5, 5), frame) == [])
        #expect(panel.take(up(0), up(1), frame, down(0, 5, 5), frame) == [touch(0, .down(x: 5, y: 5))])
    }

    @Test func panelsAreKnownInTheOrderTheyCame() {
        var panel = Panel()
        #expect(panel.take(panel.added(2)) == [.deviceAdded(panel.device(2))])
        #expect(panel.table.devices.map(\.device.node) == ["/dev/input/event1", "/dev/input/event2"])
        #expect(panel.take(.removed(device: 7)) == [])
    }

    struct Turn: CustomTestStringConvertible {
        var rotation: Rotation
        /// Where the panel says that the finger is when it is at 100, 20 of the picture.
        var panel: (x: Double, y: Double)
        /// Where it says so when the finger has gone 30 pixels to the left as seen.
        var left: (x: Double, y: Double)
        /// Beyond the top edge as seen.
        var above: (x: Double, y: Double)
        var testDescription: String { "\(rotation.rawValue)°" }
    }

    /// Margins of 10 on the left and 5 on top, on an output of 800 × 480.
    @Test(arguments: [
        Turn(rotation: .none, panel: (110, 25), left: (80, 25), above: (110, -7)),
        Turn(rotation: .clockwise90, panel: (774, 110), left: (774, 80), above: (806, 110)),
        Turn(rotation: .half, panel: (689, 454), left: (719, 454), above: (689, 486)),
        Turn(rotation: .clockwise270, panel: (25, 369), left: (25, 399), above: (-7, 369)),
    ])
    func fingersAreWhereThePictureIsSeen(_ turn: Turn) {
        var panel = Panel()
        let mounting = Mounting(rotation: turn.rotation, margins: Mounting.Margins(top: 5, left: 10))
        let target = TouchTarget(display: PixelSize(width: 800, height: 480), mounting: mounting)
        #expect(panel.table.setTarget(target, at: panel.now) == [])
        #expect(
            panel.take(
                down(0, turn.panel.x, turn.panel.y), frame, motion(0, turn.left.x, turn.left.y), frame,
                motion(0, turn.above.x, turn.above.y), frame, up(0), frame)
                == [
                    touch(0, .down(x: 100, y: 20)), touch(0, .motion(x: 70, y: 20)),
                    touch(0, .motion(x: 100, y: 0)), touch(0, .up),
                ])
    }

    /// A finger in the margin is at the picture's edge: what covers the margin covers it too.
    @Test func aFingerInTheMarginIsAtTheEdge() {
        var panel = Panel()
        let mounting = Mounting(margins: Mounting.Margins(top: 5, right: 20, bottom: 6, left: 10))
        let target = TouchTarget(display: PixelSize(width: 800, height: 480), mounting: mounting)
        #expect(panel.table.setTarget(target, at: panel.now) == [])
        #expect(
            panel.take(down(0, 3, 2), frame, motion(0, 795, 479), frame) == [
                touch(0, .down(x: 0, y: 0)), touch(0, .motion(x: 769, y: 468)),
            ])
    }

    /// What was meant for the picture as it lay before does not count for the new one.
    @Test func turningThePictureCancelsItsFingers() {
        var panel = Panel()
        _ = panel.take(down(0, 10, 20), frame)
        let turned = TouchTarget(
            display: PixelSize(width: 800, height: 480), mounting: Mounting(rotation: .half))
        #expect(panel.table.setTarget(turned, at: panel.now) == [touch(0, .cancel, at: panel.now)])
        #expect(panel.take(motion(0, 11, 20), frame, up(0), frame) == [])
    }
}
