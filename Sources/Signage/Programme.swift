/// What a sign shows when, by the clock on the wall: a look ahead, in which nothing is played.
public struct Programme: Hashable, Sendable {
    /// Something is different from a moment on.
    public struct Change: Hashable, Sendable {
        /// What the clock on the wall shows then, `ZoneRules.time(at:)`.
        public var time: String
        /// By its hours.
        public var isDisplayOn: Bool
        /// How many slides are shown in turn from then on.
        public var count: Int
        /// Identities of slides that come; at the beginning of all that are shown. In the playlist's order.
        public var joins: [String] = []
        /// Identities of slides that go.
        public var leaves: [String] = []
        /// Slides that come or go besides, and are not named.
        public var others = 0
    }

    /// The most changes that are looked for.
    public static let mostChanges = 1000
    /// The most slides that are named in a change, for those that come and for those that go.
    public static let mostNames = 50
    /// Bytes that all names together may have.
    public static let mostText = 256 << 10
    /// Boundaries that are looked at, also those at which one window follows another without a gap.
    private static let mostLooks = 4 * mostChanges

    /// In the order of time; the first is the beginning.
    public private(set) var changes: [Change] = []
    /// Until when it was looked, as `Change.time`: less far than was asked for if there were too many changes.
    public private(set) var until: String

    /// Slides that have the same windows.
    private struct Group {
        var schedule: Schedule
        var places: [Int]
        var isOpen = false
        /// When it opens or closes; `.max`: not in this time.
        var change = Int64.min
    }

    /// Looks ahead.
    ///
    /// - Parameters:
    ///   - slides: those that are shown when they have their time, in order.
    ///   - hours: when the display is on.
    ///   - zone: of the clock, for all of the time.
    ///   - start: UTC, seconds since 1970.
    ///   - end: the first moment that is of no interest.
    public init(of slides: [Slide], hours: Schedule, zone: ZoneRules, from start: Int64, until end: Int64) {
        var groups: [Group] = []
        var known: [Schedule: Int] = [:]
        for (place, slide) in slides.enumerated() {
            if let group = known[slide.schedule] {
                groups[group].places.append(place)
            } else {
                known[slide.schedule] = groups.count
                groups.append(Group(schedule: slide.schedule, places: [place]))
            }
        }
        // The display is one that shows no slide.
        let display = groups.count
        groups.append(Group(schedule: hours, places: []))

        var shown = 0
        var text = 0
        var moment = start
        var looks = 0
        while moment < end, changes.count < Self.mostChanges, looks < Self.mostLooks {
            looks += 1
            var joins: [Int] = []
            var leaves: [Int] = []
            var isDifferent = changes.isEmpty
            let reading = zone.reading(at: moment)
            for index in groups.indices where groups[index].change <= moment {
                let group = groups[index]
                let isOpen = group.schedule.isOpen(at: reading)
                groups[index].change =
                    group.schedule.nextChange(after: moment, in: zone, joining: Schedule.mostJoined) ?? .max
                guard isOpen != group.isOpen else { continue }
                groups[index].isOpen = isOpen
                isDifferent = true
                if isOpen { joins += group.places } else { leaves += group.places }
            }
            if isDifferent {
                shown += joins.count - leaves.count
                var change = Change(
                    time: zone.time(at: moment), isDisplayOn: groups[display].isOpen, count: shown)
                change.joins = Self.names(of: joins, slides, &text)
                change.leaves = Self.names(of: leaves, slides, &text)
                change.others = joins.count + leaves.count - change.joins.count - change.leaves.count
                changes.append(change)
            }
            moment = groups.lazy.map(\.change).min() ?? .max
        }
        until = zone.time(at: min(moment, end))
    }

    private static func names(of places: [Int], _ slides: [Slide], _ text: inout Int) -> [String] {
        var names: [String] = []
        for place in places.sorted().prefix(mostNames) {
            text += slides[place].id.utf8.count
            guard text <= mostText else { break }
            names.append(slides[place].id)
        }
        return names
    }
}
