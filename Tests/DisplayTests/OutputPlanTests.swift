import Signage
import Testing

@testable import Display

@Suite struct OutputPlanTests {
    static let format: UInt32 = 0x3432_5258

    func reasons(_ card: CardSnapshot, _ wishes: OutputPlan.Wishes = .init()) -> [String: String] {
        let reports = OutputPlan.make(for: card, wishes, format: Self.format).reports
        return Dictionary(uniqueKeysWithValues: reports.map { ($0.name, $0.reason) })
    }

    @Test func usesWhatIsConnected() throws {
        let plan = try #require(OutputPlan.make(for: .fake(), .init(), format: Self.format).plan)
        #expect(plan.connector.name == "HDMI-A-1")
        #expect(plan.crtc.id == 41)
        #expect(plan.plane.id == 31)
        #expect(plan.output.geometry.millimetres == PixelSize(width: 600, height: 340))
        #expect(
            reasons(.fake()) == [
                "HDMI-A-1": "preferred, already running", "HDMI-A-2": "nothing is connected",
            ])
    }

    @Test func saysWhyAConnectorIsNotUsed() {
        var card = CardSnapshot.fake()
        card.connectors[1].status = .connected
        #expect(reasons(card)["HDMI-A-2"] == "no modes: the display did not answer; it is asked again")
        card.connectors[1].modes = [.fake(64, 32, 60)]
        #expect(reasons(card)["HDMI-A-2"] == "another connector is used")
        #expect(
            reasons(card, .init(output: .connector("HDMI-A-2")))
                == [
                    "HDMI-A-1": "the configuration names 'HDMI-A-2'", "HDMI-A-2": "the first",
                ].mapValues { $0 == "the first" ? "the largest of at least 50 Hz" : $0 })
        card.connectors[1].properties = .fake(["CRTC_ID": 0, "non-desktop": 1])
        #expect(reasons(card)["HDMI-A-2"] == "not a screen (non-desktop)")
        card.planes.removeAll { $0.role == .primary }
        #expect(reasons(card)["HDMI-A-1"] == "no primary plane takes XRGB8888")
        card.crtcs = []
        #expect(reasons(card)["HDMI-A-1"] == "no CRTC can drive it")
    }

    @Test func aConnectorOfUnknownStateIsTheLastResort() {
        var card = CardSnapshot.fake()
        card.connectors[0].status = .unknown
        #expect(OutputPlan.make(for: card, .init(), format: Self.format).plan?.connector.id == 51)
        card.connectors[1].status = .connected
        card.connectors[1].modes = [.fake(64, 32, 60)]
        #expect(OutputPlan.make(for: card, .init(), format: Self.format).plan?.connector.id == 52)
    }

    @Test func anotherCRTCBringsItsOwnPrimaryPlane() {
        var card = CardSnapshot.fake()
        card.connectors[0].possibleCRTCs = 2
        // As on Rockchip, where every primary plane claims to fit every CRTC.
        for index in card.planes.indices { card.planes[index].possibleCRTCs = 3 }
        let plan = OutputPlan.make(for: card, .init(), format: Self.format).plan
        #expect(plan?.crtc.id == 42)
        #expect(plan?.plane.id == 32)
    }
}
