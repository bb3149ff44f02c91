internal import Arguments
internal import Control
internal import Glibc
internal import PlaylistFile
internal import Signage

extension Verb {
    static let preview = Verb(
        name: "preview", usage: "PATH [--size WxH] [-o FILE.png]",
        summary: "a sheet of every slide as it will look, without a sign",
        details: """
            PATH is a playlist file, a folder with playlist.yaml, or a folder of pictures. Each slide is drawn as the
            sign draws it, with ticker and page indicator, and laid out with its number and id on one picture; a
            slide that cannot be shown says why. A sheet has at most \(ContactSheet.mostSlides) slides and
            \(SheetLayout.longestSide) pixels a side. Needs no running daemon. '-' is standard output.
            """,
        flags: [
            Flag("size", value: "WxH", "pixels of the screen (default: 1920x1080)"),
            Flag("output", short: "o", value: "FILE.png", "where to write the sheet (default: preview.png)"),
        ],
        runsHere: true
    ) { invocation throws(CommandError) in
        let path = try invocation.operands("PATH")[0]
        let screen = try invocation.screenSize(atMost: PreviewRecord.longestSide)
        let console = invocation.console
        let output = invocation.arguments.value("output") ?? "preview.png"
        if output == "-" && console.isTerminal {
            throw .usage(
                .usage("a picture is not written to a terminal; name a file, or redirect"), verb: "preview")
        }
        let source = try PlaylistSource(path)
        for diagnostic in source.reading.diagnostics { console.complain(printable("\(diagnostic)")) }
        for remark in source.pictures?.leftOut ?? [] { console.complain(remark.line) }
        let playlist = try source.playlist()
        guard !playlist.slides.isEmpty else {
            throw .failed("'\(printable(path))' has no slides", .failure)
        }
        guard access(invocation.player, X_OK) == 0 else {
            throw .failed("a preview needs signaged: there is no '\(printable(invocation.player))'", .failure)
        }
        let sheet = try Previewer(player: invocation.player, console: console).sheet(
            of: source, slides: playlist.slides.count, on: screen)
        guard let png = sheet.picture()?.png() else {
            throw .failed("there is no memory for the sheet", .failure)
        }
        if output == "-" {
            try console.put(png)
        } else {
            try write(png, to: output)
            try console.say(summary(of: sheet, in: output))
        }
        return .success
    }

    /// "preview.png: 8 slides, 1 of them not shown".
    private static func summary(of sheet: ContactSheet, in file: String) -> String {
        let skipped = sheet.entries.count { $0.picture == nil }
        return printable("\(file): \(StatusText.count(sheet.entries.count, "slide"))")
            + (skipped > 0 ? ", \(skipped) of them not shown" : "")
            + (sheet.others > 0 ? "; \(sheet.others) more are not on it" : "")
    }
}
