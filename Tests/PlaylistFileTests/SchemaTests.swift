import Glibc
import PlaylistFile
import Signage
import TestSupport
import Testing

/// A file, and whether it can be used.
struct SchemaCase: CustomTestStringConvertible, Sendable {
    var name: String
    var schema: FileSchema
    var text: String
    var isValid: Bool

    init(_ name: String, _ text: String, _ isValid: Bool = true, schema: FileSchema = .playlist) {
        self.name = name
        self.schema = schema
        self.text = text
        self.isValid = isValid
    }

    /// A carousel's key, a ticker's, a slide's, and one of the configuration.
    static func carousel(_ text: String, _ isValid: Bool = true) -> SchemaCase {
        SchemaCase("carousel: " + text, "slides: []\ncarousel: {\(text)}\n", isValid)
    }

    static func ticker(_ text: String, _ isValid: Bool = true) -> SchemaCase {
        SchemaCase("ticker: " + text, "slides: []\nticker: {\(text)}\n", isValid)
    }

    static func slide(_ text: String, _ isValid: Bool = true) -> SchemaCase {
        SchemaCase("slide: " + text, "slides:\n- {\(text)}\n", isValid)
    }

    static func setting(_ text: String, _ isValid: Bool = true) -> SchemaCase {
        SchemaCase("setting: " + text, text + "\n", isValid, schema: .configuration)
    }

    var testDescription: String { name }
}

/// Another reader's validator says of a file what the reader of the product says.
@Suite struct SchemaTests {
    static let cases: [SchemaCase] = [
        SchemaCase("no slides at all", "slides: []\n"),
        SchemaCase("sections with nothing in them", "slides:\ncarousel:\nticker:\n"),
        SchemaCase("JSON", #"{"slides": [{"text": "a"}], "carousel": {"loop": false}}"#),
        SchemaCase("an unknown section", "slides: []\ncarousal: {}\n", false),
        SchemaCase("without slides", "carousel: {}\n", false),
        SchemaCase("slides as a mapping", "slides: {image: a.jpg}\n", false),
        SchemaCase("a list", "- image: a.jpg\n", false),
        SchemaCase("a word for a slide", "slides: [a.jpg]\n", false),
        SchemaCase("nothing for a slide", "slides: [null]\n", false),

        .slide("image: a.jpg"),
        .slide("text: no"), .slide("text: 12"), .slide("text: ''"),
        .slide("markup: <b>x</b>, id: 07:00, duration: 3, fit: cover, background: '#102030'"),
        .slide("color: red"), .slide("color: reddish", false), .slide("color: '#12345'", false),
        .slide("image: ''", false), .slide("image: [a]", false), .slide("duration: 3s", false),
        .slide("text: a, color: red", false), .slide("text: a, colour: red", false),
        .slide("text: a, duration: 0.1"), .slide("text: a, duration: 0.09", false),
        .slide("text: a, duration: 1m30s"), .slide("text: a, duration: 30s1m", false),
        .slide("text: a, duration: 5 s", false), .slide("text: a, duration: null"),
        .slide("text: a, duration: true", false), .slide("text: a, duration: 1.5h"),
        .slide("text: a, style: {size: 2000, align: left}"), .slide("text: a, style: {size: 0}", false),
        .slide("text: a, style: {align: middle}", false), .slide("text: a, style: big", false),
        .slide("text: a, when: {days: mon-fri, from: '07:00', to: '24:00'}"),
        .slide("text: a, when: [{days: [sat, sun]}, {since: 2026-12-01, until: 2026-12-24}]"),
        .slide("text: a, when: {from: '7'}", false), .slide("text: a, when: {from: '24:01'}", false),
        .slide("text: a, when: {days: someday}", false), .slide("text: a, when: {days: []}", false),
        .slide("text: a, weight: 2, enabled: no, transition: fade, transition_duration: 1s"),
        .slide("text: a, weight: 0", false), .slide("text: a, weight: 101", false),
        .slide("text: a, weight: 1.5", false), .slide("text: a, enabled: maybe", false),
        .slide("text: a, transition: wipe", false), .slide("text: a, when: []"),
        .slide("text: a, when: {since: 2026-13-01}", false), .slide("text: a, when: {at: '7:00'}", false),

        .carousel("auto: false, loop: no, swipe: on"), .carousel("auto: 1", false),
        .carousel("transition: none, axis: vertical, tap: pause, at_end: stop"),
        .carousel("transition: wipe", false), .carousel("transition_duration: 0"),
        .carousel("transition_duration: -1s", false), .carousel("resume_after: 366d"),
        .carousel("edge: 10, spacing: 0, padding: 1.5"), .carousel("edge: -1", false),
        .carousel("edge: 100001", false), .carousel("edge: 10px", false), .carousel("edge: {}", false),
        .carousel("page_size: 100%"), .carousel("page_size: 0", false), .carousel("page_size: 0%", false),
        .carousel("page_size: 101%", false), .carousel("page_size: 33.3%"),
        .carousel("region: {x: 0, width: 50%}"), .carousel("region: {x: 0, depth: 1}", false),
        .carousel("region: {width: 0%}", false), .carousel("region: null"),
        .carousel("indicator: {style: none, halo: false}"), .carousel("indicator: {style: dot}", false),
        .carousel("swipe_distance: 10001", false), .carousel("motion: reduced"),
        .carousel("motion: less", false),
        .carousel("indicator: {style: counter, position: inside, color: red, inactive_color: '#00000080'}"),

        .ticker("text: Welcome, speed: 0, gap: 80, scroll: never, position: top"),
        .ticker("markup: <i>a</i>, style: {size: 32, background: '#000000c0'}"),
        .ticker("texts: [a, 'b, c', 12], separator: ' | '"), .ticker("texts: a", false),
        .ticker("texts: [[a]]", false), .ticker("texts: [a], text: b", false),
        .ticker("file: news.txt, drag: true, style: {align: right}"), .ticker("file: ''", false),
        .ticker("file: news.txt, texts: [a]", false), .ticker("separator: x", false),
        .ticker("speed: 1", false), .ticker("text: a, markup: b", false),
        .ticker("text: a, speed: 5001", false),
        .ticker("text: a, height: 0", false), .ticker("text: a, scroll: 'on'", false),
        .ticker("text: a, style: {weight: 3}", false), .ticker("text: [a], gap: 1", false),

        SchemaCase("nothing set", "# all defaults\n", schema: .configuration),
        .setting("name: shop-12\nrotation: 90\nscale: auto\nmemory: 64MiB\nframes: 0"),
        .setting("name: ''", false), .setting("rotation: 45", false), .setting("scale: 0.1", false),
        .setting("scale: 1.5\noutput: HDMI-A-1\nmode: 1920x1080@59.94"), .setting("mode: 1080p", false),
        .setting("output: HDMI A 1", false), .setting("margins: {top: 20}"),
        .setting("margins: {top: 4097}", false), .setting("margins: {top: 1.5}", false),
        .setting("margins: 20", false), .setting("touch: {enabled: false, matrix: [0, -1, 1, 1, 0, 0]}"),
        .setting("touch: {matrix: [1, 0, 0]}", false), .setting("idle: {info: true, color: black}"),
        .setting("idle: {image: closed.jpg, color: navy}"), .setting("idle: {image: ''}", false),
        .setting("idle: {image: [a]}", false), .setting("idle: closed.jpg", false),
        .setting("display_hours: [{days: mon-sat, from: '07:00', to: '22:00'}]"),
        .setting("display_hours: [{since: 2026-01-01}]", false), .setting("display_hours: mon", false),
        .setting("when_off: sleep", false), .setting("wake_on_touch: 60s\nclock: any"),
        .setting("store: {keep: 0}", false), .setting("store: {keep: 100, limit: 2 GiB}"),
        .setting("frames: 1TiB", false), .setting("socket_group: staff\nsocket: /run/x", false),
    ]

    @Test func theReaderAndAValidatorAgree() throws {
        let verdicts = try Self.verdicts(Self.cases.map { ($0.schema, $0.text) })
        #expect(verdicts.count == Self.cases.count)
        for (example, verdict) in zip(Self.cases, verdicts) {
            let isRead =
                switch example.schema {
                case .playlist: !playlist(example.text).hasErrors
                case .configuration: !configuration(example.text).hasErrors
                }
            #expect(isRead == example.isValid, "the reader: \(example.name)")
            #expect((verdict == nil) == example.isValid, "the schema: \(example.name): \(verdict ?? "valid")")
        }
    }

    @Test func whatComesWithTheProductIsValid() throws {
        let folder = repository + "/etc/signaged"
        let files = [
            (FileSchema.playlist, "playlist.yaml"), (.configuration, "signaged.yaml"),
        ]
        let examples = try Self.said("cd '\(folder)/examples' && ls *.yaml").split(separator: "\n")
        #expect(examples.count >= 5)
        let all = files + examples.map { (FileSchema.playlist, "examples/\($0)") }
        let texts = try all.map { ($0.0, try Self.said("cat '\(folder)/\($0.1)'")) }
        for (file, verdict) in zip(all, try Self.verdicts(texts)) { #expect(verdict == nil, "\(file.1)") }
    }

    /// What a validator has against each file; nil: nothing.
    private static func verdicts(_ files: [(schema: FileSchema, text: String)]) throws -> [String?] {
        let folder = try TemporaryFolder()
        for schema in FileSchema.allCases { try folder.write("\(schema.rawValue).json", schema.text) }
        for (index, file) in files.enumerated() {
            try folder.write("\(file.schema.rawValue)-\(index).yaml", file.text)
        }
        var verdicts = [String?](repeating: "not looked at", count: files.count)
        for schema in FileSchema.allCases {
            let said = try said(
                "cd '\(folder.path)' && '\(repository)/Tests/Schema/validate' \(schema.rawValue).json "
                    + "$(ls | grep '^\(schema.rawValue)-')")
            for line in said.split(separator: "\n") {
                let number = line.split(separator: "-").dropFirst().first.flatMap {
                    Int($0.prefix { $0.isNumber })
                }
                let index = try #require(number, "\(line)")
                verdicts[index] = line.hasPrefix("ok ") ? nil : String(line)
            }
        }
        return verdicts
    }

    /// What a command of the shell says.
    private static func said(_ command: String) throws -> String {
        let stream = try #require(popen("{ \(command); } 2>&1", "r"))
        var bytes: [UInt8] = []
        while case let byte = fgetc(stream), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        let text = String(decoding: bytes, as: UTF8.self)
        try #require(pclose(stream) == 0, "\(text)")
        return text
    }
}
