/// What slides' times have to do with what is shown.
public struct ScheduleStatus: Hashable, Sendable, Codable {
    /// Slides that wait for their time.
    public var waiting: Int
    /// Whether the clock can be trusted: if not, every slide that has times waits.
    public var trusted: Bool
    /// When slides come or go next, `wallTime` in the device's zone; nil: not as far as is known.
    public var next: String?

    public init(waiting: Int, trusted: Bool, next: String?) {
        self.waiting = waiting
        self.trusted = trusted
        self.next = next
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(waiting, forKey: .waiting)
        try values.encode(trusted, forKey: .trusted)
        try values.encode(next, forKey: .next)
    }
}

/// What shows when.
public struct ScheduleReport: Hashable, Sendable, Codable {
    /// Something is different from a moment on.
    public struct Change: Hashable, Sendable, Codable {
        /// RFC 3339 in the device's zone, whole seconds: "2026-12-02T11:00:00+01:00".
        public var time: String
        /// Whether the display is on, by its hours.
        public var display: Bool
        /// How many slides are shown in turn from then on.
        public var slides: Int
        /// Identities of slides that come; at the beginning of all that are shown.
        public var joins: [String]
        /// Identities of slides that go.
        public var leaves: [String]
        /// Slides that come or go besides, and are not named.
        public var others: Int

        public init(
            time: String, display: Bool, slides: Int, joins: [String], leaves: [String], others: Int
        ) {
            self.time = time
            self.display = display
            self.slides = slides
            self.joins = joins
            self.leaves = leaves
            self.others = others
        }
    }

    /// The sign's name; of a file its path.
    public var name: String
    /// The IANA name.
    public var timeZone: String
    /// Until when it was looked, as `Change.time`: less far than was asked for if there were too many changes.
    public var until: String
    /// Whether the clock can be trusted: until then every slide that has times waits.
    public var trusted: Bool
    /// What operators want of the display: "auto", or "on" or "off" whatever its hours are.
    public var intent: String
    /// In the order of time; the first is the beginning.
    public var changes: [Change]

    public init(
        name: String, timeZone: String, until: String, trusted: Bool, intent: String, changes: [Change]
    ) {
        self.name = name
        self.timeZone = timeZone
        self.until = until
        self.trusted = trusted
        self.intent = intent
        self.changes = changes
    }
}
