import Arguments
import Testing

@Suite struct NearestTests {
    static let verbs = [
        "status", "next", "previous", "show", "pause", "resume", "ticker", "reload", "screenshot",
    ]

    @Test(arguments: [
        ("stauts", "status"), ("nxt", "next"), ("prev", "previous"), ("STATUS", "status"), ("shwo", "show"),
        ("relaod", "reload"), ("screen", "screenshot"), ("resum", "resume"),
    ])
    func aSlipFindsItsWord(typed: String, meant: String) {
        #expect(nearest(to: typed, among: Self.verbs) == meant)
    }

    @Test(arguments: ["", "frobnicate", "x", "zz"])
    func anotherWordFindsNothing(typed: String) {
        #expect(nearest(to: typed, among: Self.verbs) == nil)
    }

    @Test func longWordsCostLittle() {
        #expect(nearest(to: String(repeating: "a", count: 1_000_000), among: Self.verbs) == nil)
    }
}
