import Arguments
import Testing

@Suite struct ParsedArgumentsTests {
    static let flags = [
        Flag("socket", value: "PATH", "where the daemon listens"), Flag("json", "as JSON"),
        Flag("for", value: "TIME", "how long"), Flag("number", value: "N", "which"),
        Flag("output", short: "o", value: "FILE", "where to"), Flag("quiet", short: "q", "no words"),
    ]

    @Test func flagsSwitchesAndOperandsAreToldApart() throws {
        let parsed = try ParsedArguments(
            ["a", "--socket", "/s", "--json", "b", "--for=10m"], flags: Self.flags)
        #expect(parsed.value("socket") == "/s")
        #expect(parsed.value("for") == "10m")
        #expect(parsed.has("json"))
        #expect(parsed.operands == ["a", "b"])
        #expect(!parsed.wantsHelp)
    }

    @Test func whatFollowsTwoDashesIsAnOperand() throws {
        #expect(try ParsedArguments(["--", "--json", "-"], flags: Self.flags).operands == ["--json", "-"])
    }

    @Test func dashAndNegativeNumbersAreOperandsAndValues() throws {
        #expect(try ParsedArguments(["-", "-5", "-0.5"], flags: Self.flags).operands == ["-", "-5", "-0.5"])
        #expect(try ParsedArguments(["--number", "-5"], flags: Self.flags).value("number") == "-5")
        #expect(try ParsedArguments(["-30 % today"], flags: Self.flags).operands == ["-30 % today"])
        #expect(try ParsedArguments(["--for=1 m"], flags: Self.flags).value("for") == "1 m")
        #expect(try ParsedArguments(["--socket", "-"], flags: Self.flags).value("socket") == "-")
    }

    @Test func valuesMayHoldEqualSignsAndBeEmpty() throws {
        #expect(try ParsedArguments(["--socket=a=b"], flags: Self.flags).value("socket") == "a=b")
        #expect(try ParsedArguments(["--socket="], flags: Self.flags).value("socket") == "")
    }

    @Test(arguments: [
        ["-o", "a=b.png"], ["-oa=b.png"], ["-o=a=b.png"], ["--output", "a=b.png"], ["-q", "-o", "a=b.png"],
    ])
    func aLetterStandsForItsFlag(arguments: [String]) throws {
        let parsed = try ParsedArguments(arguments, flags: Self.flags)
        #expect(parsed.value("output") == "a=b.png" && parsed.operands.isEmpty)
        #expect(parsed.has("quiet") == (arguments.count == 3))
    }

    @Test(arguments: [["--help"], ["x", "-h"], ["--help", "--nonsense"], ["--json", "--help"]])
    func helpIsHeard(arguments: [String]) throws {
        #expect(try ParsedArguments(arguments, flags: Self.flags).wantsHelp)
    }

    @Test func theVerbsOwnArgumentsAreLeftAlone() throws {
        let parsed = try ParsedArguments(
            ["--socket", "/s", "show", "--nonsense", "--help"], flags: Self.flags, stopsAtOperand: true)
        #expect(parsed.operands == ["show"])
        #expect(parsed.rest == ["--nonsense", "--help"])
        #expect(!parsed.wantsHelp)
    }

    struct Mistake: CustomTestStringConvertible {
        var arguments: [String]
        var error: ArgumentError
        var message: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let mistakes = [
        Mistake(
            arguments: ["--sockte", "/s"], error: .unknownFlag("--sockte", suggestion: "--socket"),
            message: "unknown option '--sockte'; did you mean '--socket'?"),
        Mistake(
            arguments: ["--frobnicate=1"], error: .unknownFlag("--frobnicate", suggestion: nil),
            message: "unknown option '--frobnicate'"),
        Mistake(
            arguments: ["-json"], error: .unknownFlag("-json", suggestion: "--json"),
            message: "unknown option '-json'; did you mean '--json'?"),
        Mistake(
            arguments: ["--socket"], error: .missingValue("--socket", placeholder: "PATH"),
            message: "'--socket' needs a value: --socket PATH"),
        Mistake(
            arguments: ["--socket", "--json"], error: .missingValue("--socket", placeholder: "PATH"),
            message: "'--socket' needs a value: --socket PATH"),
        Mistake(
            arguments: ["-o", "-q"], error: .missingValue("-o", placeholder: "FILE"),
            message: "'-o' needs a value: -o FILE"),
        Mistake(
            arguments: ["-output", "x"], error: .unknownFlag("-output", suggestion: "--output"),
            message: "unknown option '-output'; did you mean '--output'?"),
        Mistake(
            arguments: ["-x"], error: .unknownFlag("-x", suggestion: nil), message: "unknown option '-x'"),
        Mistake(arguments: ["-q1"], error: .unexpectedValue("-q"), message: "'-q' takes no value"),
        Mistake(
            arguments: ["--json=yes"], error: .unexpectedValue("--json"), message: "'--json' takes no value"),
    ]

    @Test(arguments: mistakes)
    func mistakesAreNamed(mistake: Mistake) {
        #expect(throws: mistake.error) { try ParsedArguments(mistake.arguments, flags: Self.flags) }
        #expect(mistake.error.description == mistake.message)
    }

    @Test func typedValuesAreReadOrRefused() throws {
        let parsed = try ParsedArguments(["--for", "90s", "--number=7"], flags: Self.flags)
        #expect(try parsed.duration("for") == .seconds(90))
        #expect(try parsed.number("number", in: 1...9) == 7)
        #expect(try parsed.number("socket", in: 1...9) == nil)
        #expect(throws: ArgumentError.self) { try parsed.number("number", in: 1...6) }
        #expect(throws: ArgumentError.self) { try parsed.number("for", in: 1...6) }
        let bad = try ParsedArguments(["--for", "soon"], flags: Self.flags)
        #expect(throws: ArgumentError.self) { try bad.duration("for") }
    }

    @Test func helpLinesUpThePhrases() {
        #expect(
            Flag.helpLines([Flag("json", "as JSON"), Flag("for", value: "TIME", "how long")])
                == ["  --json      as JSON", "  --for TIME  how long"])
        #expect(
            Flag.helpLines([Flag("output", short: "o", value: "FILE", "where to")])
                == ["  -o, --output FILE  where to"])
    }
}
