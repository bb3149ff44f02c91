import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import Display

/// A directory of backlights, as in /sys.
private struct Lights {
    let folder: TemporaryFolder
    var root: String { folder.path + "/class" }

    init() throws {
        folder = try TemporaryFolder()
        mkdir(root, 0o755)
    }

    // The parent is the device that it hangs below, "card0-eDP-1".
    func add(_ name: String, below parent: String = "i2c-10", files: [String: String]) throws {
        mkdir(folder.path + "/" + parent, 0o755)
        mkdir(root + "/" + name, 0o755)
        symlink("../../" + parent, root + "/" + name + "/device")
        // As long as the kernel says that its files are.
        for (file, text) in files {
            let bytes = Array((text + "\n").utf8)
            try folder.write("class/\(name)/\(file)", bytes + Array(repeating: 0, count: 4096 - bytes.count))
        }
    }

    func value(_ name: String, _ file: String) -> String? {
        (try? readFile(root + "/" + name + "/" + file, limit: 4096)).map {
            String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self)
        }
    }
}

@Suite struct BacklightTests {
    @Test func aPanelsLightIsPutOutAndLit() throws {
        let lights = try Lights()
        try lights.add("10-0045", files: ["bl_power": "0", "brightness": "130"])
        let light = try #require(Backlight.find(for: "DSI-1", below: lights.root))
        #expect(try light.switchOff() == nil)
        #expect(lights.value("10-0045", "bl_power") == "4")
        try light.switchOn(nil)
        #expect(lights.value("10-0045", "bl_power") == "0" && lights.value("10-0045", "brightness") == "130")
    }

    @Test func withoutPowerItIsMadeDarkAndAsBrightAsBefore() throws {
        let lights = try Lights()
        try lights.add("pwm", files: ["brightness": "70", "max_brightness": "100"])
        let light = try #require(Backlight.find(for: "DPI-1", below: lights.root))
        #expect(try light.switchOff() == 70)
        #expect(lights.value("pwm", "brightness") == "0")
        // Off twice: the brightness is known still.
        #expect(try light.switchOff() == nil)
        try light.switchOn(70)
        #expect(lights.value("pwm", "brightness") == "70")
        _ = try light.switchOff()
        try light.switchOn(nil)
        #expect(lights.value("pwm", "brightness") == "100")
    }

    @Test func aLightThatIsLitIsNotWritten() throws {
        let lights = try Lights()
        try lights.add("10-0045", files: ["bl_power": "0"])
        chmod(lights.root + "/10-0045/bl_power", 0o444)
        try Backlight.find(for: "DSI-1", below: lights.root)?.switchOn(nil)
    }

    @Test(arguments: [
        ("HDMI-A-1", nil), ("DP-1", nil), ("Virtual-1", nil), ("DSI-1", nil), ("eDP-1", "intel_backlight"),
        ("eDP-2", nil), ("HDMI-A-2", "ddc"),
    ])
    func eachConnectorHasItsOwn(connector: String, name: String?) throws {
        let lights = try Lights()
        try lights.add("intel_backlight", below: "card0-eDP-1", files: ["bl_power": "0"])
        try lights.add("ddc", below: "card1-HDMI-A-2", files: ["bl_power": "0"])
        // Two that nobody owns: it is not known which is meant.
        try lights.add("a", files: ["bl_power": "0"])
        try lights.add("b", files: ["bl_power": "0"])
        #expect(Backlight.find(for: connector, below: lights.root)?.name == name)
    }

    @Test func televisionsHaveNone() throws {
        let lights = try Lights()
        try lights.add("10-0045", files: ["bl_power": "0"])
        #expect(Backlight.find(for: "HDMI-A-1", below: lights.root) == nil)
        #expect(Backlight.find(for: "DSI-1", below: "/nowhere") == nil)
    }
}
