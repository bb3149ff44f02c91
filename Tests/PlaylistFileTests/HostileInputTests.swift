import Signage
import Testing

@testable import PlaylistFile

/// Whatever the bytes are, reading ends: in a playlist, or in errors that name a place.
@Suite struct HostileInputTests {
    /// Exercises every key and every kind of scalar in little room.
    static let compact = """
        slides:
          - {image: a.jpg, id: s, duration: 1m30s, fit: cover, background: "#102030"}
          - text: "a\\ud83d\\ude00\\n"
            when: {days: [mon-fri, sun], from: "07:00", since: 2026-12-01}
          - markup: |
              <b>−30 %</b> <span font='x'>&amp;</span>
            style: {font: Noto, size: 9, color: white, align: left}
          - color: red
        carousel: {auto: no, region: {x: 1, width: 50%}, edge: 4, indicator: {style: dots}} # c
        ticker:
          text: 'don''t'
          speed: 1e2

        """

    @discardableResult
    private func survives(_ bytes: [UInt8]) -> Bool {
        let reading = playlist(bytes)
        let isConsistent =
            (reading.value == nil) == reading.hasErrors
            && reading.diagnostics.allSatisfy { $0.line >= 1 && $0.column >= 1 && !$0.message.isEmpty }
            && reading.diagnostics.allSatisfy { !$0.description.utf8.contains(UInt8(ascii: "\n")) }
        #expect(isConsistent, "for \(String(decoding: bytes, as: UTF8.self).debugDescription)")
        return reading.value != nil
    }

    @Test func compactSampleIsAPlaylist() {
        #expect(!playlist(Self.compact).hasErrors)
    }

    @Test func everyPrefixEnds() {
        let bytes = Array(Self.compact.utf8)
        for count in 0..<bytes.count { survives(Array(bytes.prefix(count))) }
    }

    @Test func tenThousandMutationsEnd() {
        var mutations = Mutations(seed: 20_261_201)
        let bytes = Array(Self.compact.utf8)
        var playlists = 0
        for _ in 0..<10_000 where survives(mutations.mutated(bytes)) { playlists += 1 }
        // Both ends are reached, else the mutations are too harmless or too harsh to say anything.
        #expect((300...9700).contains(playlists))
    }

    @Test func mutatedConfigurationsEnd() {
        var mutations = Mutations(seed: 7)
        let text =
            "name: a\nmode: 1920x1080@50\nmargins: {top: 0}\ntouch: {matrix: [1, 0, 0, 0, 1, 0]}\nmemory: 64MiB\n"
        for _ in 0..<2000 {
            let reading = ConfigurationReader.parse(mutations.mutated(Array(text.utf8)), file: "c")
            #expect((reading.value == nil) == reading.hasErrors)
        }
    }

    // MARK: - Size

    @Test(arguments: ["[", "{a: ", "- ", "? ", "[{a: "])
    func aMillionLevelsEndAtTheLimit(_ opening: String) {
        let reading = playlist("slides: " + String(repeating: opening, count: 1_000_000))
        #expect(reading.value == nil)
        #expect(reading.diagnostics.count < 40)
    }

    @Test func thirtyTwoLevelsAreAllowed() {
        func nested(_ depth: Int) -> [String] {
            let text = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
            return playlist("slides: []\nx: \(text)\n").diagnostics.map(\.message)
        }
        #expect(nested(32) == ["unknown key 'x'; known here: slides, carousel, ticker"])
        #expect(nested(33).contains("more than 32 lists and mappings within each other"))
    }

    @Test func seventeenMebibytesAreRefused() {
        let reading = playlist([UInt8](repeating: UInt8(ascii: " "), count: 17 << 20))
        #expect(reading.diagnostics.map(\.message) == ["the file is larger than 16 MiB, the limit"])
    }

    @Test func slidesEndAtTheirLimit() {
        var limits = Document.Limits()
        limits.slides = 3
        func read(_ count: Int) -> Reading<Playlist> {
            let text = "slides:\n" + String(repeating: "- color: red\n", count: count)
            return PlaylistReader.parse(
                Array(text.utf8), file: "p", directory: "/", files: NamedFiles(), limits: limits)
        }
        #expect(read(3).value?.slides.count == 3)
        #expect(
            read(5).diagnostics.map(\.description) == [
                "p:5:3: error: slides[3]: more than 3 items, the limit; the rest of the file is not read"
            ])
    }

    @Test func oneHundredThousandSlidesAreTheLimit() {
        let text = "slides: [" + String(repeating: "{color: red},", count: 100_001) + "]"
        #expect(
            playlist(text).diagnostics.map(\.message) == [
                "more than 100000 items, the limit; the rest of the file is not read"
            ])
    }

    @Test func manyErrorsAreCutShort() {
        let reading = playlist("slides:\n" + String(repeating: "- a\n", count: 10_000))
        #expect(reading.diagnostics.count == 501)
        #expect(reading.diagnostics.last?.message == "too many errors; the rest of the file is not read")
    }

    @Test func manyWarningsAreCounted() {
        let reading = playlist("slides:\n" + String(repeating: "- image: missing.jpg\n", count: 2000))
        #expect(reading.value?.slides.count == 2000)
        #expect(reading.value?.slides.allSatisfy { $0.fault != nil } == true)
        #expect(reading.diagnostics.count == 501)
        #expect(reading.diagnostics.last?.message == "1500 more warnings are left out")
    }

    @Test func longTextsEndAtTheirLimits() {
        func messages(_ text: String) -> [String] { playlist(text).diagnostics.map(\.message) }
        let a = { String(repeating: "ä", count: $0) }
        #expect(messages("slides: [{text: \(a(4096))}]") == [])
        #expect(messages("slides: [{text: \(a(4097))}]") == ["longer than 4096 characters, the limit"])
        #expect(messages("slides: [{markup: \(a(4097))}]") == ["longer than 4096 characters, the limit"])
        #expect(messages("slides: []\nticker: {text: \(a(65_536))}") == [])
        #expect(
            messages("slides: []\nticker: {text: \(a(65_537))}") == [
                "longer than 65536 characters, the limit"
            ])
        #expect(messages("slides: [{image: \(a(4_000_000))}]") == ["longer than 4095 characters, the limit"])
        let key = messages("slides: []\n? \(a(4_000_000))\n: 1\n")
        #expect(key.first?.hasPrefix("unknown key 'ä") == true)
        #expect((key.first?.count ?? .max) < 200)
    }

    @Test func aliasesDoNotMultiply() {
        var text = "slides: []\na: &a [x,x,x,x,x,x,x,x,x]\n"
        for (name, before) in zip("bcdefghi", "abcdefgh") {
            text += "\(name): &\(name) [\(Array(repeating: "*\(before)", count: 9).joined(separator: ","))]\n"
        }
        let reading = playlist(text)
        #expect(reading.value == nil)
        #expect(reading.diagnostics.count == 9 + 9 + 8 * 9)
    }

    @Test(arguments: ["", "slides: []\n...\n"])
    func manyDirectivesAreRefusedAtOnce(_ before: String) {
        let directives = (0..<100_000).map { "%TAG !a\($0)! b\n" }.joined()
        let reading = playlist(before + directives + "---\nslides: []\n")
        #expect(reading.diagnostics.map(\.message) == ["directives (%TAG) are not allowed"])
        #expect(reading.diagnostics.first?.line == (before.isEmpty ? 1 : 3))
    }

    @Test func theVersionOfYAMLMayBeNamed() {
        #expect(playlist("%YAML 1.2\n---\nslides: []\n...\n").diagnostics == [])
    }

    // MARK: - Encodings

    @Test(arguments: [
        ("NUL", [0x61, 0x3A, 0x00] as [UInt8], "p:1:3: error: control characters are not allowed: U+0000"),
        (
            "invalid UTF-8", Array("slides:\n- text: ä".utf8) + [0xC3, 0x28],
            "p:2:10: error: invalid trailing UTF-8 octet; save the file as UTF-8"
        ),
        (
            "Latin-1", Array("slides:\n- text: caf".utf8) + [0xE9, 0x0A],
            "p:2:12: error: incomplete UTF-8 octet sequence; save the file as UTF-8"
        ),
        (
            "cut character", [0x61, 0xE2, 0x82],
            "p:1:2: error: incomplete UTF-8 octet sequence; save the file as UTF-8"
        ),
        (
            "overlong", [0x61, 0xC0, 0x80],
            "p:1:2: error: invalid length of a UTF-8 sequence; save the file as UTF-8"
        ),
        (
            "surrogate", [0x61, 0xED, 0xA0, 0x80],
            "p:1:2: error: invalid Unicode character; save the file as UTF-8"
        ),
        ("UTF-16", [0xFF, 0xFE, 0x61, 0x00], "p:1:1: error: the file is in UTF-16; save the file as UTF-8"),
    ])
    func whatIsNotUTF8IsRefusedAtItsPlace(_ name: String, _ bytes: [UInt8], _ diagnostic: String) {
        #expect(playlist(bytes).diagnostics.map(\.description) == [diagnostic])
    }

    @Test func byteOrderMarkAndLineEndsDoNotMovePlaces() {
        let text = "slides:\n- image: missing.jpg\n  fit: cover\n- fit: zoom\n  color: red\n"
        let places = playlist(text).diagnostics
        #expect(places.map(\.line) == [4])
        #expect(playlist("\u{FEFF}" + text).diagnostics == places)
        #expect(playlist(String(text.flatMap { $0 == "\n" ? "\r\n" : "\($0)" })).diagnostics == places)
        #expect(playlist(String(text.map { $0 == "\n" ? "\r" : $0 })).diagnostics == places)
    }
}

/// Damage to a file, the same for the same seed.
struct Mutations {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A few flips, insertions, deletions and doubled pieces.
    mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(2) {
            let place = below(bytes.count)
            let end = min(bytes.count, place + 1 + below(16))
            switch below(5) {
            case 0: bytes[place] ^= UInt8(1 << below(8))
            case 1: bytes.insert(UInt8(truncatingIfNeeded: next()), at: place)
            case 2: bytes.insert(Self.telling[below(Self.telling.count)], at: place)
            case 3: if bytes.count > 32 { bytes.removeSubrange(place..<end) }
            default: bytes.insert(contentsOf: Array(bytes[place..<end]), at: below(bytes.count))
            }
        }
        return bytes
    }

    /// Bytes that mean something to YAML, JSON or markup.
    private static let telling = Array("[]{},:-#&*!|>'\"%@`?\\\n\r\t ~<;0eu".utf8)

    private mutating func below(_ limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }

    /// SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
