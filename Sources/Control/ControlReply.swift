/// What the daemon answers.
public enum ControlReply {
    /// Done; how long it waited for a page to be painted.
    case done(waitedMilliseconds: Int)
    case status(StatusReport)
    case outputs([OutputReport])
    /// The files were read; a report that is not accepted reaches the client as the error `PlaylistRefused`.
    case reloaded(ReloadReport)
    /// A configuration was tried, confirmed or taken back.
    case configured(ConfigureReport)
    /// The text of the configuration in force.
    case configuration(String)
    case history([GenerationReport])
    case schedule(ScheduleReport)
    case screenshot(Screenshot)
    case error(ControlError)
}

/// The frame on the screen, sent row by row as fast as the client reads.
public struct Screenshot {
    /// Pixels.
    public var width: Int
    public var height: Int
    /// The pixels of some rows: `width · 4` bytes a row, blue, green, red and one that means nothing.
    ///
    /// Called for rising ranges until the last row is sent, then let go; what it holds must not change meanwhile.
    public var rows: (Range<Int>) -> [UInt8]

    public init(width: Int, height: Int, rows: @escaping (Range<Int>) -> [UInt8]) {
        self.width = width
        self.height = height
        self.rows = rows
    }
}
