internal import Compositor
internal import Display
internal import Glibc
internal import PaintJobs
internal import Signage
internal import SystemCalls

/// A sign on a virtual display in virtual time.
///
/// The clock jumps from one deadline to the next and stands still while the painter works, so that what is shown does not
/// depend on the machine's speed.
final class VirtualPlay {
    let screen: HeadlessScreen
    let player: Player
    private let painter: PainterClient
    private(set) var now: Instant
    /// The frame on the glass.
    private var glass: Frame?

    /// A sign that is about to start; slides come and go by this machine's clock, or those that have times do not come.
    ///
    /// - Throws: what leaves no way to play at all.
    init(
        _ playlist: Playlist, settings: SignSettings, size: PixelSize, refreshMillihertz: Int,
        mounting: Mounting, spareBudget: Int, goesByClock: Bool = false
    ) throws(SystemError) {
        now = Instant(nanoseconds: monotonicNanoseconds())
        screen = try HeadlessScreen(
            size: size, refreshMillihertz: refreshMillihertz, clock: .virtual, at: now)
        painter = try PainterClient(executable: siblingProgram("signage-painter"))
        player = Player(
            playlist: playlist, settings: settings, screen: screen, painter: PictureSupply(painter: painter),
            mounting: mounting, spareBudget: spareBudget, retryAfter: nil,
            wallClock: goesByClock ? .ofThisMachine : nil, at: now)
    }

    /// Does what is due now.
    func turn() -> Player.Outcome {
        let presented = screen.counts.presented
        let drawn = player.shown?.frame
        let outcome = player.turn(at: now)
        if screen.counts.presented > presented { glass = drawn }
        return outcome
    }

    /// Lets the painter work, or the time pass up to the next deadline.
    ///
    /// - Throws: when nothing would ever happen, and the errno of waiting.
    func pass() throws(SystemError) {
        if painter.state == .painting {
            let limit = CInt(PainterClient.jobLimit.components.seconds) * 1000
            // A painter that hangs is ended by a jump of the time.
            if try !painter.descriptor.wait(for: .readable, milliseconds: limit) {
                now = now + PainterClient.jobLimit
            }
            return
        }
        let next = [player.nextDeadline(), screen.nextDeadline()].compactMap { $0 }.min()
        guard let next else { throw SystemError("simulation", "nothing moves", errno: ETIMEDOUT) }
        now = max(now + .nanoseconds(1), next)
    }

    /// Whether the glass shows what there is to show now, all painted, with every page at rest; the ticker may run.
    var isAtRest: Bool {
        guard let glass, !player.isPainting else { return false }
        return glass.scene == player.scene(at: now)
            && player.sign.status(at: now).selected?.moving != true
    }

    /// Ends the painter.
    func close() {
        painter.close()
    }
}
