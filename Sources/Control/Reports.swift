/// A problem in a file, as `file:line:column: severity: path: message`.
public struct ControlDiagnostic: Hashable, Sendable, Codable, CustomStringConvertible {
    public var file: String
    /// From 1; 0: the whole file.
    public var line: Int
    /// From 1; 0: the whole line.
    public var column: Int
    /// "error" or "warning".
    public var severity: String
    /// The value's path in the file: "slides[3].duration"; may be empty.
    public var path: String
    /// What was found and what was expected.
    public var message: String

    public init(file: String, line: Int, column: Int, severity: String, path: String, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.path = path
        self.message = message
    }

    /// The line that a person reads; positions and path are left out where there are none.
    public var description: String {
        var place = file
        if line > 0 { place += ":\(line)" }
        if line > 0 && column > 0 { place += ":\(column)" }
        return "\(place): \(severity): " + (path.isEmpty ? "" : "\(path): ") + message
    }
}

/// How a reload ended.
public struct ReloadReport: Hashable, Sendable, Codable {
    /// Whether the new playlist plays; if not, the one before plays on.
    public var accepted: Bool
    /// One line: "12 slides, 2 warnings", or what keeps playing.
    public var summary: String
    public var diagnostics: [ControlDiagnostic]
    /// When it ended, `wallTime`.
    public var time: String

    public init(accepted: Bool, summary: String, diagnostics: [ControlDiagnostic], time: String) {
        self.accepted = accepted
        self.summary = summary
        self.diagnostics = diagnostics
        self.time = time
    }
}

/// A connector of the card, in use or not.
public struct OutputReport: Hashable, Sendable, Codable {
    public var name: String
    public var connected: Bool
    /// "1920x1080@60.00", the best first.
    public var modes: [String]
    /// The mode in use; nil when the connector is not used.
    public var mode: String?
    /// Why it is used, or why not.
    public var reason: String

    public init(name: String, connected: Bool, modes: [String], mode: String?, reason: String) {
        self.name = name
        self.connected = connected
        self.modes = modes
        self.mode = mode
        self.reason = reason
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(connected, forKey: .connected)
        try values.encode(modes, forKey: .modes)
        try values.encode(mode, forKey: .mode)
        try values.encode(reason, forKey: .reason)
    }
}

/// A generation of the store.
public struct GenerationReport: Hashable, Sendable, Codable {
    public var number: Int
    /// When it was pushed, RFC 3339; nil when it cannot be read.
    public var created: String?
    /// Where it came from, as the pushing side said.
    public var origin: String
    /// Who pushed it, by user number.
    public var user: Int?
    public var slides: Int
    public var files: Int
    /// Of all its files.
    public var bytes: Int
    public var current: Bool
    /// Why it cannot be played; nil: it can.
    public var problem: String?

    public init(
        number: Int, created: String?, origin: String, user: Int?, slides: Int, files: Int, bytes: Int,
        current: Bool, problem: String?
    ) {
        self.number = number
        self.created = created
        self.origin = origin
        self.user = user
        self.slides = slides
        self.files = files
        self.bytes = bytes
        self.current = current
        self.problem = problem
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(number, forKey: .number)
        try values.encode(created, forKey: .created)
        try values.encode(origin, forKey: .origin)
        try values.encode(user, forKey: .user)
        try values.encode(slides, forKey: .slides)
        try values.encode(files, forKey: .files)
        try values.encode(bytes, forKey: .bytes)
        try values.encode(current, forKey: .current)
        try values.encode(problem, forKey: .problem)
    }
}
