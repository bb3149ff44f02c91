public import Signage
internal import SystemCalls

/// Reads playlist files: YAML, and JSON as a part of it.
public enum PlaylistReader {
    /// Bytes that a playlist's file may have.
    public static let largestFile = SourceFile.maximumSize
    /// Slides that a playlist may have.
    public static let mostSlides = Document.Limits().slides

    /// Reads a playlist and its ticker's file, and looks whether its pictures are there; blocks for the disk.
    ///
    /// - Parameters:
    ///   - path: the file, at most 16 MiB; pictures are relative to its folder. A link is followed.
    ///   - files: looks at the pictures.
    ///   - time: what the wall clock shows; nil: nobody knows, and slides whose time is over are not told.
    /// - Returns: the playlist, or errors. A picture that is missing or cannot be opened is a warning, and its
    ///   slide's `fault` says why; so is a ticker's file that cannot be used.
    public static func read(
        path: String, files: some FileProbe = DiskFiles(), at time: WallReading? = nil
    ) -> Reading<Playlist> {
        readWithBytes(path: path, files: files, at: time).reading
    }

    /// Reads a playlist as `read(path:files:at:)` does, and hands out what it was read from.
    ///
    /// - Returns: besides, the bytes of the file as they were then; none when it cannot be read.
    public static func readWithBytes(
        path: String, files: some FileProbe = DiskFiles(), at time: WallReading? = nil
    ) -> (reading: Reading<Playlist>, bytes: [UInt8]) {
        do throws(SourceFile.Failure) {
            let bytes = try SourceFile.bytes(of: path)
            let reading = parse(
                bytes, file: path, directory: SystemCalls.directory(of: absolutePath(path)), files: files,
                at: time)
            return (reading, bytes)
        } catch {
            let reason =
                switch error {
                case .missing: "no such file; write one, or name another with --playlist"
                case .unreadable(let reason): reason
                }
            let reading = Reading(
                value: nil, fallback: Playlist(),
                diagnostics: [Diagnostic(severity: .error, file: path, message: reason)])
            return (reading, [])
        }
    }

    /// Reads a playlist from memory.
    ///
    /// - Parameters:
    ///   - bytes: the file's contents, UTF-8.
    ///   - file: its name for diagnostics.
    ///   - directory: absolute; what relative paths start from.
    ///   - files: looks at the pictures.
    ///   - time: what the wall clock shows; nil: nobody knows.
    /// - Returns: as `read(path:files:at:)`.
    public static func parse(
        _ bytes: [UInt8], file: String, directory: String, files: some FileProbe = DiskFiles(),
        at time: WallReading? = nil
    ) -> Reading<Playlist> {
        parse(bytes, file: file, directory: directory, files: files, at: time, limits: Document.Limits())
    }

    static func parse(
        _ bytes: [UInt8], file: String, directory: String, files: some FileProbe,
        at time: WallReading? = nil, limits: Document.Limits
    ) -> Reading<Playlist> {
        var written = WrittenPlaylist()
        let document = Document.reading(bytes, file, limits) { (document, root) throws(Stop) in
            guard let root else {
                document.report(.error, Mark(), "the file is empty; a playlist begins with 'slides:'")
                return
            }
            if let value = try WrittenPlaylist.shape.read(document, root) { written = value }
        }
        written.checkWeights(document)
        let playlist = written.finished(directory: directory, files: files, document)
        if let time { written.reportWhatIsOver(at: time, document) }
        return Reading(
            value: document.hasErrors ? nil : playlist,
            fallback: document.hasErrors ? Playlist() : playlist,
            diagnostics: document.allDiagnostics())
    }
}

/// The whole file as written.
struct WrittenPlaylist: Sendable {
    var slides: [WrittenSlide] = []
    var carousel = WrittenCarousel()
    var ticker: WrittenTicker?

    static let table = Mapping<WrittenPlaylist>(
        [
            Key(
                "slides",
                .list(of: WrittenSlide.shape, expected: "a list of slides", limit: { $0.limits.slides }),
                \.slides, about: "shown in this order; an empty list shows the idle page"),
            Key("carousel", WrittenCarousel.shape, \.carousel, about: "how pages turn, and where they lie"),
            Key(
                "ticker", WrittenTicker.shape, \.ticker, about: "one line of text in a band",
                otherwise: "no band"),
        ],
        required: ["slides"],
        finish: { _, found, document in
            if found["slides"] == nil, !found.hasUnknown {
                document.report(.error, found.start, "'slides' is missing; an empty list is 'slides: []'")
            }
        })

    static let shape = table.shape("a mapping with slides, carousel and ticker") { WrittenPlaylist() }

    /// With everything in it that depends on the whole file or on other files.
    func finished(directory: String, files: some FileProbe, _ document: Document) -> Playlist {
        let ids = SlideIdentity.assign(slides.map { ($0.id, $0.subject) }) { index, before in
            document.report(
                .error, slides[index].idMark, path: [.key("slides"), .index(index), .key("id")],
                "\(quoted(slides[index].id ?? "")) is the id of slides[\(before)] already")
        }
        var playlist = Playlist(carousel: carousel.settings, ticker: ticker?.finished)
        guard !document.hasErrors else { return playlist }
        if let written = ticker?.file {
            readTicker(written, into: &playlist, directory: directory, files: files, document)
        }
        playlist.slides.reserveCapacity(slides.count)
        for (index, written) in slides.enumerated() {
            guard let content = written.content else { continue }
            var slide = Slide(
                content: content, id: ids[index], duration: written.duration,
                transition: written.transition, transitionDuration: written.transitionDuration,
                fit: written.fit ?? carousel.fit,
                background: written.background ?? carousel.settings.background, style: written.style,
                schedule: written.schedule, weight: written.weight, isEnabled: written.isEnabled)
            if case .image(let path) = content {
                let absolute = absolutePath(path, in: directory)
                slide.content = .image(path: absolute)
                switch files.status(of: absolute) {
                case .regular(let stamp): slide.stamp = stamp
                case .fault(let reason):
                    slide.fault = reason
                    document.report(
                        .warning, written.contentMark, path: [.key("slides"), .index(index), .key("image")],
                        "\(quoted(path)): \(reason); the slide is skipped")
                case .refused(let reason):
                    document.report(
                        .error, written.contentMark, path: [.key("slides"), .index(index), .key("image")],
                        "\(quoted(path)) \(reason)")
                }
            }
            playlist.slides.append(slide)
        }
        return playlist
    }

    private func readTicker(
        _ written: (path: String, mark: Mark), into playlist: inout Playlist, directory: String,
        files: some FileProbe, _ document: Document
    ) {
        let path: [Document.Step] = [.key("ticker"), .key("file")]
        let absolute = absolutePath(written.path, in: directory)
        if case .refused(let reason) = files.status(of: absolute) {
            return document.report(
                .error, written.mark, path: path, "\(quoted(written.path)) \(reason)")
        }
        let (file, text) = TickerFileReader.read(
            TickerFile(
                path: absolute, name: written.path, line: written.mark.line, column: written.mark.column,
                separator: ticker?.separator ?? TickerLines.separator), files: files)
        playlist.ticker?.file = file
        playlist.ticker?.text = .plain(text ?? "")
        if let message = TickerFileReader.message(of: file) {
            document.report(.warning, written.mark, path: path, message)
        }
    }
}

/// A path that a file in a folder names; the folder's own is absolute.
func absolutePath(_ path: String, in directory: String) -> String {
    path.hasPrefix("/") ? path : (directory == "/" ? "/" : directory + "/") + path
}

extension WrittenPlaylist {
    /// Pages that a round may have.
    static let mostPages = 1_000_000

    /// Names slides whose windows are closed for good.
    func reportWhatIsOver(at time: WallReading, _ document: Document) {
        for (index, slide) in slides.enumerated() where slide.isEnabled && slide.schedule.isOver(at: time) {
            // One that never opens has been named.
            guard let end = slide.schedule.windows.compactMap(\.lastEnd).max() else { continue }
            document.report(
                .warning, slide.scheduleMark, path: [.key("slides"), .index(index), .key("when")],
                "closed since \(end.day.text): the slide is not shown any more")
        }
    }

    /// Keeps rounds to a length that can be held.
    func checkWeights(_ document: Document) {
        var pages = 0
        for (index, slide) in slides.enumerated() {
            pages += slide.weight
            guard pages > Self.mostPages, slide.weight > 1 else { continue }
            return document.report(
                .error, slide.weightMark, path: [.key("slides"), .index(index), .key("weight")],
                "all slides together weigh more than \(Self.mostPages)")
        }
    }
}

extension Document {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - bytes: its contents.
    ///   - file: its name for diagnostics.
    ///   - limits: where reading ends.
    ///   - body: reads its value; given none when the file is empty.
    /// - Returns: the document with all its problems.
    static func reading(
        _ bytes: [UInt8], _ file: String, _ limits: Limits, _ body: (Document, Node?) throws(Stop) -> Void
    ) -> Document {
        guard bytes.count <= SourceFile.maximumSize else {
            let document = Document([], file: file, limits: limits)
            document.report(.error, Mark(), SourceFile.tooLarge)
            return document
        }
        let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let document = Document(hasMark ? Array(bytes.dropFirst(3)) : bytes, file: file, limits: limits)
        if isUTF16 {
            document.report(.error, Mark(), "the file is in UTF-16; save the file as UTF-8")
            return document
        }
        if let line = line(ofDirective: bytes) {
            document.report(.error, Mark(line: line), "directives (%TAG) are not allowed")
            return document
        }
        do throws(Stop) {
            let root = try document.root()
            try body(document, root)
            if root != nil { try document.finish() }
        } catch {
            // The reason is among the diagnostics.
        }
        return document
    }

    /// The first line that begins as a `%TAG` directive does.
    ///
    /// libyaml compares each of them with all before it, so a file full of them would take hours.
    private static func line(ofDirective bytes: [UInt8]) -> Int? {
        var line = 1
        var isStart = true
        for index in bytes.indices {
            if isStart, bytes[index] == UInt8(ascii: "%"), bytes[index...].starts(with: "%TAG".utf8) {
                return line
            }
            isStart = bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r")
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        }
        return nil
    }
}
