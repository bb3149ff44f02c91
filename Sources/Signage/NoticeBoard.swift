/// What operators put over everything: a message, over it the sign's identity, and what has still to be painted.
///
/// Each has its own time. An identity hides a message and gives it back; a newer one of the same kind takes the place of
/// the older.
struct NoticeBoard: Sendable {
    /// One that shows, or that an identity hides.
    struct Posted: Sendable {
        var notice: Notice
        /// When it goes.
        var until: Instant
    }

    /// One that shows as soon as it is painted.
    struct Awaited: Sendable {
        var notice: Notice
        var length: Duration
        /// The command that waits for it.
        var number: Int
        var since: Instant
        /// When it is given up.
        var deadline: Instant
    }

    private(set) var message: Posted?
    private(set) var identity: Posted?
    var awaited: Awaited?

    /// What covers the pages; nil: nothing.
    var top: Posted? { identity ?? message }

    /// What covers them at a moment not before the last one handled.
    func top(at time: Instant) -> Posted? {
        [identity, message].lazy.compactMap { $0 }.first { time < $0.until }
    }

    /// All there are, the most urgent first.
    var notices: [Notice] {
        [identity?.notice, awaited?.notice, message?.notice].compactMap { $0 }
    }

    /// When one of those that are posted goes.
    var nextEnd: Instant? { [message?.until, identity?.until].compactMap { $0 }.min() }

    mutating func post(_ notice: Notice, until end: Instant) {
        let posted = Posted(notice: notice, until: end)
        switch notice.kind {
        case .identity: identity = posted
        case .message: (message, identity) = (posted, nil)
        }
    }

    /// Takes those away that a condition is true of.
    mutating func remove(where matches: (Posted) -> Bool) {
        if let posted = message, matches(posted) { message = nil }
        if let posted = identity, matches(posted) { identity = nil }
    }
}
