extension Ticker {
    /// Scrolls from the origin, if the text needs to and does not.
    public mutating func start(at now: Instant) -> CommandAnswer {
        guard settings.scroll != .never else {
            return .refused("the ticker's scrolling is off: the playlist says 'scroll: never'")
        }
        guard isStopped else { return .done(waited: .zero) }
        isStopped = false
        if let last = lastRun { place(last.strip, at: now) }
        return .done(waited: .zero)
    }

    /// Goes back to the origin and rests there; a finger lets go.
    public mutating func stop(at now: Instant) -> CommandAnswer {
        isStopped = true
        if let last = lastRun { place(last.strip, at: now) }
        loosenGrip(at: now)
        forgetStrips()
        return .done(waited: .zero)
    }

    /// Another speed in points a second; the offset stays.
    public mutating func setSpeed(_ speed: Double, at now: Instant) -> CommandAnswer {
        guard Self.speeds.contains(speed) else {
            return .refused("the speed must be 0 … 5000 points a second")
        }
        rebase(at: now)
        self.speed = speed
        return .done(waited: .zero)
    }

    /// Another text; comes on as soon as it is painted.
    ///
    /// - Parameters:
    ///   - text: plain, at most `characterLimit` characters; line breaks and tabs become spaces; may be empty.
    ///   - replacing: in one frame from the origin, instead of following what shows.
    ///   - now: the present.
    /// - Returns: done, or refused as too long.
    public mutating func setText(_ text: String, now replacing: Bool, at now: Instant) -> CommandAnswer {
        guard text.utf8.count <= Self.characterLimit || text.count <= Self.characterLimit else {
            return .refused("a ticker's text has at most \(Self.characterLimit) characters")
        }
        let line = TickerText.plain(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
        let shown = lastRun.flatMap { strips[$0.strip]?.strip }
        if !replacing, shown == strip(of: line) {
            arrival = nil
            forgetStrips()
        } else {
            expect(line, replacing ? .replacing : .following, at: now)
        }
        return .done(waited: .zero)
    }
}
