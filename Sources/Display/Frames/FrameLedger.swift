internal import Signage

/// Counts frames: flips, and the vblanks that passed without a new frame while the picture moved.
///
/// Vblanks are numbered by the caller; numbers may jump only over an `interrupt`.
struct FrameLedger {
    private(set) var counts = FrameCounts()
    /// When the picture began to move; nil: it is still.
    private var movingSince: Instant?
    /// The picture has stopped, but a frame of its motion is still on its way.
    private var movedUntil: Instant?
    private var last: (time: Instant, vblank: Int64)?
    /// No flip yet since there were no vblanks.
    private var isInterrupted = false

    /// A frame is on the glass.
    ///
    /// - Parameters:
    ///   - time: of the flip.
    ///   - vblank: its number.
    ///   - sequence: as the driver told it, for `counts`.
    ///   - period: from vblank to vblank.
    mutating func flipped(at time: Instant, vblank: Int64, sequence: UInt32, period: Duration) {
        if let since = movingSince, !isInterrupted {
            var passed: Int64
            var start = since
            if let last, last.time >= since {
                start = last.time
                passed = vblank - last.vblank - 1
            } else {
                // The first frame of a motion. Where the vblanks before it lay is known from its own time only:
                // numbers may have drifted from the clock in a long stillness.
                passed = Self.vblanks(from: since, before: time, period: period)
            }
            if let movedUntil {
                passed = min(passed, Self.vblanks(from: start, upTo: movedUntil, period: period))
                movingSince = nil
                self.movedUntil = nil
            }
            counts.missed += Int(max(0, passed))
        }
        if isInterrupted {
            isInterrupted = false
            if movingSince != nil { movingSince = time }
            if movedUntil != nil {
                movingSince = nil
                movedUntil = nil
            }
        }
        last = (time, vblank)
        counts.presented += 1
        counts.lastFlip = time
        counts.lastSequence = sequence
    }

    /// The picture starts or stops changing by itself.
    ///
    /// - Parameters:
    ///   - moving: what it does from now on.
    ///   - now: the present.
    ///   - flipPending: a frame is on its way; the vblanks up to now are settled when it arrives.
    ///   - period: from vblank to vblank.
    mutating func setMoving(_ moving: Bool, at now: Instant, flipPending: Bool, period: Duration) {
        if moving {
            movedUntil = nil
            if movingSince == nil { movingSince = now }
        } else if let since = movingSince, movedUntil == nil {
            if flipPending {
                movedUntil = now
                return
            }
            movingSince = nil
            if isInterrupted { return }
            let start = max(since, last?.time ?? since)
            counts.missed += Int(Self.vblanks(from: start, upTo: now, period: period))
        }
    }

    /// A step of the ladder was taken because frames did not reach the glass.
    mutating func recover() { counts.recoveries += 1 }

    /// There are no vblanks for a while, or their numbers start anew: nothing is missed before the next flip.
    mutating func interrupt() {
        last = nil
        isInterrupted = true
        if movedUntil != nil {
            movingSince = nil
            movedUntil = nil
        }
    }

    /// Whole periods that end after `start` and clearly before `end`, where `end` is itself a vblank.
    private static func vblanks(from start: Instant, before end: Instant, period: Duration) -> Int64 {
        let elapsed = (end - start).nanoseconds
        let length = max(1, period.nanoseconds)
        // A vblank within an eighth of a period of `start` was too near to be met.
        return max(0, (elapsed - length / 8 + length - 1) / length - 1)
    }

    /// Whole periods from a vblank to a moment.
    private static func vblanks(from start: Instant, upTo end: Instant, period: Duration) -> Int64 {
        max(0, (end - start).nanoseconds / max(1, period.nanoseconds))
    }
}
