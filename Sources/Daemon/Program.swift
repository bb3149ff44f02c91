internal import Arguments
internal import Glibc
internal import PlaylistFile
internal import Signage
internal import SystemCalls

/// The program `signaged`, from its command line to its exit code.
public enum Program {
    /// Exit codes, as in sysexits.h where there is one.
    enum Exit {
        static let success: CInt = 0
        static let failure: CInt = 1
        static let usage: CInt = 64
        static let badFiles: CInt = 78
    }

    /// Runs the program.
    ///
    /// - Parameter arguments: the command line without the program's name.
    /// - Returns: the exit code.
    public static func run(_ arguments: [String]) -> CInt {
        let options: Options
        do throws(ArgumentError) {
            options = try Options(arguments)
        } catch {
            write("signaged: \(error)\nTry 'signaged --help'.\n", to: STDERR_FILENO)
            return Exit.usage
        }
        do throws(SystemError) {
            switch options.action {
            case .help: write(Options.help + "\n", to: STDOUT_FILENO)
            case .version: write("signaged \(productVersion)\n", to: STDOUT_FILENO)
            case .check: return check(options)
            case .simulate(let pages): try Simulation(options, pages: pages).run()
            case .preview(let slides): return try Preview(options, slides: slides).run()
            case .play: return try SignDaemon(options).run() ? Exit.success : Exit.failure
            }
            return Exit.success
        } catch {
            Log()(.error, "\(error)")
            return Exit.failure
        }
    }

    /// Prints every problem of both files.
    private static func check(_ options: Options) -> CInt {
        let now = realtimeNanoseconds() / 1_000_000_000
        let (configuration, playlist) = options.readFiles(
            at: ZoneRules.ofThisMachine(around: now).reading(at: now))
        let found = configuration.diagnostics + playlist.diagnostics
        for diagnostic in found { write("\(diagnostic)\n", to: STDOUT_FILENO) }
        return found.contains { $0.severity == .error } ? Exit.badFiles : Exit.success
    }

    private static func write(_ text: String, to descriptor: CInt) {
        // Nobody is left to be told when this fails.
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
