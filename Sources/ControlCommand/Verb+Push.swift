internal import Arguments
internal import Control
internal import Glibc
internal import PlaylistFile
internal import PushProtocol
internal import Signage
internal import SystemCalls

extension Verb {
    static let push = Verb(
        name: "push", usage: "PATH [--dry-run] [--no-activate] [--force]",
        summary: "send a playlist with its pictures to the sign, all or nothing",
        details: """
            PATH is a playlist file, a folder with playlist.yaml, or a folder of pictures (see 'signagectl check
            --help'). It is checked here first; then what the sign lacks is sent; the sign checks every slide for
            its own screen, keeps the whole as a new generation, and plays it. Until then nothing changes, and
            after an interruption the next push goes on with what has arrived.
            A playlist that is pushed names its pictures from its own folder on: no path may begin with '/' or
            lead out of the folder. Errors stop a push with exit status 78, warnings too unless it is forced.
            """,
        flags: [
            Flag("dry-run", "only find out what would change"),
            Flag("no-activate", "keep it as a generation, but let the sign play on"),
            Flag("force", "push in spite of warnings"),
        ]
    ) { invocation throws(CommandError) in
        let path = try invocation.operands("PATH")[0]
        let arguments = invocation.arguments
        let console = invocation.console
        let isForced = arguments.has("force")
        let source = try checked(
            path, by: LocalCheck(console: console, painter: invocation.painter), isForced: isForced)
        let isDryRun = arguments.has("dry-run")
        let parcel = try PushParcel(
            source,
            PushParcel.Options(
                activates: !arguments.has("no-activate"), isForced: isForced, isDryRun: isDryRun),
            console: console)
        let daemon = try invocation.connected()
        defer { daemon.leave() }
        let (socket, read) = try daemon.ask { client throws(ControlClient.Failure) in try client.push() }
        console.onInterruption(
            """

            signagectl: interrupted: what is not pushed whole changes nothing; the next push goes on with what
              has arrived

            """)
        let connection: PushConnection
        do throws(PushConnection.Failure) {
            connection = try PushConnection(
                socket, alreadyRead: read, patience: PushConnection.clientPatience)
        } catch {
            throw daemon.explanation(of: .closed)
        }
        let result = try Pusher(console: console).push(parcel, over: connection)
        for line in PushText.lines(result, isDryRun: isDryRun) { try console.say(line) }
        return .success
    }

    /// A playlist that passes the check on this machine.
    ///
    /// - Throws: `.failed` with 78 for errors, and for warnings unless it is forced.
    private static func checked(
        _ path: String, by check: LocalCheck, isForced: Bool
    ) throws(CommandError) -> PlaylistSource {
        var source = try PlaylistSource(path)
        _ = try check.read(source)
        var warnings = source.reading.diagnostics.count
        if check.canPaint {
            let screen = PixelSize(width: 1920, height: 1080)
            warnings = try check.paint(&source, on: screen, tellsAll: false).warnings
        } else {
            check.console.complain(
                "the pictures are not tried here, as there is no signage-painter; the sign does that")
        }
        guard warnings == 0 || isForced else {
            throw .failed(
                StatusText.count(warnings, "warning") + ": nothing was pushed; --force pushes all the same",
                .badContent)
        }
        return source
    }
}
