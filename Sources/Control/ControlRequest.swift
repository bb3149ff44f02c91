public import SystemCalls

/// What a client asks of the daemon.
public enum ControlRequest: Hashable, Sendable {
    case status
    case next
    case previous
    /// By identity; comes back after a time, when one is given.
    case show(id: String, for: Duration?)
    /// Counted from 1 among the slides in the ring.
    case showNumber(Int, for: Duration?)
    case pause(for: Duration?)
    case resume
    case tickerStart
    case tickerStop
    /// Points a second, 0 … 5000.
    case tickerSpeed(Double)
    /// Plain text; `now` replaces it in one frame.
    case tickerText(String, now: Bool)
    /// Switches the display "on" or "off", or leaves it to its hours: "auto".
    case display(intent: String)
    /// The sign's name and addresses over everything, for half a minute or a time of its own.
    case identify(for: Duration?)
    /// A message over everything, for ten minutes or a time of its own.
    case notice(String, for: Duration?)
    /// Ends what shows over everything.
    case clearNotice
    case reload
    /// Tries a configuration, which goes back by itself after some time unless it is confirmed; without text that of
    /// the device's file. The name is for diagnostics.
    case configure(text: String?, name: String, for: Duration?)
    case confirmConfiguration
    case revertConfiguration
    /// The text of the configuration in force.
    case showConfiguration
    /// What shows when: from a time of the device's clock on, or from now; for so many days, or a week.
    case schedule(at: String?, days: Int?)
    case screenshot
    case outputs
    /// The generations that are kept.
    case history
    /// Plays another generation; nil: the one before the current one.
    case rollback(to: Int?)
    /// Chooses what plays: "file" or "store".
    case use(source: String)
    /// The connection becomes a push's, `ControlServer.handOver`.
    case push
    /// Answered by the server itself, which never hands it out.
    case monitor
}

/// A request that waits for `ControlServer.reply`.
public struct ControlCall: Hashable, Sendable {
    /// Unique in the life of a server.
    public var id: UInt64
    public var request: ControlRequest
    /// Who asks.
    public var peer: Peer

    public init(id: UInt64, request: ControlRequest, peer: Peer) {
        self.id = id
        self.request = request
        self.peer = peer
    }
}

extension ControlRequest {
    /// The longest text that a ticker takes, bytes of UTF-8.
    public static let longestText = 65536
    /// What `use` can choose.
    public static let sources = ["file", "store"]
    /// What `display` can want.
    public static let displayIntents = ["on", "off", "auto"]
    /// The fastest ticker, points a second.
    public static let highestSpeed = 5000.0
    /// The longest `for`, ten years.
    public static let longestMilliseconds = 10 * 366 * 86_400_000
    /// The longest time of `schedule`, bytes of UTF-8.
    static let longestTime = 64
    /// The longest look ahead of `schedule`, days.
    public static let mostDays = 366
    /// What it looks ahead when nothing is said.
    public static let usualDays = 7
    /// The longest configuration, bytes of UTF-8.
    public static let longestConfiguration = 256 << 10
    /// The longest name of one.
    public static let longestName = 4096
    /// The longest time that a configuration is tried, an hour.
    public static let longestTrial = 3_600_000
    /// The longest `for` of `identify`, an hour: it hides everything else.
    public static let longestIdentification = 3_600_000
    /// The longest message of `notice`, bytes of UTF-8.
    public static let longestMessage = 4096
    /// The longest `for` of `notice`, a day: it hides everything else.
    public static let longestNotice = 86_400_000
}
