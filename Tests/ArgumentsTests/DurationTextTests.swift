import Arguments
import Testing

@Suite struct DurationTextTests {
    @Test(arguments: [
        ("10m", 600_000), ("90s", 90_000), ("1h30m", 5_400_000), ("250ms", 250), ("5", 5000), ("1.5", 1500),
        ("0", 0), ("2d", 172_800_000), ("1m0.5s", 60_500), ("1s500ms", 1500),
    ])
    func lengthsAreRead(text: String, milliseconds: Int) {
        #expect(Duration(text: text) == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "", "m", "10x", "10 m", "-5s", "1m1h", "1m2m", "5m30", "1..5s", ".5s", "5.s", "1e9", "nan", "inf",
        "٥s",
        "99999999999999999999999d", "4000d",
    ])
    func whatIsNoLengthIsRefused(text: String) {
        #expect(Duration(text: text) == nil)
    }
}
