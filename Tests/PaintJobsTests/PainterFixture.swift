internal import Glibc
internal import PaintJobs
internal import Signage
internal import SystemCalls
internal import TestSupport

/// A client whose painter is the fake one, with a behaviour.
final class PainterFixture {
    let client: PainterClient
    private let folder: TemporaryFolder

    init(_ behaviour: String) throws {
        folder = try TemporaryFolder()
        client = try PainterClient(executable: try folder.link(behaviour, toBuilt: "fake-painter"))
    }

    deinit {
        client.close()
    }

    /// Waits for the painter until something is told; the time given is only what the client is told.
    func events(at now: Instant) throws -> [PainterEvent] {
        let poller = try Poller()
        try poller.watch(client.descriptor.number, for: .readable, key: 0)
        for _ in 0..<100 {
            let events = client.advance(to: now) + client.dispatch(at: now)
            if !events.isEmpty || client.nextDeadline() == nil { return events }
            if try poller.ready(within: 10_000).isEmpty { break }
        }
        return []
    }

    /// Hands over a job, and waits until the painter has said that it is ready.
    func submitToReadyPainter(_ job: PaintJob, at now: Instant) throws {
        let poller = try Poller()
        try poller.watch(client.descriptor.number, for: .readable, key: 0)
        client.submit(job, at: now)
        _ = try poller.ready(within: 10_000)
        _ = client.dispatch(at: now)
    }

    /// The outcome of a job, in one piece.
    func outcome(of job: PaintJob, at now: Instant = Instant(seconds: 1)) throws -> PaintOutcome? {
        client.submit(job, at: now)
        for event in try events(at: now) {
            if case .finished(job.number, let outcome) = event { return outcome }
        }
        return nil
    }
}

extension PaintJob {
    /// A small job, whose width is the painter's to say.
    static func tile(_ number: UInt64) -> PaintJob {
        let strip = TickerStrip(text: .plain("x"), style: TextStyle(), scale: 1, height: 8)
        return PaintJob(number: number, picture: .tickerTile(TickerTile(strip: strip, index: 0)), file: nil)
    }

    /// Another.
    static func badge(_ number: UInt64, side: Int = 8) -> PaintJob {
        PaintJob(number: number, picture: .badge(Badge(symbol: .paused, side: side)), file: nil)
    }
}

extension PaintOutcome {
    /// Why there are no pixels, whoever's fault it is.
    var reason: String? {
        switch self {
        case .failed(let reason), .crashed(let reason), .postponed(let reason): reason
        case .painted: nil
        }
    }

    /// Whether the painter came to grief over the picture.
    var isCrash: Bool {
        if case .crashed = self { true } else { false }
    }
}
