/// What `signaged.yaml` says of this sign.
public struct Configuration: Hashable, Sendable {
    /// Pixels per point.
    public enum Scale: Hashable, Sendable {
        /// The output's shorter side / 1080 in steps of 1/8, at least 1/4.
        case auto
        case fixed(Double)

        /// The factor on an output of this size.
        public func factor(for size: PixelSize) -> Double {
            switch self {
            case .fixed(let factor): factor
            case .auto: max(0.25, (Double(min(size.width, size.height)) / 1080 * 8).rounded() / 8)
            }
        }
    }

    /// Which connector.
    public enum Output: Hashable, Sendable {
        case auto
        /// As the kernel names it: "HDMI-A-1".
        case connector(String)
    }

    /// Which mode of the connector.
    public enum Mode: Hashable, Sendable {
        case preferred
        /// The refresh rate in mHz, nil: the best there is.
        case size(PixelSize, refreshMillihertz: Int?)
    }

    /// By which calls a card is driven.
    public enum ModeSetting: String, Hashable, Sendable {
        /// Atomic commits where the driver has them.
        case auto
        /// Mode sets and page flips, as cards had them before.
        case legacy
    }

    /// How many bytes of painted slides are kept beyond previous, current and next.
    public enum Memory: Hashable, Sendable {
        /// 1/32 of the machine's memory, at most 64 MiB.
        case auto
        case bytes(Int)
    }

    /// What a touch panel's positions are multiplied by before anything else, in shares of the panel's sides:
    /// `x' = a·x + b·y + c`, `y' = d·x + e·y + f`.
    public struct TouchMatrix: Hashable, Sendable {
        public var a, b, c, d, e, f: Double

        public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
            (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
        }

        /// In the order of the file.
        public var values: [Double] { [a, b, c, d, e, f] }
    }

    /// A picture that is shown when there is nothing to play.
    public struct IdleImage: Hashable, Sendable {
        /// Absolute.
        public var path: String
        /// Which version was seen when the configuration was read; nil: it cannot be opened.
        public var stamp: FileStamp?

        public init(path: String, stamp: FileStamp? = nil) {
            self.path = path
            self.stamp = stamp
        }
    }

    /// Which wall clock is believed.
    public enum Clock: String, CaseIterable, Hashable, Sendable {
        /// One that was synchronised, or set by a hardware clock.
        case trusted
        case any
    }

    /// Shown by status and on the idle page; nil: the host name.
    public var name: String?
    public var output: Output = .auto
    public var mode: Mode = .preferred
    public var modesetting: ModeSetting = .auto
    /// How the picture lies on the display.
    public var mounting = Mounting()
    public var scale: Scale = .auto
    public var touchEnabled: Bool = true
    /// nil: what the device itself brings.
    public var touchMatrix: TouchMatrix?
    public var idleInfo: Bool = true
    public var idleColor: Color = .black
    /// nil: the idle page.
    public var idleImage: IdleImage?
    public var display = DisplaySettings()
    public var clock: Clock = .trusted
    public var memory: Memory = .auto
    public var socketGroup: String = "signage"
    /// Generations that the store keeps, the current one besides; at least 1.
    public var storeKeep = 5
    /// Bytes that the pictures and playlists of all generations may have together.
    public var storeLimit = 2 << 30
    /// Bytes of painted frames that are kept on disk; 0: none.
    public var framesLimit = 256 << 20

    public init() {}
}
