internal import PlaylistFile
internal import Signage
internal import StoreJobs
internal import SystemCalls

/// Files that may change while the sign plays. They are watched here, and looked at and read by the store.
extension SignDaemon {
    /// From a change of the ticker's file to its reading: by then editors have put the new file in the old one's place.
    private static let settlingTime = Duration.milliseconds(100)

    /// The ticker's file, if it is one that may change: what was pushed stays as it is.
    private var tickerFile: TickerFile? {
        content.source == .store ? nil : player.sign.tickerFile
    }

    private var isReadingTicker: Bool {
        errands.values.contains { if case .ticker = $0 { true } else { false } }
    }

    /// When the ticker's file is to be read again; nil: it has not changed.
    func nextTickerReading() -> Instant? { isReadingTicker ? nil : tickerReading }

    /// Watches what there is to watch by now.
    func watchFiles(at now: Instant) {
        let (ticker, faulty) = (tickerFile, player.sign.faultyPaths)
        // Asked with every frame: two of the same list are compared at once, however long it is.
        guard ticker?.path != watchedTicker || faulty != watchedPictures else { return }
        watchedPictures = faulty
        fileWatch?.watch((ticker.map { [$0.path] } ?? []) + faulty)
        guard ticker?.path != watchedTicker else { return }
        watchedTicker = ticker?.path
        // It may have changed after it was read and before it was watched.
        if let ticker { ask(.readTicker(ticker), .ticker, at: now) }
    }

    /// Has what changed looked at, or read.
    func takeFileChanges(at now: Instant) {
        guard let changes = fileWatch?.changes() else { return }
        let paths = changes.watched.filter { $0 != watchedTicker }
        if !paths.isEmpty { ask(.look(paths: paths), .look(paths), at: now) }
        if let watchedTicker, changes.settled.contains(watchedTicker) {
            // Not put off by further changes: one that is written again and again is read all the same.
            tickerReading = tickerReading ?? now + Self.settlingTime
        }
    }

    /// Reads the ticker's file again, if it is due.
    func readTicker(at now: Instant) {
        guard !isReadingTicker, let moment = tickerReading, moment <= now else { return }
        tickerReading = nil
        guard var file = tickerFile else { return }
        // Read whatever its stamp says: two versions within a tick of the clock have the same.
        file.stamp = nil
        ask(.readTicker(file), .ticker, at: now)
    }

    /// Takes what was read; a file that cannot be used is named, and the text stays.
    func finishTicker(_ file: TickerFile, _ text: String?, at now: Instant) {
        guard let known = content.playlist.ticker?.file, known.path == file.path else { return }
        content.playlist.ticker?.file = file
        if let text { content.playlist.ticker?.text = .plain(text) }
        content.diagnostics.removeAll { TickerFileReader.isAbout($0) }
        if let diagnostic = TickerFileReader.diagnostic(of: file, in: options.playlist) {
            content.diagnostics.append(diagnostic)
            if file.fault != known.fault { log(.warning, diagnostic.description) }
        } else if known.fault != nil {
            log(.info, "the ticker's file '\(file.name)' can be used again")
        }
        player.handle(.tickerFile(file, text: text), at: now)
    }
}
