public import PlaylistFile
public import Signage

/// A configuration, where it came from, and what was wrong with it.
public struct Setup: Hashable, Sendable {
    /// Where a configuration comes from.
    public enum Source: String, Hashable, Sendable {
        /// The configuration file of the device, or the defaults without one.
        case file
        /// The one that was sent and confirmed.
        case store
        /// One that was sent and waits for its confirmation.
        case trial
    }

    public var configuration = Configuration()
    public var source = Source.file
    /// Its file; of one on trial the name under which it was sent.
    public var path = ""
    /// What does not count because of the source, and how that is changed; nil: nothing.
    public var ignored: String?
    /// Errors and warnings.
    public var diagnostics: [Diagnostic] = []

    public init() {}

    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// A configuration as an operator sent it.
public struct ConfigurationText: Hashable, Sendable {
    /// For diagnostics.
    public var name: String
    public var bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
