internal import Control
internal import Display
internal import Glibc
internal import PlaylistFile
internal import Signage
internal import SystemCalls

/// Shows the slides of a playlist one after the other in virtual time, and writes each frame to standard output.
///
/// What `signagectl preview` makes its sheet of: see `PreviewRecord`. The sign's configuration counts only if it is
/// named; a sheet of a playlist should look the same on every machine. Frames are as they are seen: for a display that
/// is turned, they are upright.
struct Preview {
    /// A slide that does not come to rest within this time is not shown.
    static let patience = Duration.seconds(120)
    /// Bytes of painted slides to keep, should the slides have to be shown once more.
    static let spareBudget = 64 << 20

    private let options: Options
    private let slides: Int

    /// - Parameters:
    ///   - options: the playlist and the display.
    ///   - slides: how many to show, from the first on.
    init(_ options: Options, slides: Int) {
        self.options = options
        self.slides = slides
    }

    /// Writes a record for each slide.
    ///
    /// - Returns: the program's exit code.
    /// - Throws: what leaves no way to play at all, or to write.
    func run() throws(SystemError) -> CInt {
        guard case .headless(let size, let refreshMillihertz) = options.output else { return 0 }
        let reading = try readPlaylist()
        for diagnostic in reading.diagnostics where diagnostic.severity == .error {
            Log()(.error, diagnostic.description)
        }
        guard var playlist = reading.value else { return Program.Exit.badFiles }
        // Only pages at rest are looked at.
        playlist.carousel.auto = false
        playlist.carousel.transition = .none
        for index in playlist.slides.indices {
            // As if it were their time.
            playlist.slides[index].schedule = Schedule()
            playlist.slides[index].weight = 1
            playlist.slides[index].transition = nil
        }
        let configuration = configuration
        let play = try VirtualPlay(
            playlist, settings: SignSettings(name: "preview", scale: configuration.scale),
            size: size.turned(by: configuration.mounting.rotation), refreshMillihertz: refreshMillihertz,
            mounting: Mounting(margins: configuration.mounting.margins), spareBudget: Self.spareBudget)
        defer { play.close() }
        // A slide that fails changes the indicator of those before it: these are shown again then, once.
        if try !showAll(playlist.slides, on: play) { _ = try showAll(playlist.slides, on: play) }
        return Program.Exit.success
    }

    private var configuration: Configuration {
        options.configurationIsOptional
            ? Configuration()
            : ConfigurationReader.read(path: options.configuration, optional: false).fallback
    }

    private func readPlaylist() throws(SystemError) -> Reading<Playlist> {
        let path = options.playlist
        guard path == Options.standardInput || path.hasSuffix("/" + Options.standardInput) else {
            return PlaylistReader.read(path: path)
        }
        let text = try Descriptor(owning: STDIN_FILENO).readAll(limit: PlaylistReader.largestFile)
        return PlaylistReader.parse(text, file: path, directory: directory(of: absolutePath(path)))
    }

    /// - Returns: false when frames written earlier look otherwise now.
    private func showAll(_ all: [Slide], on play: VirtualPlay) throws(SystemError) -> Bool {
        var shown = 0
        var areLasting = true
        for (place, slide) in all.prefix(slides).enumerated() {
            let count = play.player.sign.status(at: play.now).slideCount
            let look = try look(of: slide, number: place + 1, on: play)
            if play.player.sign.status(at: play.now).slideCount < count, shown > 0 { areLasting = false }
            if case .frame = look { shown += 1 }
            try write(PreviewRecord(number: place + 1, id: slide.id, look: look))
        }
        return areLasting
    }

    private func look(of slide: Slide, number: Int, on play: VirtualPlay) throws(SystemError)
        -> PreviewRecord.Look
    {
        var refusal: String?
        let end = play.now + Self.patience
        play.player.handle(.command(.show(id: slide.id, for: nil), number: number), at: play.now)
        var isAnswered = false
        while play.now < end {
            for case .answer(number: number, let answer) in play.turn().effects {
                isAnswered = true
                if case .refused(let reason) = answer { refusal = reason }
            }
            if isAnswered, refusal != nil || play.isAtRest { break }
            try play.pass()
        }
        let status = play.player.sign.status(at: play.now)
        if let skipped = status.skipped.first(where: { $0.id == slide.id }) {
            return .skipped(reason: skipped.reason)
        }
        guard refusal == nil, play.isAtRest, status.selected?.id == slide.id,
            let pixels = play.screen.shownPixels(), let size = play.screen.output?.geometry.size
        else { return .skipped(reason: refusal ?? "it does not come to rest") }
        return .frame(
            width: size.width, height: size.height, pixels: pixels.withUnsafeBytes { Array($0) })
    }

    private func write(_ record: PreviewRecord) throws(SystemError) {
        // Standard output stays open for the next one.
        let number = try checked("dup") { fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) }
        let output = Descriptor(owning: number)
        try output.writeAll(record.head)
        if case .frame(_, _, let pixels) = record.look { try output.writeAll(pixels) }
    }
}
