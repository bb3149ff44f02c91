/// The ticker for those whom motion troubles: where its text would scroll it stands still, and is replaced by the next
/// bandful in one frame.
///
/// A bandful stays as long as its part of the text would take to scroll by, so the text comes at the pace that was
/// asked for. The next one begins within the one before: a word that an edge cuts is whole on one of the two.
extension Sign {
    /// Of a band, at most: how much of it comes again with the next bandful.
    private static let overlapShare = 0.25
    /// The same in sizes of the letters.
    private static let overlapLetters = 4.0

    /// The moment whose text shows at a moment: with reduced motion the beginning of its bandful.
    func tickerTime(at time: Instant) -> Instant {
        guard let length = bandfulTime, let since = ticker?.since, time > since else { return time }
        let passed = (time - since).nanoseconds / length.nanoseconds
        return since + .nanoseconds(passed * length.nanoseconds)
    }

    /// Whether the ticker's text travels right after a moment.
    func isTickerMoving(at time: Instant) -> Bool {
        guard let ticker, bandfulTime == nil else { return false }
        return ticker.isMoving(at: time)
    }

    /// When the next bandful comes; nil: there is none, or the text scrolls.
    func nextBandful(after now: Instant) -> Instant? {
        guard let length = bandfulTime, let since = ticker?.since else { return nil }
        return max(since, tickerTime(at: now)) + length
    }

    /// What must be painted for the ticker: the bandful that shows, and the next one.
    func tickerPictures(at time: Instant) -> [Picture] {
        guard let ticker else { return [] }
        let shown = tickerTime(at: time)
        let pictures = ticker.wantedPictures(at: shown)
        guard let length = bandfulTime else { return pictures }
        let known = Set(pictures)
        return pictures + ticker.wantedPictures(at: shown + length).filter { !known.contains($0) }
    }

    /// How long a bandful shows; nil: motion is not reduced, or nothing moves.
    private var bandfulTime: Duration? {
        guard carouselSettings.motion == .reduced, let ticker, let since = ticker.since,
            ticker.pixelsPerSecond > 0, ticker.isMoving(at: max(since, clock))
        else { return nil }
        let letters = ticker.settings.style.size * ticker.scale * Self.overlapLetters
        let way = Double(ticker.band.width) - min(Double(ticker.band.width) * Self.overlapShare, letters)
        let nanoseconds = way.rounded(.up) / ticker.pixelsPerSecond * 1e9
        return .nanoseconds(Int64(min(1e17, max(1e6, nanoseconds))))
    }
}
