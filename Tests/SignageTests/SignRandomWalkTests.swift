import Glibc
import Signage
import Testing

/// Whatever happens, in whatever order: the sign keeps its promises.
@Suite struct SignRandomWalkTests {
    /// Events of a walk.
    private static let length = 2500

    /// One for each 2,500 of the events that `SIGN_WALK_EVENTS` asks for.
    static let seeds: ClosedRange<Int> = {
        let events =
            getenv("SIGN_WALK_EVENTS").flatMap { Int(String(cString: $0)) } ?? 8 * SignRandomWalkTests.length
        return 1...max(1, min(100_000, events / SignRandomWalkTests.length))
    }()

    @Test(arguments: seeds) func everyPromiseIsKept(seed: Int) {
        var walk = SignWalk(seed: UInt64(seed))
        for _ in 0..<Self.length where walk.broken.isEmpty { walk.step() }
        if walk.broken.isEmpty { walk.comesBack() }
        #expect(walk.broken == [])
    }
}
