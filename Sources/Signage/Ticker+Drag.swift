/// A finger on the band.
extension Ticker {
    /// Whether a finger may move the text: it scrolls, by itself or at speed 0.
    var isMovable: Bool { settings.drag && since != nil && lastRun?.extent == .endless }

    /// A finger takes hold of the text, which stands still under it; a text that need not scroll is not moved.
    ///
    /// - Parameters:
    ///   - finger: its place is along the band, in pixels.
    ///   - now: the present.
    mutating func grab(_ finger: FingerEstimate, at now: Instant) {
        guard isMovable else { return }
        rebase(at: now)
        line.runs.removeAll { $0.hasPassed(Int(travelled.rounded(.down))) }
        grip = Grip(anchor: finger.place, finger: finger)
        reachBack()
    }

    /// The finger is somewhere else; the text follows it, one pixel a pixel.
    mutating func drag(to finger: FingerEstimate) {
        grip?.finger = finger
    }

    /// The finger has gone: the text goes on from where it is.
    mutating func letGo(at now: Instant) {
        guard grip != nil else { return }
        rebase(at: now)
        grip = nil
        closeRing()
    }

    /// The finger's place is from now on the one that belongs to where the window is.
    mutating func anchorGrip(at now: Instant) {
        guard let finger = grip?.finger else { return }
        grip?.anchor = finger.place(at: now)
    }

    /// Takes the text from a finger that may not move it any more.
    mutating func loosenGrip(at now: Instant) {
        if !isMovable { letGo(at: now) }
    }

    /// Under a finger: lays copies before the first one, so that the text goes round in both directions.
    ///
    /// Nothing that shows changes by it.
    mutating func reachBack() {
        guard grip != nil, let first = line.runs.first, first.extent != .behind else { return }
        var behind = first
        behind.extent = .behind
        let left = Int(travelled.rounded(.down))
        behind.start = min(first.start - first.block, left - first.measure.painted.upperBound)
        line.runs.insert(behind, at: 0)
    }

    /// Makes one run again of one that was brought back by a finger and its own continuation.
    mutating func closeRing() {
        guard line.runs.count == 2, let behind = line.runs.first, behind.extent == .behind,
            case var run = line.runs[1], run.extent == .endless, run.strip == behind.strip,
            run.block == behind.block, run.start - behind.start == run.block
        else { return }
        // At least a copy before the one at the start edge: its ink may reach beyond the gap.
        let blocks = Int((travelled - Double(run.start)).rounded(.down)).dividedDown(by: run.block)
        if blocks < 1 { run.start += (blocks - 1) * run.block }
        line.runs = [run]
    }
}
