import Signage
import Testing

@testable import Daemon

struct ReloadGateTests {
    @Test func firstComesAtOnce() {
        var gate = ReloadGate()
        #expect(gate.nextDeadline() == nil)
        let early = gate.take(at: Instant(seconds: 1))
        gate.ask()
        let asked = gate.take(at: Instant(seconds: 1))
        let late = gate.take(at: Instant(seconds: 2))
        #expect([early, asked, late] == [false, true, false])
    }

    /// 200 in a second, 5 ms apart: one at once, then one per interval, the last one after the last was asked for.
    @Test func stormIsFolded() {
        var gate = ReloadGate()
        var reloads: [Int] = []
        for millisecond in 0..<1300 {
            if millisecond < 1000, millisecond % 5 == 0 { gate.ask() }
            if gate.take(at: Instant(nanoseconds: Int64(millisecond) * 1_000_000)) {
                reloads.append(millisecond)
            }
        }
        #expect(reloads == Array(stride(from: 0, through: 1000, by: 100)))
        #expect(gate.nextDeadline() == nil)
    }
}
