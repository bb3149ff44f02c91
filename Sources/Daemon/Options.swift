internal import Arguments
internal import PlaylistFile
internal import Signage

/// signaged's command line.
struct Options: Hashable {
    /// What the frames are shown on.
    enum Output: Hashable {
        /// As the configuration says.
        case configured
        /// A connector by name.
        case connector(String)
        /// Memory: the size and the rate of a virtual display.
        case headless(PixelSize, refreshMillihertz: Int)
    }

    /// What the program is to do.
    enum Action: Hashable {
        case play
        /// Play so many page changes in virtual time, as fast as the machine can, and report.
        case simulate(pages: Int)
        /// Write a frame of each of the first so many slides to standard output.
        case preview(slides: Int)
        case check
        case version
        case help
    }

    /// As the name of the playlist in a folder: it is on standard input, its pictures are relative to the folder.
    static let standardInput = "-"

    var configuration = "/etc/signaged/signaged.yaml"
    /// A configuration that was not asked for may be missing: everything has a default.
    var configurationIsOptional = true
    var playlist = "/etc/signaged/playlist.yaml"
    /// It was asked for: it plays, whatever was pushed.
    var playlistIsGiven = false
    var output = Output.configured
    var socket = "/run/signaged/control.sock"
    var action = Action.play

    /// Whether there are a card and touch screens to be used.
    var usesDevices: Bool {
        if case .headless = output { false } else { true }
    }

    static let flags = [
        Flag("config", value: "FILE", "the sign's configuration (/etc/signaged/signaged.yaml)"),
        Flag(
            "playlist", value: "FILE",
            "play this, whatever was pushed (/etc/signaged/playlist.yaml until something was)"),
        Flag(
            "output", value: "OUTPUT",
            "auto, a connector like HDMI-A-1, or headless[:WxH[@HZ]] (auto)"),
        Flag("socket", value: "PATH", "where signagectl reaches it (/run/signaged/control.sock)"),
        Flag("check", "read both files, print every problem, and leave: 0 playable, 78 not"),
        Flag("simulate", value: "PAGES", "headless: play so many page changes as fast as it can, and report"),
        Flag(
            "preview", value: "SLIDES",
            "headless: write so many slides to standard output (see signagectl preview)"),
        Flag("version", "print the version"),
        Flag("help", "print this"),
    ]

    static var help: String {
        """
        usage: signaged [OPTION]...
        Plays a playlist on a display without a desktop: pictures that turn and can be swiped, and a ticker.

        \(Flag.helpLines(flags).joined(separator: "\n"))

        Signals: HUP reads the playlist and the configuration again; TERM and INT leave, with the console restored.
        Exit status: 0 left as asked, 1 failure, 64 wrong usage, 78 bad playlist or configuration (--check).
        """
    }

    /// Reads both files as they are now; blocks for the disk.
    ///
    /// Given what the clock shows, slides whose time is over are named.
    func readFiles(
        at reading: WallReading? = nil
    ) -> (configuration: Reading<Configuration>, playlist: Reading<Playlist>) {
        (
            ConfigurationReader.read(path: configuration, optional: configurationIsOptional),
            PlaylistReader.read(path: playlist, at: reading)
        )
    }

    /// Reads a command line, the program's name left out.
    init(_ arguments: [String]) throws(ArgumentError) {
        let given = try ParsedArguments(arguments, flags: Self.flags)
        if given.wantsHelp {
            action = .help
            return
        }
        if let operand = given.operands.first { throw .unexpectedOperand(operand) }
        if let path = given.value("config") { (configuration, configurationIsOptional) = (path, false) }
        if let path = given.value("playlist") { (playlist, playlistIsGiven) = (path, true) }
        socket = given.value("socket") ?? socket
        if let text = given.value("output") { output = try Self.output(text) }
        if given.has("version") {
            action = .version
        } else if given.has("check") {
            action = .check
        } else if let pages = try given.number("simulate", in: 1...1_000_000_000) {
            action = .simulate(pages: pages)
            if usesDevices { throw .usage("'--simulate' needs a virtual display: --output headless") }
        } else if let slides = try given.number("preview", in: 1...1_000_000) {
            action = .preview(slides: slides)
            if usesDevices { throw .usage("'--preview' needs a virtual display: --output headless") }
        }
    }

    private static func output(_ text: String) throws(ArgumentError) -> Output {
        if text == "auto" { return .configured }
        guard text == "headless" || text.hasPrefix("headless:") else { return .connector(text) }
        let mistake = ArgumentError.badValue(
            what: "--output", value: text,
            expected: "headless, headless:1920x1080 or headless:1920x1080@60, at most 8192x8192@1000")
        guard text != "headless" else {
            return .headless(PixelSize(width: 1920, height: 1080), refreshMillihertz: 60_000)
        }
        let parts = text.dropFirst("headless:".count).split(separator: "@", omittingEmptySubsequences: false)
        let lengths = (parts.first ?? "").split(separator: "x", omittingEmptySubsequences: false).map {
            Int($0)
        }
        guard parts.count <= 2, lengths.count == 2, let width = lengths[0], let height = lengths[1],
            (1...8192).contains(width), (1...8192).contains(height)
        else { throw mistake }
        var rate = 60.0
        if parts.count == 2 {
            guard let given = Double(parts[1]), given >= 1, given <= 1000 else { throw mistake }
            rate = given
        }
        return .headless(
            PixelSize(width: width, height: height), refreshMillihertz: Int((rate * 1000).rounded()))
    }
}
