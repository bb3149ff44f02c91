/// Which slides have their time, and when that changes.
///
/// Slides with the same windows are looked at once, and only when one of their boundaries has come or the clock was set:
/// between two boundaries nothing is computed.
struct Timetable: Sendable {
    /// Slides that have the same windows.
    private struct Group: Sendable {
        var schedule: Schedule
        var isOpen = false
        /// When to look again: UTC, seconds since 1970.
        var look = Int64.max
        /// It opens or closes then.
        var isChange = false
    }

    private var groups: [Group] = []
    /// The group of each slide of the playlist; -1: it has no windows.
    private var members: [Int32] = []
    private var clock: WallClock?
    /// When to look again; nil: only when the clock is set.
    private(set) var nextLook: Instant?
    /// When slides come or go next; nil: not as far as is known.
    private(set) var nextChange: Instant?

    init(_ slides: [Slide]) {
        guard slides.contains(where: { $0.hasWindows }) else { return }
        var known: [Schedule: Int32] = [:]
        members = slides.map { slide in
            guard slide.hasWindows, slide.isEnabled else { return -1 }
            if let group = known[slide.schedule] { return group }
            groups.append(Group(schedule: slide.schedule))
            known[slide.schedule] = Int32(groups.count - 1)
            return Int32(groups.count - 1)
        }
    }

    /// Whether a slide has its time, by its place in the playlist.
    func isOpen(_ place: Int) -> Bool {
        guard place < members.count, members[place] >= 0 else { return true }
        return groups[Int(members[place])].isOpen
    }

    /// Looks at the clock.
    ///
    /// Without one, or with one that cannot be trusted, every slide that has windows waits.
    ///
    /// - Returns: whether a slide's time has begun or ended.
    mutating func look(by clock: WallClock?, at now: Instant) -> Bool {
        let isNew = clock != self.clock
        self.clock = clock
        guard !groups.isEmpty else { return false }
        guard let clock, clock.isTrusted else {
            (nextLook, nextChange) = (nil, nil)
            let changes = groups.contains { $0.isOpen }
            for index in groups.indices { groups[index].isOpen = false }
            return changes
        }
        let moment = clock.seconds(at: now)
        let reading = clock.zone.reading(at: moment)
        var changes = false
        for index in groups.indices where isNew || groups[index].look <= moment {
            let schedule = groups[index].schedule
            let isOpen = schedule.isOpen(at: reading)
            if isOpen != groups[index].isOpen { changes = true }
            groups[index].isOpen = isOpen
            let next = schedule.nextChange(after: moment, in: clock.zone, joining: Schedule.mostJoined)
            groups[index].look = next ?? moment + Schedule.horizon.components.seconds
            groups[index].isChange = next != nil
        }
        nextLook = groups.map(\.look).min().map { clock.moment(of: $0) }
        nextChange = groups.lazy.filter(\.isChange).map(\.look).min().map { clock.moment(of: $0) }
        return changes
    }
}
