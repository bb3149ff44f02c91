internal import Display
internal import Glibc
internal import PlaylistFile
internal import Signage
internal import SystemCalls

/// Plays in virtual time, as fast as the machine can: for figures of memory and work over months of playing.
struct Simulation {
    /// A page change that the virtual clock does not bring about within this time: something is stuck.
    static let patience = Duration.seconds(3600)

    private let options: Options
    private let pages: Int

    init(_ options: Options, pages: Int) {
        self.options = options
        self.pages = pages
    }

    /// Plays, then prints one line of figures.
    ///
    /// - Throws: what leaves no way to play at all.
    func run() throws(SystemError) {
        guard case .headless(let size, let refreshMillihertz) = options.output else { return }
        let (configuration, playlist) = options.readFiles()
        for diagnostic in configuration.diagnostics + playlist.diagnostics {
            Log()(.warning, diagnostic.description)
        }
        let play = try VirtualPlay(
            playlist.fallback,
            settings: SignSettings(name: "simulation", scale: configuration.fallback.scale), size: size,
            refreshMillihertz: refreshMillihertz, mounting: configuration.fallback.mounting,
            spareBudget: spareBudget(configuration.fallback.memory), goesByClock: true)

        var shown = 0
        var lastChange = play.now
        while shown < pages {
            for effect in play.turn().effects {
                if case .slideShown = effect {
                    shown += 1
                    lastChange = play.now
                }
            }
            if play.now - lastChange > Self.patience {
                throw SystemError("simulation", "no page changed in an hour", errno: ETIMEDOUT)
            }
            try play.pass()
        }
        play.close()
        let counts = play.screen.counts
        let memory = Self.memory()
        print(
            "pages \(shown), presented \(counts.presented), missed \(counts.missed), "
                + "peak \(memory.peak) kB, resident \(memory.resident) kB")
    }

    /// VmHWM and VmRSS of this process in kB, proc_pid_status(5).
    private static func memory() -> (peak: Int, resident: Int) {
        let text =
            (try? readFile("/proc/self/status", limit: 1 << 16)).map { String(decoding: $0, as: UTF8.self) }
            ?? ""
        func value(_ name: String) -> Int {
            let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line.flatMap { Int($0.split { !$0.isNumber }.first ?? "") } ?? 0
        }
        return (value("VmHWM"), value("VmRSS"))
    }
}
