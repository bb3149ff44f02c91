import Glibc
import Signage
import Testing

@testable import Display

/// Every errno at every call, while everything happens that makes these calls.
struct FaultCase: CustomTestStringConvertible {
    enum Length: String, CaseIterable {
        case once, lasting
        case fromTheStart = "from the start"
    }

    var call: FakeCard.Call
    var errno: CInt
    var length: Length

    var testDescription: String { "\(call) \(String(cString: strerror(errno))), \(length.rawValue)" }

    static let errnos = [
        EBUSY, EACCES, EPERM, EINVAL, ENOSPC, ERANGE, ENOMEM, EOPNOTSUPP, EINTR, EAGAIN, ENODEV, ENXIO, EIO,
        ENOENT,
        ETIMEDOUT,
    ]

    static let all = FakeCard.Call.allCases.flatMap { call in
        errnos.flatMap { errno in Length.allCases.map { FaultCase(call: call, errno: errno, length: $0) } }
    }
}

@Suite struct FaultTableTests {
    /// From the end of the fault to the right frame; the slow poll is the slowest to notice.
    static let bound = 45.0

    @Test func everyErrnoAtEveryCallIsSurvived() throws {
        var slowest = (seconds: 0.0, name: "")
        for test in FaultCase.all {
            let rig = try Rig { card, _ in
                if test.length == .fromTheStart { strike(test, card) }
            }
            if test.length != .fromTheStart {
                rig.color = .white
                rig.run(1)
                #expect(rig.amiss == nil, "\(test.testDescription): before")
                strike(test, rig.card)
            }
            stimulate(rig)
            rig.run(8)
            rig.card.fault = { _ in nil }
            rig.color = Color(red: 200, green: 10, blue: 90)
            let seconds = rig.settle(within: Self.bound)
            #expect(seconds != nil, "\(test.testDescription): \(rig.amiss ?? "")")
            #expect(rig.complaints() == [], "\(test.testDescription)")
            if let seconds, seconds > slowest.seconds { slowest = (seconds, test.testDescription) }
            rig.close()
            #expect(rig.leftovers() == [], "\(test.testDescription)")
            // Not a storm: in 8 s no more calls than a few at each vblank.
            #expect(rig.card.kernel?.calls ?? 0 < 5000, "\(test.testDescription)")
            let told = rig.events.filter { if case .trouble = $0 { true } else { false } }
            #expect(told.count < 20, "\(test.testDescription): \(told)")
        }
        print(
            "fault table: \(FaultCase.all.count) cases, the slowest settled in \(slowest.seconds) s: \(slowest.name)"
        )
    }

    private func strike(_ test: FaultCase, _ card: FakeCard) {
        var isOver = false
        card.fault = { call in
            guard call == test.call, !isOver else { return nil }
            isOver = test.length == .once
            return test.errno
        }
    }

    /// Frames, another mode, a bad link, a blip, and the card pulled: every call is made.
    private func stimulate(_ rig: Rig) {
        for step in 0..<40 {
            rig.after(Double(step) * 0.2) { rig.color = Color(red: UInt8(step), green: 100, blue: 7) }
        }
        rig.after(0.5) {
            rig.card.state.connectors[0].modes.insert(.fake(12, 6, 100, isPreferred: true), at: 0)
            rig.tell(.hotplugged("card0"))
        }
        rig.after(1.5) { rig.tell(.hotplugged("card0")) }
        rig.after(2.5) {
            rig.card.state.connectors[0].properties.setNamed("link-status", 1)
            rig.tell(.hotplugged("card0"))
        }
        rig.after(3.5) { _ = rig.screen.isShowingLastFrame() }
        rig.after(4) {
            rig.tell(.removed("card0"))
            rig.tell(.added("card0"))
        }
        rig.after(6) { rig.tell(.changed("card0")) }
    }
}
