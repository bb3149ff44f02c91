public import PlaylistFile
public import Signage

/// What a sign plays and how it is configured, and what was wrong with the files it came from.
public struct Content: Hashable, Sendable {
    /// Where the playlist came from.
    public enum Source: String, Hashable, Sendable {
        case file
        /// A generation that was pushed.
        case store
        /// The copy of the last accepted playlist file, because the file cannot be used.
        case lastGood = "last-good"
        /// Nothing can be played.
        case none
    }

    public var setup = Setup()
    public var playlist = Playlist()
    public var source = Source.none
    /// The playlist file, or the generation's.
    public var path = ""
    public var generation: Int?
    /// What does not play because of the source, and how that is changed; nil: nothing.
    public var ignored: String?
    /// Problems of both files, errors and warnings.
    public var diagnostics: [Diagnostic] = []
    /// The slide that was on the screen when the sign was last seen; only at a start.
    public var place: String?
    /// Pictures that are not to be painted.
    public var quarantine: [QuarantinedPicture] = []
    /// What operators want of the display.
    public var displayIntent = DisplayIntent.auto
    /// What went wrong beside the files, for the log.
    public var troubles: [String] = []

    public init() {}

    /// What the sign goes by.
    public var configuration: Configuration {
        get { setup.configuration }
        set { setup.configuration = newValue }
    }

    public var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }

    /// "6 slides, 1 error, 2 warnings".
    public var summary: String {
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)" + (number == 1 ? "" : "s") }
        var parts = [count(playlist.slides.count, "slide")]
        if !errors.isEmpty { parts.append(count(errors.count, "error")) }
        let warnings = diagnostics.count - errors.count
        if warnings > 0 { parts.append(count(warnings, "warning")) }
        return parts.joined(separator: ", ")
    }
}
