import Signage
import Testing
import Wire

@testable import PaintJobs

@Suite struct PaintMessagesTests {
    static let style = TextStyle(
        font: "Noto Sans CJK KR", size: 31.5, color: Color(red: 1, green: 2, blue: 3, alpha: 4), align: .right
    )

    static let slides: [Slide.Content] = [
        .image(path: "/srv/sommer größe.jpg"), .text("Fish & chips 🐟\n두 개"), .markup("<b>−30 %</b>"),
        .color(Color(red: 250, green: 128, blue: 7)),
    ]

    static let pictures: [Picture] =
        slides.map {
            .slide(
                SlidePicture(
                    content: $0, stamp: nil, size: PixelSize(width: 1920, height: 1016), fit: .cover,
                    background: .white, style: style, scale: 1.125, rotation: .clockwise270))
        } + [
            .tickerStrip(TickerStrip(text: .plain("a · b"), style: style, scale: 2, height: 64)),
            .tickerTile(
                TickerTile(
                    strip: TickerStrip(text: .markup("<i>x</i>"), style: style, scale: 1, height: 5),
                    index: 31, rotation: .half)),
            .idle(
                IdlePage(
                    size: PixelSize(width: 3, height: 4), color: .black, title: "t", lines: ["", "b"],
                    scale: 0.25, rotation: .clockwise90)),
            .badge(Badge(symbol: .playing, side: 120, rotation: .clockwise270)),
            .counter(
                Counter(
                    number: 999, count: 1000, color: .white,
                    ground: Color(red: 9, green: 8, blue: 7, alpha: 6),
                    scale: 0.375, rotation: .half)),
        ]

    @Test(arguments: pictures) func aPictureSurvivesTheWay(_ picture: Picture) throws {
        #expect(try Picture(encoded: picture.encoded) == picture)
    }

    @Test func theVersionOfTheFileGoesWithIt() throws {
        guard case .slide(var slide) = Self.pictures[0] else { return }
        slide.stamp = FileStamp(device: 1, inode: .max, size: 3, modified: -4)
        #expect(try Picture(encoded: Picture.slide(slide).encoded) == .slide(slide))
        #expect(Picture.slide(slide).encoded != Self.pictures[0].encoded)
    }

    @Test(arguments: pictures) func noPrefixOfAPictureIsAPicture(_ picture: Picture) {
        let bytes = picture.encoded
        for count in 0..<bytes.count {
            #expect(throws: MalformedMessage.self) { try Picture(encoded: Array(bytes.prefix(count))) }
        }
        #expect(throws: MalformedMessage.self) { try Picture(encoded: bytes + [0]) }
    }

    @Test(arguments: pictures) func changedBytesNeverTrap(_ picture: Picture) {
        for bytes in mutations(of: picture.encoded, count: 1000) { _ = try? Picture(encoded: bytes) }
    }

    @Test func jobsAndRepliesSurviveTheWay() throws {
        let job = JobMessage(number: .max, pictureBytes: 70_000, pixelBytes: 8_294_400, hasFile: true)
        #expect(try JobMessage(encoded: job.encoded) == job)
        #expect(job.encoded.count <= JobMessage.limit)
        let picture = PaintedPicture(
            size: PixelSize(width: 1920, height: 1080), isOpaque: false,
            notes: ["text taller than its band", "zwei"],
            measure: StripMeasure(width: 1920, before: 2, after: 3, isRightToLeft: true))
        for result in [ReplyMessage.Result.painted(picture, stride: 7680), .failed("the file is empty")] {
            let reply = ReplyMessage(number: 3, result: result)
            #expect(try ReplyMessage(encoded: reply.encoded) == reply)
            for bytes in mutations(of: reply.encoded, count: 3000) { _ = try? ReplyMessage(encoded: bytes) }
        }
        for bytes in mutations(of: job.encoded, count: 3000) { _ = try? JobMessage(encoded: bytes) }
    }

    @Test func notesAreLinesOfBoundedLength() throws {
        let long = String(repeating: "한", count: 5000)
        let picture = PaintedPicture(
            size: PixelSize(width: 1, height: 1), isOpaque: true,
            notes: Array(repeating: long, count: 100) + ["never seen"])
        let bytes = ReplyMessage(number: 1, result: .painted(picture, stride: 4)).encoded
        #expect(bytes.count <= ReplyMessage.limit)
        guard case .painted(let came, _) = try ReplyMessage(encoded: bytes).result else { return }
        #expect(came.notes.count == ReplyMessage.mostNotes)
        #expect(came.notes.allSatisfy { $0.count == ReplyMessage.mostCharacters && $0.hasSuffix("…") })
        // A painter that does not keep to this is not believed either.
        let reply = ReplyMessage(number: 1, result: .failed("two\nlines\u{1b}[31m"))
        guard case .failed(let reason) = try ReplyMessage(encoded: reply.encoded).result else { return }
        #expect(reason == "two lines [31m")
    }

    /// Bytes with up to four of them changed, the same in every run.
    private func mutations(of bytes: [UInt8], count: Int) -> [[UInt8]] {
        var state: UInt64 = 42
        func random(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        return (0..<count).map { _ in
            var changed = bytes
            for _ in 0...random(below: 4) {
                changed[random(below: changed.count)] = UInt8(random(below: 256))
            }
            return changed
        }
    }
}
