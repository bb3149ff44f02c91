internal import Arguments
internal import Control
internal import Glibc
internal import Signage
internal import SystemCalls

extension Verb {
    static let screenshot = Verb(
        name: "screenshot", usage: "[FILE.png]", summary: "exactly the frame on the screen, as a PNG file",
        details: """
            Without FILE the name is screenshot- with date and time, in this folder; '-' is standard output.
            With several machines each name gets the host's at its end.
            """,
        changesNothing: true, operandsOfEach: operands(_:of:)
    ) { invocation throws(CommandError) in
        if invocation.arguments.operands.count > 1 { _ = try invocation.operands("FILE.png") }
        let name = invocation.arguments.operands.first ?? "screenshot-\(localTime()).png"
        if name == "-" && invocation.console.isTerminal {
            throw .usage(
                .usage("a picture is not written to a terminal; name a file, or redirect"), verb: "screenshot"
            )
        }
        let picture = try invocation.withDaemon { client throws(ControlClient.Failure) in
            try client.screenshot()
        }
        guard
            let png = CairoPicture(
                size: PixelSize(width: picture.width, height: picture.height), pixels: picture.pixels)?.png()
        else {
            throw .failed(
                "the screenshot of \(picture.width)x\(picture.height) cannot be packed as PNG", .failure)
        }
        if name == "-" {
            try invocation.console.put(png)
        } else {
            try write(png, to: name)
            try invocation.console.say(printable("\(name): \(picture.width)x\(picture.height)"))
        }
        return .success
    }

    /// One machine's file: "wall.png" makes "wall-entrance.png".
    @Sendable private static func operands(
        _ operands: [String], of host: String
    ) throws(CommandError) -> [String] {
        if operands.count > 1 { throw .usage(.unexpectedOperand(operands[1]), verb: "screenshot") }
        let name = operands.first ?? "screenshot-\(localTime()).png"
        guard name != "-" else {
            throw .usage(.usage("several pictures do not fit standard output"), verb: "screenshot")
        }
        let start = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
        let end = name[start...].lastIndex(of: ".").flatMap { $0 > start ? $0 : nil } ?? name.endIndex
        return [name[..<end] + "-" + host + name[end...]]
    }

    /// Writes a file anew.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        do throws(SystemError) {
            let number = try checked("open", path) {
                open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            }
            let file = Descriptor(owning: number)
            if !writeAll(bytes, to: file.number) { throw SystemError("write", path, errno: errno) }
        } catch {
            throw .system(error)
        }
    }

    /// Now in local time, fit for a file's name: "2026-12-01-212558".
    private static func localTime() -> String {
        var moment = time(nil)
        var parts = tm()
        localtime_r(&moment, &parts)
        var room = [CChar](repeating: 0, count: 32)
        let count = strftime(&room, room.count, "%Y-%m-%d-%H%M%S", &parts)
        return String(decoding: room.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
