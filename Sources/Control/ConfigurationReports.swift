/// What came of sending a configuration, or of confirming it or taking it back.
public struct ConfigureReport: Hashable, Sendable, Codable {
    /// One line: what is in force now.
    public var summary: String
    /// Warnings.
    public var diagnostics: [ControlDiagnostic]
    /// Whether a frame in this configuration is seen to be on the glass, or the display has nothing to do with it.
    public var shown: Bool
    /// Seconds until it goes back by itself; 0: it stays.
    public var remaining: Double

    public init(
        summary: String, diagnostics: [ControlDiagnostic] = [], shown: Bool = true, remaining: Double = 0
    ) {
        self.summary = summary
        self.diagnostics = diagnostics
        self.shown = shown
        self.remaining = remaining
    }
}

/// The configuration in force, as `status` tells it.
public struct ConfigurationStatus: Hashable, Sendable, Codable {
    /// A configuration that goes back by itself.
    public struct Trial: Hashable, Sendable, Codable {
        /// Who sent it: the user's number.
        public var user: Int
        /// Seconds until it goes back; nil: it is being kept.
        public var remaining: Double?

        public init(user: Int, remaining: Double?) {
            self.user = user
            self.remaining = remaining
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(user, forKey: .user)
            try values.encode(remaining, forKey: .remaining)
        }
    }

    /// Where it came from: "file", "store" (it was sent and confirmed) or "trial" (it waits for its confirmation).
    public var source: String
    /// Its file; of one on trial the name under which it was sent.
    public var path: String
    /// What does not count because of the source, and how that is changed; nil: nothing.
    public var ignored: String?
    /// nil: none is on trial.
    public var trial: Trial?

    public init(source: String, path: String, ignored: String? = nil, trial: Trial? = nil) {
        self.source = source
        self.path = path
        self.ignored = ignored
        self.trial = trial
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(source, forKey: .source)
        try values.encode(path, forKey: .path)
        try values.encode(ignored, forKey: .ignored)
        try values.encode(trial, forKey: .trial)
    }
}
