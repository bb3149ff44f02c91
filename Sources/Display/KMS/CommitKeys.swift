internal import Signage

/// Numbers for commits, to know their flip events by; none is given twice, by no process since the machine started.
///
/// On a card that was taken over a flip event of the process before may still wait.
final class CommitKeys {
    private var upcoming: UInt64

    /// Numbers from the present in nanoseconds on: no process makes a commit in each.
    init(from now: Instant) {
        upcoming = UInt64(clamping: max(1, now.nanoseconds))
    }

    /// A number that no commit has had.
    func next() -> UInt64 {
        defer { upcoming += 1 }
        return upcoming
    }
}
