import Signage
import SystemCalls
import TestSupport
import Testing

@testable import Daemon

@Suite struct EventLoopTests {
    private let past = Instant(nanoseconds: 0)

    @Test func aDescriptorThatIsForgottenWakesNobody() throws {
        let loop = try EventLoop()
        let (own, other) = try Descriptor.streamPair()
        let source = try loop.watch(own)
        try other.writeAll([1])
        try loop.wait(until: nil)
        #expect(loop.take(source))
        loop.unwatch(source)
        // Only the timer is left.
        try loop.wait(until: past)
        #expect(!loop.take(source))
    }

    @Test func placesOfForgottenOnesAreUsedAgain() throws {
        let loop = try EventLoop()
        let (first, peer) = try Descriptor.streamPair()
        let old = try loop.watch(first)
        defer { withExtendedLifetime(peer) {} }
        for _ in 0..<100 {
            let (own, other) = try Descriptor.streamPair()
            let source = try loop.watch(own)
            try other.writeAll([1])
            try loop.wait(until: nil)
            #expect(loop.take(source) && !loop.take(old))
            loop.unwatch(source)
        }
    }
}
