import Glibc
import Signage
import Testing

@testable import Display

/// What can happen to a display, in every state of its output.
struct StateCase: CustomTestStringConvertible {
    enum State: String, CaseIterable { case dark, shown, flipping, lost, busy, held, retired, unplugged }
    enum Blow: String, CaseIterable {
        case blip, goesAndComes, goesForLong, answersLate, otherModes, badLink, rival, cardRemoved,
            cardForgotten
        case lostFlip, lateFlip, strangeFlips, moveToOtherConnector
    }
    var state: State
    var blow: Blow
    var testDescription: String { "\(blow) while \(state)" }

    static let all = State.allCases.flatMap { state in Blow.allCases.map { StateCase(state: state, blow: $0) }
    }
}

@Suite struct FaultStateTests {
    static let bound = 60.0

    @Test func everythingMayHappenInEveryState() throws {
        var slowest = (seconds: 0.0, name: "")
        for test in StateCase.all {
            let rig = try Rig()
            bring(rig, to: test.state)
            strike(rig, test.blow)
            rig.run(4)
            rig.color = Color(red: 9, green: 200, blue: 90)
            rig.run(11)
            end(rig)
            let seconds = rig.settle(within: Self.bound)
            #expect(seconds != nil, "\(test.testDescription): \(rig.amiss ?? "")")
            #expect(rig.complaints() == [], "\(test.testDescription)")
            if let seconds, seconds > slowest.seconds { slowest = (seconds, test.testDescription) }
            // And it stays so, without anything to do.
            rig.run(120)
            #expect(rig.amiss == nil, "\(test.testDescription): after")
            #expect(rig.screen.nextDeadline == nil, "\(test.testDescription)")
            rig.close()
            #expect(rig.leftovers() == [], "\(test.testDescription)")
        }
        print(
            "states: \(StateCase.all.count) cases, the slowest settled in \(slowest.seconds) s: \(slowest.name)"
        )
    }

    private func bring(_ rig: Rig, to state: StateCase.State) {
        if state == .dark { return }
        rig.color = .white
        rig.run(1)
        switch state {
        case .dark, .shown: break
        case .flipping, .lost:
            rig.card.kernel?.flipDelay = state == .lost ? nil : .seconds(3)
            rig.color = Color(red: 1, green: 2, blue: 3)
            rig.run(state == .lost ? 10.9 : 0.1)
        case .busy:
            rig.card.fault = { $0 == .flip || $0 == .whole ? EBUSY : nil }
            rig.color = Color(red: 1, green: 2, blue: 3)
            rig.run(0.1)
        case .held:
            rig.card.kernel?.hasRival = true
            rig.color = Color(red: 1, green: 2, blue: 3)
            rig.run(0.6)
        case .retired:
            rig.card.kernel?.flipDelay = .seconds(3)
            rig.card.state.connectors[0].modes.insert(.fake(12, 6, 100, isPreferred: true), at: 0)
            rig.tell(.hotplugged("card0"))
            rig.run(1)
        case .unplugged:
            rig.card.unplug()
            rig.tell(.hotplugged("card0"))
            rig.run(1)
        }
    }

    private func strike(_ rig: Rig, _ blow: StateCase.Blow) {
        let card = rig.card
        let before = card.state.connectors[0]
        switch blow {
        case .blip: rig.tell(.hotplugged("card0"))
        case .goesAndComes, .goesForLong:
            card.unplug()
            rig.tell(.hotplugged("card0"))
            rig.after(blow == .goesAndComes ? 0.1 : 3) {
                card.plug(before)
                rig.tell(.hotplugged("card0"))
            }
        case .answersLate:
            card.state.connectors[0].modes = []
            rig.tell(.hotplugged("card0"))
        case .otherModes:
            card.state.connectors[0].status = .connected
            card.state.connectors[0].modes = [.fake(10, 4, 100, isPreferred: true)]
            rig.tell(.hotplugged("card0"))
        case .badLink:
            card.state.connectors[0].properties.setNamed("link-status", 1)
            rig.tell(.changed("card0"))
        case .rival:
            card.kernel?.hasRival = true
            card.state.planes[0].properties.setNamed("FB_ID", 999)
        case .cardRemoved, .cardForgotten:
            card.kernel?.isGone = true
            let kept = rig.cards.cards
            rig.cards.cards = []
            if blow == .cardRemoved { rig.tell(.removed("card0")) }
            rig.after(3) {
                card.kernel?.isGone = false
                rig.cards.cards = kept
                rig.tell(.added("card0"))
            }
        case .lostFlip: card.kernel?.flipDelay = nil
        case .lateFlip: card.kernel?.flipDelay = .seconds(9)
        case .strangeFlips:
            for key in 0..<20 {
                card.send(key: UInt64(key), at: rig.now, sequence: 7, crtc: key % 2 == 0 ? 41 : 42)
            }
        case .moveToOtherConnector:
            card.unplug()
            card.state.connectors[1].status = .connected
            card.state.connectors[1].modes = [.fake(8, 8, 100)]
            rig.tell(.hotplugged("card0"))
        }
    }

    /// Everything is well again; the kernel tells of what it sees.
    private func end(_ rig: Rig) {
        rig.card.fault = { _ in nil }
        rig.card.kernel?.flipDelay = .zero
        rig.card.kernel?.hasRival = false
        if rig.card.state.connectors[0].modes.isEmpty, rig.card.state.connectors[1].modes.isEmpty {
            rig.card.state.connectors[0].status = .connected
            rig.card.state.connectors[0].modes = Rig.modes
            // A display that has woken up says nothing.
        }
    }
}
