import Arguments
import Signage
import Testing

@testable import Daemon

struct OptionsTests {
    @Test func defaultsAreTheSystemsFiles() throws {
        let options = try Options([])
        #expect(options.configuration == "/etc/signaged/signaged.yaml")
        #expect(options.playlist == "/etc/signaged/playlist.yaml")
        #expect(options.socket == "/run/signaged/control.sock")
        #expect(options.output == .configured)
        #expect(options.action == .play)
    }

    struct OutputCase: CustomTestStringConvertible {
        var text: String
        var expected: Options.Output
        var testDescription: String { text }
    }

    @Test(arguments: [
        OutputCase(text: "auto", expected: .configured),
        OutputCase(text: "HDMI-A-1", expected: .connector("HDMI-A-1")),
        OutputCase(
            text: "headless",
            expected: .headless(PixelSize(width: 1920, height: 1080), refreshMillihertz: 60_000)),
        OutputCase(
            text: "headless:320x240",
            expected: .headless(PixelSize(width: 320, height: 240), refreshMillihertz: 60_000)),
        OutputCase(
            text: "headless:320x240@59.94",
            expected: .headless(PixelSize(width: 320, height: 240), refreshMillihertz: 59_940)),
    ])
    func outputIsRead(_ output: OutputCase) throws {
        #expect(try Options(["--output", output.text]).output == output.expected)
    }

    @Test(arguments: [
        ["--output", "headless:0x5"], ["--output", "headless:axb"], ["--output", "headless:10x10@0"],
        ["--output", "headless:9999x10"], ["--output", "headless:10x10@nan"], ["--outptu", "auto"],
        ["film.yaml"],
        ["--simulate", "10"], ["--preview", "10"], ["--output", "headless", "--preview", "0"],
        ["--output", "headless", "--simulate", "0"],
    ])
    func mistakesAreRefused(_ arguments: [String]) {
        #expect(throws: ArgumentError.self) { try Options(arguments) }
    }

    @Test func helpNamesEveryFlag() {
        for flag in Options.flags { #expect(Options.help.contains("--\(flag.name)")) }
    }
}
