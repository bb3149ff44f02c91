/// Numbers for commits, to know their flip events by; none is given twice.
final class CommitKeys {
    private var upcoming: UInt64 = 1

    /// A number that no commit has had.
    func next() -> UInt64 {
        defer { upcoming += 1 }
        return upcoming
    }
}
