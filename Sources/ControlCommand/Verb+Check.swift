internal import Arguments
internal import Signage

extension Verb {
    static let check = Verb(
        name: "check", usage: "PATH [--strict] [--size WxH]", summary: "try a playlist without showing it",
        details: """
            PATH is a playlist file, a folder with playlist.yaml, or a folder of pictures. Prints every problem
            of the file as file:line:column: severity: path: message, then paints every slide once and prints
            what it is, whether it will be shown, and which characters no font has. Slides whose time is over
            are warned about. Needs no running daemon.
            Of a folder of pictures each is a slide, in natural order (picture2 before picture10); dot files and
            folders in it are passed over, and what is no picture is named and left out.
            The exit status is 78 when the playlist cannot be used; with --strict also for any warning.
            """,
        flags: [
            Flag("strict", "count warnings as errors"),
            Flag("size", value: "WxH", "pixels of the screen (default: 1920x1080)"),
        ],
        runsHere: true
    ) { invocation throws(CommandError) in
        let path = try invocation.operands("PATH")[0]
        let size = try invocation.screenSize(atMost: 16384)
        let console = invocation.console
        let check = LocalCheck(console: console, painter: invocation.painter)
        var source = try PlaylistSource(path, at: LocalClock.reading)
        _ = try check.read(source)
        guard check.canPaint else {
            throw .failed(
                "the pictures were not checked: there is no '\(printable(invocation.painter))'", .failure)
        }
        let outcome = try check.paint(&source, on: size, tellsAll: true)
        let slides = try source.playlist().slides.count
        try console.say(
            "\(outcome.shown) of \(StatusText.count(slides, "slide")) can be shown, "
                + StatusText.count(outcome.warnings, "warning"))
        if invocation.arguments.has("strict") && outcome.warnings > 0 {
            throw .failed("warnings count as errors with --strict", .badContent)
        }
        return .success
    }
}

extension Invocation {
    /// `--size`, the pixels of a screen.
    func screenSize(atMost limit: Int) throws(CommandError) -> PixelSize {
        try reading { arguments throws(ArgumentError) in
            guard let text = arguments.value("size") else { return PixelSize(width: 1920, height: 1080) }
            let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            guard sides.count == 2, sides.allSatisfy({ (1...limit).contains($0) }) else {
                throw .badValue(
                    what: "--size", value: text,
                    expected: "pixels across and down, like 1920x1080, at most \(limit) each")
            }
            return PixelSize(width: sides[0], height: sides[1])
        }
    }
}
