internal import Display
internal import Glibc
internal import PaintJobs
internal import PlaylistFile
internal import Signage
internal import SystemCalls

/// Plays in virtual time, as fast as the machine can: for figures of memory and work over months of playing.
///
/// The clock jumps from one deadline to the next and stands still while the painter works, so that what is shown does
/// not depend on the machine's speed.
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
        var now = Instant(nanoseconds: monotonicNanoseconds())
        let screen = try HeadlessScreen(
            size: size, refreshMillihertz: refreshMillihertz, clock: .virtual, at: now)
        let painter = try PainterClient(executable: siblingProgram("signage-painter"))
        let supply = PictureSupply(painter: painter)
        let player = Player(
            playlist: playlist.fallback,
            settings: SignSettings(name: "simulation", scale: configuration.fallback.scale), screen: screen,
            painter: supply, spareBudget: spareBudget(configuration.fallback.memory), at: now)
        let painterReady = try Poller()
        try painterReady.watch(painter.descriptor.number, for: .readable, key: 0)

        var shown = 0
        var lastChange = now
        while shown < pages {
            for effect in player.turn(at: now).effects {
                if case .slideShown = effect {
                    shown += 1
                    lastChange = now
                }
            }
            if now - lastChange > Self.patience {
                throw SystemError("simulation", "no page changed in an hour", errno: ETIMEDOUT)
            }
            if supply.isBusy {
                _ = try painterReady.ready(within: -1)
                continue
            }
            let next = [player.nextDeadline(), screen.nextDeadline()].compactMap { $0 }.min()
            guard let next else { throw SystemError("simulation", "nothing moves", errno: ETIMEDOUT) }
            now = max(now + .nanoseconds(1), next)
        }
        painter.close()
        let counts = screen.counts
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
