import Signage
import Testing

@testable import Display

@Suite struct ScreenWishesTests {
    static let connectors = [
        ConnectorReport(
            name: "HDMI-A-1", isConnected: true,
            modes: ["1920x1080@60.00", "1920x1080i@50.00", "1280x720@59.94"], mode: "1920x1080@60.00",
            reason: "preferred"),
        ConnectorReport(
            name: "HDMI-A-2", isConnected: true, modes: ["800x600@60.00"], mode: nil,
            reason: "another connector is used"),
        ConnectorReport(
            name: "DP-1", isConnected: false, modes: [], mode: nil, reason: "nothing is connected"),
    ]

    struct Wish: CustomTestStringConvertible, Sendable {
        var wishes: ScreenWishes
        var objection: String?
        var testDescription: String { "\(wishes)" }

        init(
            _ output: Configuration.Output = .auto, _ width: Int = 0, _ height: Int = 0, at rate: Int? = nil,
            not objection: String? = nil
        ) {
            wishes = ScreenWishes(output: output)
            if width > 0 {
                let size = PixelSize(width: width, height: height)
                wishes.mode = .size(size, refreshMillihertz: rate)
            }
            self.objection = objection
        }
    }

    static let offers = "'HDMI-A-1' has 1920x1080@60.00 1920x1080i@50.00 1280x720@59.94"

    @Test(arguments: [
        Wish(), Wish(.auto, 1280, 720), Wish(.auto, 1280, 720, at: 60_000),
        Wish(.auto, 1920, 1080, at: 50_000),
        Wish(.connector("HDMI-A-2")), Wish(.connector("HDMI-A-2"), 800, 600),
        Wish(.auto, 1280, 720, at: 50_000, not: "mode: 1280x720@50.00 is not offered: \(offers)"),
        Wish(.auto, 800, 600, not: "mode: 800x600 is not offered: \(offers)"),
        Wish(.connector("DP-1"), not: "output: nothing is connected to 'DP-1'"),
        Wish(
            .connector("VGA-1"),
            not: "output: there is no connector 'VGA-1'; there are 'HDMI-A-1', 'HDMI-A-2', 'DP-1'"),
    ])
    func whatIsNotOfferedIsNamed(wish: Wish) {
        let objection = wish.wishes.objection(among: Self.connectors)
        #expect(objection.map { "\($0.key): \($0.reason)" } == wish.objection)
    }

    @Test func aLongListIsCut() {
        let modes = (1...30).map { "\($0)x10@60.00" }
        let connector = ConnectorReport(
            name: "A", isConnected: true, modes: modes, mode: modes[0], reason: "")
        let wishes = ScreenWishes(mode: .size(PixelSize(width: 31, height: 10), refreshMillihertz: nil))
        let reason = wishes.objection(among: [connector])?.reason
        #expect(reason?.hasSuffix("12x10@60.00 and 18 more") == true)
    }

    @Test func whereNothingIsConnectedNobodyKnows() {
        let wishes = ScreenWishes(
            output: .connector("X"), mode: .size(PixelSize(width: 1, height: 1), refreshMillihertz: nil))
        #expect(wishes.objection(among: []) == nil)
        #expect(wishes.objection(among: [Self.connectors[2]]) == nil)
    }

    @Test func anOutputIsTheWantedOneByItsNameSizeAndRate() {
        let output = ScreenOutput(
            name: "HDMI-A-1", geometry: OutputGeometry(size: PixelSize(width: 1280, height: 720)),
            refreshMillihertz: 59_940, presenter: .composited)
        let fitting = [
            Wish(), Wish(.connector("HDMI-A-1")), Wish(.auto, 1280, 720), Wish(.auto, 1280, 720, at: 60_000),
        ]
        for wish in fitting { #expect(output.isWanted(by: wish.wishes)) }
        let others = [
            Wish(.connector("HDMI-A-2")), Wish(.auto, 1280, 721), Wish(.auto, 1280, 720, at: 50_000),
        ]
        for wish in others { #expect(!output.isWanted(by: wish.wishes)) }
    }
}
