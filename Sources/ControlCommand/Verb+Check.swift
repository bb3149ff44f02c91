internal import Arguments
internal import Glibc
internal import PaintJobs
internal import PlaylistFile
internal import Signage
internal import SystemCalls

extension Verb {
    static let check = Verb(
        name: "check", usage: "PATH [--strict] [--size WxH]", summary: "try a playlist without showing it",
        details: """
            PATH is a playlist file, or a folder with playlist.yaml. Prints every problem of the file as
            file:line:column: severity: path: message, then paints every slide once and prints what it is,
            whether it will be shown, and which characters no font has. Needs no running daemon.
            The exit status is 78 when the playlist cannot be used; with --strict also for any warning.
            """,
        flags: [
            Flag("strict", "count warnings as errors"),
            Flag("size", value: "WxH", "pixels of the screen (default: 1920x1080)"),
        ]
    ) { invocation throws(CommandError) in
        let path = playlistPath(try invocation.operands("PATH")[0])
        let size = try invocation.reading { arguments throws(ArgumentError) in try screenSize(arguments) }
        let console = invocation.console
        let reading = PlaylistReader.read(path: path)
        for diagnostic in reading.diagnostics { try console.say(printable("\(diagnostic)")) }
        let errors = reading.diagnostics.count { $0.severity == .error }
        guard let playlist = reading.value else {
            throw .failed(
                "'\(printable(path))' cannot be used: " + StatusText.count(errors, "error"), .badContent)
        }
        guard access(invocation.painter, X_OK) == 0 else {
            throw .failed(
                "the pictures were not checked: there is no '\(printable(invocation.painter))'", .failure)
        }
        var warnings = reading.diagnostics.count
        var shown = 0
        try contentCheck(invocation).run(playlist, on: size) { finding throws(CommandError) in
            try console.say(printable(finding.line))
            if finding.isSlide && finding.fault == nil { shown += 1 }
            if finding.isNews { warnings += 1 }
        }
        try console.say(
            "\(shown) of \(StatusText.count(playlist.slides.count, "slide")) can be shown, "
                + StatusText.count(warnings, "warning"))
        if invocation.arguments.has("strict") && warnings > 0 {
            throw .failed("warnings count as errors with --strict", .badContent)
        }
        return .success
    }

    private static func contentCheck(_ invocation: Invocation) throws(CommandError) -> ContentCheck {
        do throws(SystemError) {
            return try ContentCheck(painter: invocation.painter)
        } catch {
            throw .system(error)
        }
    }

    /// The playlist that a path means: the file itself, or the one in a folder.
    private static func playlistPath(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return path }
        return (path.hasSuffix("/") ? path : path + "/") + "playlist.yaml"
    }

    private static func screenSize(_ arguments: ParsedArguments) throws(ArgumentError) -> PixelSize {
        guard let text = arguments.value("size") else { return PixelSize(width: 1920, height: 1080) }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard sides.count == 2, sides.allSatisfy({ (1...16384).contains($0) }) else {
            throw .badValue(what: "--size", value: text, expected: "pixels across and down, like 1920x1080")
        }
        return PixelSize(width: sides[0], height: sides[1])
    }
}
