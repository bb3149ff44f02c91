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
