internal import Signage

/// When frames reach the glass, learnt from flip events.
///
/// Most drivers flip at the vblank and number the vblanks. Some flip at once (virtio-gpu, SPI panels): there the
/// sequence is 0 or events come faster than the mode's refresh; then vblanks of our own are counted, and commits
/// must rest until the one is over in which the last flip came, so that never two are made in one.
struct Pace {
    /// A flip by the numbers of this output.
    struct Flip: Hashable {
        var time: Instant
        /// Rises by one each vblank.
        var vblank: Int64
        /// No commit before this moment; nil: at once.
        var restUntil: Instant?
    }

    /// Whether vblanks are our own.
    var isOwn: Bool { ownGrid != nil }
    var period: Duration { grid.period }

    private let refreshMillihertz: Int
    /// Anchored at the last flip.
    private var grid: VblankGrid
    private var last: (time: Instant, sequence: UInt32, vblank: Int64)?
    /// Our own vblanks, and the number that its first has.
    private var ownGrid: (grid: VblankGrid, base: Int64)?
    private var quickFlips = 0

    init(refreshMillihertz: Int, at now: Instant) {
        self.refreshMillihertz = refreshMillihertz
        grid = VblankGrid(anchor: now, refreshMillihertz: refreshMillihertz)
    }

    /// When a frame committed now will be on the glass.
    func nextVblank(after now: Instant) -> Instant {
        if let ownGrid { return ownGrid.grid.next(after: now) }
        // The kernel needs a moment before the vblank: what comes later is shown one later.
        return grid.next(after: now + period / 16)
    }

    /// A flip event came.
    ///
    /// - Parameters:
    ///   - time: the event's.
    ///   - sequence: the event's.
    /// - Returns: the flip by this output's own numbers.
    mutating func flipped(at time: Instant, sequence: UInt32) -> Flip {
        if let last, sequence != 0, time - last.time < period / 2 {
            quickFlips += 1
        } else if quickFlips < Self.quickFlipsForOwnPace {
            quickFlips = 0
        }
        guard sequence == 0 || quickFlips >= Self.quickFlipsForOwnPace else {
            return flippedAtVblank(at: time, sequence: sequence)
        }
        let own =
            ownGrid
            ?? (
                grid: VblankGrid(anchor: time, refreshMillihertz: refreshMillihertz),
                base: (last?.vblank ?? 0) + 1
            )
        ownGrid = own
        let slot = own.grid.index(at: time)
        let flip = Flip(time: time, vblank: own.base + slot, restUntil: own.grid.time(of: slot + 1))
        grid.anchor = time
        last = (time, sequence, flip.vblank)
        return flip
    }

    private mutating func flippedAtVblank(at time: Instant, sequence: UInt32) -> Flip {
        var vblank = Int64(sequence)
        if let last {
            let steps = sequence &- last.sequence
            let byTime = (time - last.time + period / 2).nanoseconds / max(1, period.nanoseconds)
            // Numbers that stand still, jump back, or come from an own pace say nothing.
            let isSound = ownGrid == nil && steps != 0 && steps < UInt32.max / 2
            vblank = last.vblank + (isSound ? Int64(steps) : max(1, byTime))
        }
        ownGrid = nil
        grid.anchor = time
        last = (time, sequence, vblank)
        return Flip(time: time, vblank: vblank, restUntil: nil)
    }

    private static let quickFlipsForOwnPace = 3
}
