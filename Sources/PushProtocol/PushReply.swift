/// What the store answers in the course of a push.
///
/// First any number of `waiting`, then `wanted` (after which the client sends the bytes of each object in that order, and
/// nothing else), then any number of `progress` and `finding`, and at the end `done`; or `refused` at any time. A second
/// `wanted` follows the bytes of the first if what had arrived in an earlier push is damaged.
public enum PushReply: Hashable, Sendable {
    /// The push has not begun yet, and why; told again every few seconds.
    case waiting(reason: String)
    /// The objects that the device lacks.
    case wanted([WantedObject])
    case progress(PushProgress)
    /// What was found about one slide or one line of the playlist, a line of text.
    case finding(String)
    case done(PushResult)
    /// Nothing was changed, and why; the last word.
    case refused(PushRefusal)
}

/// An object that a client is to send.
public struct WantedObject: Codable, Hashable, Sendable {
    public var object: ObjectID
    /// Bytes of the whole object.
    public var size: Int
    /// Bytes of it that are there already: the first to send.
    public var from: Int

    public init(object: ObjectID, size: Int, from: Int) {
        self.object = object
        self.size = size
        self.from = from
    }

    private enum CodingKeys: String, CodingKey {
        case object = "sha256"
        case size
        case from
    }
}

/// How far a push is.
public struct PushProgress: Codable, Hashable, Sendable {
    public enum Stage: String, Codable, Hashable, Sendable {
        /// Counted in bytes.
        case receiving
        /// Counted in slides, the ticker as one.
        case checking
    }
    public var stage: Stage
    public var done: Int
    public var of: Int

    public init(stage: Stage, done: Int, of: Int) {
        self.stage = stage
        self.done = done
        self.of = of
    }
}

/// Slides that a push has changed.
public struct SlideList: Codable, Hashable, Sendable {
    /// More are counted but not named.
    public static let mostNames = 100

    /// The first of them, by their ids.
    public var ids: [String]
    /// All of them.
    public var count: Int

    public init(_ all: [String]) {
        ids = Array(all.prefix(Self.mostNames))
        count = all.count
    }
}

/// What came of a push.
public struct PushResult: Codable, Hashable, Sendable {
    /// The generation it is kept as; nil after a dry run.
    public var generation: Int?
    /// Whether that is the store's current one now.
    public var activated: Bool
    /// Whether it is on the screen.
    public var shown: Bool
    /// Why it is not what plays, though it is the current one; nil when it is, or need not be.
    public var ignored: String?
    /// Compared with the current generation before.
    public var added: SlideList
    public var removed: SlideList
    /// In both, but it looks different now.
    public var repainted: SlideList
    /// Warnings that did not stop it, each told as a `finding`.
    public var warnings: Int

    public init(
        generation: Int?, activated: Bool, shown: Bool, ignored: String?, added: SlideList,
        removed: SlideList,
        repainted: SlideList, warnings: Int
    ) {
        self.generation = generation
        self.activated = activated
        self.shown = shown
        self.ignored = ignored
        self.added = added
        self.removed = removed
        self.repainted = repainted
        self.warnings = warnings
    }
}

/// Why a push was refused.
public struct PushRefusal: Error, Codable, Hashable, Sendable {
    public enum Exit: String, Codable, Hashable, Sendable {
        /// The playlist or a picture of it cannot be used.
        case badContent
        /// Any other reason, which may not be there the next time.
        case failure
    }
    /// One line.
    public var reason: String
    /// More lines: what is wrong, each with its place.
    public var diagnostics: [String]
    public var exit: Exit

    public init(_ reason: String, diagnostics: [String] = [], exit: Exit) {
        self.reason = reason
        self.diagnostics = diagnostics
        self.exit = exit
    }
}

extension PushReply: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind
        case reason
        case objects
        case progress
        case line
        case result
        case refusal
    }

    private enum Kind: String, Codable {
        case waiting
        case wanted
        case progress
        case finding
        case done
        case refused
    }

    /// By its `kind`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        switch try values.decode(Kind.self, forKey: .kind) {
        case .waiting: self = .waiting(reason: try values.decode(String.self, forKey: .reason))
        case .wanted: self = .wanted(try values.decode([WantedObject].self, forKey: .objects))
        case .progress: self = .progress(try values.decode(PushProgress.self, forKey: .progress))
        case .finding: self = .finding(try values.decode(String.self, forKey: .line))
        case .done: self = .done(try values.decode(PushResult.self, forKey: .result))
        case .refused: self = .refused(try values.decode(PushRefusal.self, forKey: .refusal))
        }
    }

    /// With its `kind`.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .waiting(let reason):
            try values.encode(Kind.waiting, forKey: .kind)
            try values.encode(reason, forKey: .reason)
        case .wanted(let objects):
            try values.encode(Kind.wanted, forKey: .kind)
            try values.encode(objects, forKey: .objects)
        case .progress(let progress):
            try values.encode(Kind.progress, forKey: .kind)
            try values.encode(progress, forKey: .progress)
        case .finding(let line):
            try values.encode(Kind.finding, forKey: .kind)
            try values.encode(line, forKey: .line)
        case .done(let result):
            try values.encode(Kind.done, forKey: .kind)
            try values.encode(result, forKey: .result)
        case .refused(let refusal):
            try values.encode(Kind.refused, forKey: .kind)
            try values.encode(refusal, forKey: .refusal)
        }
    }
}
