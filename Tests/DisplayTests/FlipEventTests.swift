import Glibc
import Signage
import SystemCalls
import Testing

@testable import Display

@Suite struct FlipEventTests {
    static func event(type: UInt32, length: UInt32, key: UInt64, sequence: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        func append<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number) { bytes += $0 }
        }
        append(type)
        append(length)
        append(key)
        append(UInt32(12))
        append(UInt32(345_678))
        append(sequence)
        append(UInt32(41))
        return bytes
    }

    func parse(_ bytes: [UInt8]) -> [FlipEvent] { bytes.withUnsafeBytes { FlipEvent.parse($0) } }

    @Test func readsFlipsAndPassesOverOtherEvents() {
        let bytes =
            Self.event(type: 2, length: 32, key: 7, sequence: 100)
            + Self.event(type: 1, length: 32, key: 8, sequence: 1)
            + Self.event(type: 2, length: 32, key: 9, sequence: 101)
        let time = Instant(nanoseconds: 12_345_678_000)
        #expect(
            parse(bytes) == [
                FlipEvent(key: 7, time: time, sequence: 100, crtc: 41),
                FlipEvent(key: 9, time: time, sequence: 101, crtc: 41),
            ])
    }

    @Test func noBytesMakeItTrap() {
        let whole =
            Self.event(type: 2, length: 32, key: 7, sequence: 100)
            + Self.event(type: 2, length: 32, key: 8, sequence: 1)
        for length in 0...whole.count {
            #expect(parse(Array(whole.prefix(length))).count == length / 32)
        }
        for length: UInt32 in [0, 7, 8, 31, 33, .max] {
            #expect(parse(Self.event(type: 2, length: length, key: 1, sequence: 1)).isEmpty)
        }
    }

    @Test func theEndOfTheFileMeansTheCardIsGone() throws {
        var numbers: [CInt] = [-1, -1]
        try checked("pipe") { pipe(&numbers) }
        let reading = Descriptor(owning: numbers[0])
        _ = Descriptor(owning: numbers[1])
        #expect(throws: KMSError("read", errno: ENODEV)) { try FlipEvent.read(from: reading) }
    }
}
