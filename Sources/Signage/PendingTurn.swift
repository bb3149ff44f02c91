/// A change of page that was asked for and waits until the page is painted.
struct PendingTurn: Sendable {
    enum Goal: Hashable, Sendable {
        /// So many pages on, by hand or command.
        case steps(Int)
        /// So many pages on by the timer, over the end if the carousel has ends.
        case automatic(steps: Int)
        case slide(id: String)
    }

    var goal: Goal
    var cause: SignEffect.Cause
    /// When it was asked for.
    var since: Instant
    /// When it is given up.
    var deadline: Instant
    /// Who is told of the outcome.
    var command: Int?
    /// How long its slide stays.
    var hold: Duration?
}
