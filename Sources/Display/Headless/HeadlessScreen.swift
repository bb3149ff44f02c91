public import Compositor
public import Signage
public import SystemCalls

/// A screen in plain memory with a vblank of its own: the contract of a KMS output without a card.
///
/// Frames are drawn into two buffers just as for a card, so that memory figures and mistakes are alike.
public final class HeadlessScreen: Screen {
    /// Who makes the time pass.
    public enum Clock: Hashable, Sendable {
        /// CLOCK_MONOTONIC: the descriptor becomes readable at each flip.
        case monotonic
        /// The owner of the loop: the descriptor never becomes readable; `dispatch` is due at `nextDeadline`.
        case virtual
    }

    /// Readable at a flip; with a virtual clock never.
    public let descriptor: Descriptor
    public let output: ScreenOutput?
    /// The one connector there is.
    public let connectors: [ConnectorReport]
    public var counts: FrameCounts { ledger.counts }

    private let clock: Clock
    private let timer: TimerDescriptor
    private let grid: VblankGrid
    private let compositor = Compositor()
    private var buffers: FrameBuffers
    private var ledger = FrameLedger()
    private var isOff = false
    /// The number of the vblank at which the pending frame flips.
    private var due: Int64?

    /// A screen whose vblanks are counted from `now`.
    ///
    /// - Parameters:
    ///   - size: pixels, at least 1 × 1.
    ///   - refreshMillihertz: at least 1.
    ///   - clock: who makes the time pass.
    ///   - now: the present, by that clock.
    /// - Throws: the errno of timerfd_create, memfd_create, ftruncate or mmap.
    public init(
        size: PixelSize, refreshMillihertz: Int, clock: Clock = .monotonic, at now: Instant
    ) throws(SystemError) {
        timer = try TimerDescriptor()
        descriptor = timer.descriptor
        self.clock = clock
        grid = VblankGrid(anchor: now, refreshMillihertz: refreshMillihertz)
        var memory: [any FrameBuffer] = []
        for _ in 0..<FrameBuffers.count { memory.append(try MemoryFrameBuffer(size: size)) }
        buffers = FrameBuffers(memory)
        output = ScreenOutput(
            name: "headless", geometry: OutputGeometry(size: size), refreshMillihertz: refreshMillihertz,
            presenter: .headless)
        let mode = Mode(size: size, refreshMillihertz: refreshMillihertz).name
        connectors = [
            ConnectorReport(
                name: "headless", isConnected: true, modes: [mode], mode: mode,
                reason: "asked for: no card is used")
        ]
    }

    /// When `dispatch` has something to do; nil: not before the next `present`.
    public func nextDeadline() -> Instant? {
        due.map { grid.time(of: $0) }
    }

    public var isReady: Bool { due == nil && !isOff }

    public func nextVblank(after now: Instant) -> Instant {
        grid.next(after: now)
    }

    public func present(_ frame: Frame, at now: Instant) {
        guard isReady, let drawn = buffers.draw(frame, with: compositor) else { return }
        buffers.committed(drawn.index)
        due = grid.index(at: now) + 1
        if clock == .monotonic { arm(nextDeadline()) }
    }

    public func dispatch(at now: Instant) -> [ScreenEvent] {
        if clock == .monotonic { timer.acknowledge() }
        guard let vblank = due else { return [] }
        let time = grid.time(of: vblank)
        guard time <= now else {
            if clock == .monotonic { arm(time) }
            return []
        }
        due = nil
        buffers.flipped()
        ledger.flipped(
            at: time, vblank: vblank, sequence: UInt32(truncatingIfNeeded: vblank), period: grid.period)
        return [.flipped(at: time)]
    }

    public func setMoving(_ moving: Bool, at now: Instant) {
        ledger.setMoving(moving, at: now, flipPending: due != nil, period: grid.period)
    }

    public func isShowingLastFrame() -> Bool { true }

    public func putBack(at now: Instant) {}

    /// Changes nothing: the command line says what a virtual display is like.
    public func configure(_ new: ScreenWishes, at now: Instant) {}

    public func setPower(_ power: DisplayPower, at now: Instant) {
        isOff = power == .off
    }

    public func close() {
        due = nil
        arm(nil)
    }

    /// A copy of the frame on the glass, 0x00RRGGBB row after row without padding; nil before the first flip, and black
    /// while it is off.
    public func shownPixels() -> [UInt32]? {
        guard let index = buffers.shown else { return nil }
        let buffer = buffers.buffers[index]
        if isOff { return Array(repeating: 0, count: buffer.size.width * buffer.size.height) }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(buffer.size.width * buffer.size.height)
        for y in 0..<buffer.size.height {
            for x in 0..<buffer.size.width {
                let pixel = buffer.bytes.load(fromByteOffset: y * buffer.stride + x * 4, as: UInt32.self)
                pixels.append(pixel & 0x00FF_FFFF)
            }
        }
        return pixels
    }

    private func arm(_ moment: Instant?) {
        // A valid descriptor and a valid time cannot be refused.
        try? timer.arm(atNanoseconds: moment?.nanoseconds)
    }
}
