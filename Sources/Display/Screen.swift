public import Compositor
public import Signage
public import SystemCalls

/// One output that shows frames: a KMS connector, or memory (headless).
///
/// The contract of both. A screen never blocks longer than a commit, and never throws: what fails is reported as an
/// event, and mended by the screen itself.
public protocol Screen: AnyObject {
    /// Readable when `dispatch` has something to do.
    var descriptor: Descriptor { get }

    /// What the frames are shown on now; nil: no card or nothing connected.
    var output: ScreenOutput? { get }

    /// Every connector known, and why it is used or not.
    var connectors: [ConnectorReport] { get }

    /// Frames counted since the start.
    var counts: FrameCounts { get }

    /// Takes what has happened: flips, hot-plug, timers of the screen's own. Call it when the descriptor is readable.
    func dispatch(at now: Instant) -> [ScreenEvent]

    /// Whether `present` would be taken now: an output, no flip pending, the last vblank over.
    var isReady: Bool { get }

    /// When a frame presented now will be on the glass.
    func nextVblank(after now: Instant) -> Instant

    /// Draws and commits a frame; `flipped` comes when it is on the glass.
    ///
    /// Call it only when `isReady`. A frame equal to the one shown is committed all the same.
    func present(_ frame: Frame, at now: Instant)

    /// Whether another program has the card, so that no flips are to be expected until it lets go.
    var isHeld: Bool { get }

    /// Told when the picture starts or stops changing by itself, so that vblanks without a new frame count as missed
    /// only in between.
    func setMoving(_ moving: Bool, at now: Instant)

    /// Whether the glass shows what was presented last, asked of the kernel: the CRTC is active and the plane holds
    /// our framebuffer.
    func isShowingLastFrame() -> Bool

    /// Puts what was presented last on the glass again, where something else has taken it off meanwhile.
    func putBack(at now: Instant)

    /// Wants another connector or another mode, from the next `dispatch` on, which is due at once: that tells
    /// `outputChanged` if anything has become another. What stays as it is goes on without a blink.
    func configure(_ new: ScreenWishes, at now: Instant)

    /// Switches the display off or on.
    ///
    /// Off, it takes no frames and whatever happens to card or cable does not light it; on, it shows the next frame.
    /// `black` differs from `on` in a panel's light alone: the owner presents a black frame.
    func setPower(_ power: DisplayPower, at now: Instant)

    /// The card in use, open, for whoever keeps it beyond the life of this process; nil: there is none.
    var openCard: Descriptor? { get }

    /// How often a card was opened or closed: with another number `openCard` is another.
    var cardChanges: Int { get }

    /// Gives the screen back: the console's picture returns.
    func close()

    /// As `close`, but what is on the glass stays there as long as somebody else keeps the card open.
    func handOver()
}

extension Screen {
    public var openCard: Descriptor? { nil }

    public var cardChanges: Int { 0 }

    public func handOver() { close() }
}

extension Screen {
    public var isHeld: Bool { false }
}

/// An output in use.
public struct ScreenOutput: Hashable, Sendable {
    /// How frames reach it.
    public enum Presenter: String, Hashable, Sendable { case composited, headless }

    /// The connector's name: "HDMI-A-1", or "headless".
    public var name: String
    public var geometry: OutputGeometry
    /// mHz.
    public var refreshMillihertz: Int
    public var presenter: Presenter

    public init(name: String, geometry: OutputGeometry, refreshMillihertz: Int, presenter: Presenter) {
        self.name = name
        self.geometry = geometry
        self.refreshMillihertz = refreshMillihertz
        self.presenter = presenter
    }
}

/// Frames since the start.
public struct FrameCounts: Hashable, Sendable {
    /// Flips that happened.
    public var presented: Int = 0
    /// Vblanks that passed without a new frame while the picture moved.
    public var missed: Int = 0
    /// Steps that were taken because frames did not reach the display: a full modeset, or the card opened anew.
    public var recoveries: Int = 0
    /// When the last flip was; nil: none yet.
    public var lastFlip: Instant?
    /// The vblank sequence of the last flip, 0 where the driver has none.
    public var lastSequence: UInt32 = 0

    public init() {}
}

/// What a screen tells.
public enum ScreenEvent: Hashable, Sendable {
    /// A frame is on the glass.
    case flipped(at: Instant)
    /// The output came, went or has another mode; nil: there is none.
    case outputChanged(ScreenOutput?)
    /// Another frame may be presented though no flip came: a time-out was mended, or the rate limit is over.
    case ready
    /// Something failed; what was done about it. To be logged.
    case trouble(String)
    /// What was told as trouble is over. To be logged.
    case mended(String)
    /// Frames do not reach the display, and the next dispatch takes a step against it that may block for 10 s.
    case recovering
    /// Every step was taken in vain: only a new process can have more luck. The last word before the owner leaves.
    case hopeless(String)
}

/// A connector, for `signagectl outputs`.
public struct ConnectorReport: Hashable, Sendable {
    public var name: String
    public var isConnected: Bool
    /// "1920x1080@60.00", the best first.
    public var modes: [String]
    /// The mode in use, nil when the connector is not used.
    public var mode: String?
    /// Why it is used, or why not.
    public var reason: String

    public init(name: String, isConnected: Bool, modes: [String], mode: String?, reason: String) {
        self.name = name
        self.isConnected = isConnected
        self.modes = modes
        self.mode = mode
        self.reason = reason
    }
}
