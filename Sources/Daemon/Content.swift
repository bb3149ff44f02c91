internal import PlaylistFile
internal import Signage
internal import SystemCalls

/// What a sign plays and how it is configured, and what was wrong with the files it came from.
struct Content {
    /// Where the playlist came from.
    enum Source: String {
        case file
        /// The copy of the last accepted playlist, because the file cannot be used.
        case lastGood = "last-good"
        /// Nothing can be played.
        case none
    }

    var configuration = Configuration()
    var playlist = Playlist()
    var source = Source.none
    /// Problems of both files, errors and warnings.
    var diagnostics: [Diagnostic] = []

    var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }

    /// "6 slides, 1 error, 2 warnings".
    var summary: String {
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)" + (number == 1 ? "" : "s") }
        var parts = [count(playlist.slides.count, "slide")]
        if !errors.isEmpty { parts.append(count(errors.count, "error")) }
        let warnings = diagnostics.count - errors.count
        if warnings > 0 { parts.append(count(warnings, "warning")) }
        return parts.joined(separator: ", ")
    }
}

extension Options {
    /// Reads both files as they are now.
    func readFiles() -> (configuration: Reading<Configuration>, playlist: Reading<Playlist>) {
        (
            ConfigurationReader.read(path: configuration, optional: configurationIsOptional),
            PlaylistReader.read(path: playlist)
        )
    }
}

/// Reads what a sign plays, and finds something to play at a start.
struct ContentReader {
    let options: Options
    let lastGood: LastGoodPlaylist

    /// Both files as they are now; `source` is `.file` only if both can be taken without an error.
    func read() -> Content {
        let (configuration, playlist) = options.readFiles()
        return Content(
            configuration: configuration.fallback, playlist: playlist.fallback,
            source: configuration.hasErrors || playlist.hasErrors ? .none : .file,
            diagnostics: configuration.diagnostics + playlist.diagnostics)
    }

    /// What to play at a start: whatever the files say, it gives something.
    ///
    /// A configuration with errors has its defaults; a playlist with errors gives way to the last good one.
    func start() -> Content {
        let (configuration, playlist) = options.readFiles()
        var content = Content(
            configuration: configuration.fallback,
            diagnostics: configuration.diagnostics + playlist.diagnostics)
        if let value = playlist.value {
            content.playlist = value
            content.source = .file
        } else if let copy = lastGood.read(),
            let value = PlaylistReader.parse(
                copy.bytes, file: copy.origin, directory: directory(of: copy.origin)
            ).value
        {
            content.playlist = value
            content.source = .lastGood
        }
        return content
    }
}
