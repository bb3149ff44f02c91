import Signage
import Testing

@testable import Display

struct ModeCase: CustomTestStringConvertible {
    var testDescription: String
    var modes: [Mode]
    var wanted = Configuration.Mode.preferred
    var active: Mode?
    var largest = PixelSize(width: 8192, height: 8192)
    var refused: Set<Mode> = []
    var chosen: String?
    var reason: String = ""

    static let television: [Mode] = [
        .fake(3840, 2160, 60, isPreferred: true), .fake(3840, 2160, 30), .fake(1920, 1080, 60),
        .fake(1920, 1080, 59.94), .fake(1920, 1080, 50), .fake(1920, 1080, 60, isInterlaced: true),
        .fake(720, 576, 50, isInterlaced: true), .fake(720, 480, 60),
    ]
    static func size(_ width: Int, _ height: Int, _ millihertz: Int? = nil) -> Configuration.Mode {
        .size(PixelSize(width: width, height: height), refreshMillihertz: millihertz)
    }

    static let all = [
        ModeCase(
            testDescription: "preferred",
            modes: [.fake(2560, 1440, 60, isPreferred: true), .fake(1920, 1080, 60)],
            chosen: "2560x1440@60.00", reason: "preferred"),
        ModeCase(
            testDescription: "4K preferred", modes: television, chosen: "1920x1080@60.00",
            reason: "1080p instead of 3840x2160@60.00, which is too much to draw unless 'mode' asks for it"),
        ModeCase(
            testDescription: "4K configured", modes: television, wanted: size(3840, 2160),
            chosen: "3840x2160@60.00", reason: "as configured"),
        ModeCase(
            testDescription: "4K of cinemas preferred, which has no 1080p of 60 Hz",
            modes: [.fake(4096, 2160, 24, isPreferred: true), .fake(1920, 1080, 24), .fake(1920, 1080, 50)],
            chosen: "1920x1080@50.00",
            reason: "1080p instead of 4096x2160@24.00, which is too much to draw unless 'mode' asks for it"),
        ModeCase(
            testDescription: "4K preferred, 1080p is running", modes: television,
            active: .fake(1920, 1080, 59.94),
            chosen: "1920x1080@59.94",
            reason: "1080p instead of 3840x2160@60.00, which is too much to draw unless 'mode' asks for it"),
        ModeCase(
            testDescription: "4K preferred, 1080p would be faster than is drawn well",
            modes: [.fake(3840, 2160, 60, isPreferred: true), .fake(1920, 1080, 120), .fake(1920, 1080, 60)],
            chosen: "1920x1080@60.00",
            reason: "1080p instead of 3840x2160@60.00, which is too much to draw unless 'mode' asks for it"),
        ModeCase(
            testDescription: "4K preferred and nothing else",
            modes: [.fake(3840, 2160, 60, isPreferred: true)],
            chosen: "3840x2160@60.00", reason: "preferred"),
        ModeCase(
            testDescription: "large, but of another shape",
            modes: [.fake(3440, 1440, 60, isPreferred: true), .fake(1920, 1080, 60)],
            chosen: "3440x1440@60.00", reason: "preferred"),
        ModeCase(
            testDescription: "nothing preferred", modes: [.fake(3840, 2160, 60), .fake(2560, 1440, 60)],
            chosen: "2560x1440@60.00", reason: "the largest of at least 50 Hz"),
        ModeCase(
            testDescription: "configured size and rate", modes: television, wanted: size(1920, 1080, 50_000),
            chosen: "1920x1080@50.00", reason: "as configured"),
        ModeCase(
            testDescription: "the nearest rate within half a hertz", modes: television,
            wanted: size(1920, 1080, 59_900), chosen: "1920x1080@59.94", reason: "as configured"),
        ModeCase(
            testDescription: "configured size alone: the fastest", modes: television,
            wanted: size(1920, 1080),
            chosen: "1920x1080@60.00", reason: "as configured"),
        ModeCase(
            testDescription: "configured size that is interlaced only", modes: television,
            wanted: size(720, 576),
            chosen: "720x576i@50.00", reason: "as configured"),
        ModeCase(
            testDescription: "configured mode that is not there", modes: television,
            wanted: size(1920, 1080, 75_000), chosen: "1920x1080@60.00",
            reason: "1920x1080@75.00 is not offered; "
                + "1080p instead of 3840x2160@60.00, which is too much to draw unless 'mode' asks for it"),
        ModeCase(
            testDescription: "configured mode that was refused", modes: television, wanted: size(720, 480),
            refused: [television[7]], chosen: "1920x1080@60.00",
            reason: "720x480 cannot be had; "
                + "1080p instead of 3840x2160@60.00, which is too much to draw unless 'mode' asks for it"),
        ModeCase(
            testDescription: "already running and as good as preferred",
            modes: [.fake(1920, 1080, 60, isPreferred: true), .fake(1920, 1080, 59.94)],
            active: .fake(1920, 1080, 59.94), chosen: "1920x1080@59.94", reason: "preferred, already running"),
        ModeCase(
            testDescription: "what runs is smaller than preferred",
            modes: [.fake(1920, 1080, 60, isPreferred: true), .fake(720, 480, 60)],
            active: .fake(720, 480, 60), chosen: "1920x1080@60.00", reason: "preferred"),
        ModeCase(
            testDescription: "what runs is not offered", modes: [.fake(1024, 768, 60, isPreferred: true)],
            active: .fake(1024, 768, 59.8), chosen: "1024x768@60.00", reason: "preferred"),
        ModeCase(
            testDescription: "preferred is too large for the card", modes: television,
            largest: PixelSize(width: 2048, height: 2048), chosen: "1920x1080@60.00",
            reason: "1080p instead of 3840x2160@60.00, which is too large for the card"),
        ModeCase(
            testDescription: "4K configured is too large for the card", modes: television,
            wanted: size(3840, 2160), largest: PixelSize(width: 2048, height: 2048),
            chosen: "1920x1080@60.00",
            reason:
                "3840x2160 cannot be had; 1080p instead of 3840x2160@60.00, which is too large for the card"),
        ModeCase(
            testDescription: "preferred was refused", modes: television, refused: [television[0]],
            chosen: "1920x1080@60.00", reason: "1080p instead of 3840x2160@60.00, which is refused"),
        ModeCase(
            testDescription: "preferred 1080p was refused",
            modes: [television[2], television[7]].map(\.preferred),
            refused: [television[2]], chosen: "720x480@60.00",
            reason: "the preferred 1920x1080@60.00 is refused; the largest of at least 50 Hz"),
        ModeCase(
            testDescription: "preferred is interlaced",
            modes: [.fake(1920, 1080, 60, isPreferred: true, isInterlaced: true), .fake(1280, 720, 50)],
            chosen: "1280x720@50.00", reason: "the largest of at least 50 Hz"),
        ModeCase(
            testDescription: "slow ones only", modes: [.fake(1920, 1080, 30), .fake(1920, 1080, 24)],
            chosen: "1920x1080@30.00", reason: "the first"),
        ModeCase(
            testDescription: "interlaced ones only", modes: [.fake(1920, 1080, 50, isInterlaced: true)],
            chosen: "1920x1080i@50.00", reason: "the first"),
        ModeCase(testDescription: "none", modes: [], chosen: nil),
        ModeCase(
            testDescription: "every one refused", modes: television, refused: Set(television), chosen: nil),
        ModeCase(testDescription: "nonsense", modes: [.fake(0, 0, 60), .fake(640, 480, 0)], chosen: nil),
    ]
}

extension Mode {
    /// The same, called preferred by the display.
    fileprivate var preferred: Mode {
        var mode = self
        mode.isPreferred = true
        return mode
    }
}

@Suite struct ModeChoiceTests {
    @Test(arguments: ModeCase.all)
    func choosesAMode(_ test: ModeCase) {
        let choice = ModeChoice.choose(
            from: test.modes, wanted: test.wanted, active: test.active, largest: test.largest,
            refused: test.refused)
        #expect(choice?.mode.name == test.chosen)
        #expect((choice?.reason ?? "") == test.reason)
    }

    @Test(
        arguments: [
            // 1080p60, 1080i of fields at 60 Hz, doublescan, 1024×768 as vkms has it, nonsense.
            (148_500, 2200, 1125, 0, false, false, 60_000), (74_250, 2200, 1125, 0, true, false, 60_000),
            (12_587, 800, 262, 0, false, true, 30_026), (65_000, 1344, 806, 1, false, false, 60_004),
            (65_000, 0, 806, 1, false, false, 0),
        ] as [(Int, Int, Int, Int, Bool, Bool, Int)])
    func refreshFollowsThePixelClock(
        clock: Int, width: Int, height: Int, scans: Int, isInterlaced: Bool, isDoubleScan: Bool, expected: Int
    ) {
        #expect(
            Mode.refreshMillihertz(
                clockKilohertz: clock, totalWidth: width, totalHeight: height, scans: scans,
                isInterlaced: isInterlaced, isDoubleScan: isDoubleScan) == expected)
    }
}
