internal import Glibc
internal import PaintJobs
internal import PlaylistFile
internal import Signage
internal import SystemCalls

/// What can be found out about a playlist on this machine: what `check` prints, and what comes before a push.
struct LocalCheck {
    let console: Console
    /// Path of `signage-painter`.
    let painter: String

    /// What came of it.
    struct Outcome {
        var warnings = 0
        /// Slides that can be shown.
        var shown = 0
    }

    /// Whether there is a painter to try the pictures with.
    var canPaint: Bool { access(painter, X_OK) == 0 }

    /// Prints every problem of the file.
    ///
    /// - Returns: the playlist.
    /// - Throws: `.failed` with 78 when it has errors.
    func read(_ source: PlaylistSource) throws(CommandError) -> Playlist {
        for diagnostic in source.reading.diagnostics { try console.say(printable("\(diagnostic)")) }
        for remark in source.pictures?.leftOut ?? [] { try console.say(remark.line) }
        return try source.playlist()
    }

    /// Paints every slide and prints what came of it; what a folder has besides pictures is taken out of the source.
    ///
    /// - Parameters:
    ///   - source: read before.
    ///   - size: pixels of the screen.
    ///   - tellsAll: whether slides that can be shown are worth a line, too.
    /// - Returns: how many can be shown, and the warnings, those of the file included.
    /// - Throws: `.outputFailed`, and the errno of starting the painter.
    func paint(
        _ source: inout PlaylistSource, on size: PixelSize, tellsAll: Bool
    ) throws(CommandError) -> Outcome {
        let playlist = try source.playlist()
        var outcome = Outcome(warnings: source.reading.diagnostics.count)
        var others: Set<Int> = []
        var place = 0
        var progress = ProgressLine(console, plain: false)
        try contentCheck().run(playlist, on: size) { finding throws(CommandError) in
            defer { place += 1 }
            if finding.isSlide { progress.tell("trying slide \(place + 1) of \(playlist.slides.count)") }
            if source.pictures != nil, finding.isSlide, ContentCheck.saysNoPicture(finding.fault ?? "") {
                others.insert(place)
                progress.clear()
                let name = printable(playlist.slides[place].id)
                try console.say(PictureFolder.Remark(name: name, reason: finding.fault ?? "").line)
                return
            }
            var finding = finding
            if finding.isSlide, !others.isEmpty {
                // What is left out has no number.
                finding.subject = "slide \(place + 1 - others.count) '\(playlist.slides[place].id)'"
            }
            if tellsAll || finding.isNews {
                progress.clear()
                try console.say(printable(finding.line))
            }
            if finding.isSlide && finding.isEnabled && finding.fault == nil { outcome.shown += 1 }
            if finding.isNews { outcome.warnings += 1 }
        }
        progress.clear()
        source.leaveOut(others)
        return outcome
    }

    private func contentCheck() throws(CommandError) -> ContentCheck {
        do throws(SystemError) {
            return try ContentCheck(painter: painter)
        } catch {
            throw .system(error)
        }
    }
}

extension ContentCheck {
    /// Whether a fault is that the file is no picture at all.
    static func saysNoPicture(_ fault: String) -> Bool { fault.hasPrefix(PaintOutcome.noPicture) }
}

extension PlaylistSource {
    /// The playlist.
    ///
    /// - Throws: `.failed` with 78 when it has errors.
    func playlist() throws(CommandError) -> Playlist {
        if let playlist = reading.value { return playlist }
        let errors = reading.diagnostics.count { $0.severity == .error }
        throw .failed(
            "'\(printable(file))' cannot be used: " + StatusText.count(errors, "error"), .badContent)
    }
}

extension PictureFolder.Remark {
    /// "'notes.txt' is left out: not a picture".
    var line: String { "'\(name)' is left out: \(reason)" }
}
