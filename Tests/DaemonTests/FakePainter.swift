import Compositor
import PaintJobs
import Signage
import SystemCalls

@testable import Daemon

/// A painter that paints at once, in one colour, or fails, or never ends.
final class FakePainter: Painter {
    /// What to do with a picture.
    enum Manner {
        case paint
        case fail(String)
        case crash(String)
        case postpone(String)
        case hang
    }

    var manner: (Picture) -> Manner = { _ in .paint }
    /// Whether every pixel has a colour by its place in the upright picture.
    var paintsPatterns = false
    /// Pixels of every ticker's text.
    var tickerWidth = 1000
    /// Every job submitted, in order.
    private(set) var pictures: [Picture] = []
    /// Whether each came with its file.
    private(set) var files: [Bool] = []
    private(set) var abandoned = 0
    private var job: PaintJob?
    /// Told at the next turn, before all else.
    var news: [PainterEvent] = []

    var isBusy: Bool { job != nil }

    func submit(_ job: PaintJob, at now: Instant) {
        precondition(self.job == nil)
        self.job = job
        pictures.append(job.picture)
        files.append(job.file != nil)
    }

    func abandon(at now: Instant) {
        job = nil
        abandoned += 1
    }

    func dispatch(at now: Instant) -> [PainterEvent] {
        defer { news = [] }
        guard news.isEmpty else { return news }
        guard let job else { return [] }
        switch manner(job.picture) {
        case .hang: return []
        case .fail(let reason):
            self.job = nil
            return [.finished(number: job.number, .failed(reason))]
        case .postpone(let reason):
            self.job = nil
            return [.finished(number: job.number, .postponed(reason))]
        case .crash(let reason):
            self.job = nil
            return [.finished(number: job.number, .crashed(reason))]
        case .paint:
            self.job = nil
            return [.finished(number: job.number, painted(job.picture))]
        }
    }

    func advance(to now: Instant) -> [PainterEvent] { [] }
    /// Busy: asked again soon, as a descriptor would wake the loop.
    func nextDeadline() -> Instant? { nil }

    private func painted(_ picture: Picture) -> PaintOutcome {
        let size: PixelSize
        switch picture {
        case .slide(let slide): size = slide.size
        case .idle(let page): size = page.size
        case .badge(let badge): size = PixelSize(width: badge.side, height: badge.side)
        case .counter(let counter): size = counter.largestSize
        case .tickerTile(let tile):
            guard let columns = StripMeasure(width: tickerWidth).columns(ofTile: tile.index) else {
                return .failed("there is no such tile")
            }
            size = PixelSize(width: columns.count, height: tile.strip.height * TickerTile.phases)
        case .tickerStrip(let strip):
            return .painted(
                PaintedPicture(size: PixelSize(width: tickerWidth, height: strip.height), isOpaque: false),
                stride: 0, nil)
        }
        let rows = size.turned(by: picture.rotation)
        let stride = rows.width * 4
        guard let file = try? MemoryFile(name: "fake", size: stride * rows.height),
            let mapping = try? Mapping(file.descriptor, size: stride * rows.height, writable: true)
        else { return .failed("no memory") }
        mapping.bytes.storeBytes(of: 0xff00_ff00, as: UInt32.self)
        if paintsPatterns {
            let color = Self.color(of: picture)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let place = PixelRect(x: x, y: y, width: 1, height: 1)
                        .turned(by: picture.rotation, in: size)
                    mapping.bytes.storeBytes(
                        of: 0xff00_0000 | color << 16 | UInt32(x & 0xff) << 8 | UInt32(y & 0xff),
                        toByteOffset: place.y * stride + place.x * 4, as: UInt32.self)
                }
            }
        }
        return .painted(PaintedPicture(size: size, isOpaque: true), stride: stride, mapping)
    }

    /// What the picture shows, as a channel: the same however it is turned.
    private static func color(of picture: Picture) -> UInt32 {
        switch picture {
        case .slide(let slide):
            if case .text(let text) = slide.content { UInt32(text.utf8.reduce(0) { $0 &+ $1 }) } else { 1 }
        case .tickerStrip: 0
        case .tickerTile(let tile): UInt32(2 + tile.index)
        case .idle: 3
        case .badge: 4
        case .counter(let counter): UInt32(5 + counter.number % 250)
        }
    }
}
