public import Signage
public import SystemCalls

/// What `signage-store` has to know of the sign to do any job.
public struct StoreSettings: Hashable, Sendable {
    /// Generations, objects and what else is kept for good.
    public var stateDirectory: String
    /// Painted frames.
    public var cacheDirectory: String
    /// Path of `signage-painter`, for a push that checks what it brings.
    public var painter: String
    public var configuration: String
    public var configurationIsOptional: Bool
    /// The playlist file.
    public var playlist: String
    /// It was named on the command line: the file plays whatever the store holds.
    public var playlistIsGiven: Bool
    /// Pixels of the picture as seen, for painting ahead.
    public var outputSize: PixelSize
    /// How painted pixels are turned for the display.
    public var rotation: Rotation
    /// Nanoseconds of the wall clock when what plays was loaded: frames used since then are not thrown away.
    public var epoch: Int64
    /// Generations that are kept.
    public var keep = 5
    /// Bytes of all objects.
    public var storeLimit = 2 << 30
    /// Bytes of all frames.
    public var framesLimit = 256 << 20

    public init(
        stateDirectory: String, cacheDirectory: String, painter: String, configuration: String,
        configurationIsOptional: Bool, playlist: String, playlistIsGiven: Bool, outputSize: PixelSize,
        rotation: Rotation = .none, epoch: Int64
    ) {
        self.stateDirectory = stateDirectory
        self.cacheDirectory = cacheDirectory
        self.painter = painter
        self.configuration = configuration
        self.configurationIsOptional = configurationIsOptional
        self.playlist = playlist
        self.playlistIsGiven = playlistIsGiven
        self.outputSize = outputSize
        self.rotation = rotation
        self.epoch = epoch
    }
}

/// One job for the store.
public enum StoreJob {
    /// Read what plays; at a start there is always something, else it is all of it or an error.
    case load(isStart: Bool)
    /// Look for a painted frame and copy it to the memory, `picture.pixelSize · 4` bytes; open the picture's file
    /// when there is none.
    case frame(Picture, MemoryFile)
    /// Keep a painted frame whose pixels are in the memory.
    case keepFrame(Picture, PaintedPicture, stride: Int, MemoryFile)
    /// Remember that a picture ends the painter.
    case quarantine(QuarantinedPicture)
    /// Remember what operators want of the display.
    case keepDisplay(DisplayIntent)
    /// Remember which slide is on the screen, for the next start.
    case keepPlace(String)
    /// Look at files: which version of each is there.
    case look(paths: [String])
    /// Read the text of a ticker again, unless the version that is there is the one that was read.
    case readTicker(TickerFile)
    case history
    /// Make another generation the current one; nil: the one before.
    case rollback(to: Int?)
    /// Choose what plays.
    case use(Content.Source)
    /// Read a configuration that is to be tried; nil: the file of the device.
    case tryConfiguration(ConfigurationText?)
    /// Keep the configuration that was tried; nil: none, the file of the device counts.
    case keepConfiguration(ConfigurationText?)
    /// The text of the configuration that counts.
    case readConfiguration
    /// Take a push from a client, in a process of its own: the connection, and what was read from it already.
    case push(Descriptor, read: [UInt8], user: UInt32)
}

/// What came of a job.
public enum StoreOutcome {
    case loaded(Content)
    /// The frame is in the memory now.
    case frame(PaintedPicture, stride: Int)
    /// There is no such frame; the picture's file, if it has one.
    case noFrame(file: Descriptor?)
    case looked([FileStamp?])
    /// The ticker's file as it is now, and its text; no text: why is its `fault`.
    case ticker(TickerFile, text: String?)
    case history(HistoryReport)
    /// A push is over: what came of it, for the log, and what went wrong beside it.
    case pushed(String, notes: [String])
    /// A configuration to be tried, or the one that counts now.
    case setup(Setup)
    /// Of a configuration.
    case text([UInt8])
    case done
    /// It cannot be done, and why, for an operator.
    case failed(String)
    /// Not now, for want of memory, say, or because the disk does not answer: worth another try later.
    case late(String)
    /// The store died over it, or cannot be started.
    case lost(String)
}

/// A picture that has ended the painter twice, by all that decides what the painter meets.
public struct QuarantinedPicture: Hashable, Sendable {
    /// The content and the version of its file, as bytes.
    public var key: [UInt8]
    public var reason: String

    public init(key: [UInt8], reason: String) {
        self.key = key
        self.reason = reason
    }
}

/// The generations that are kept.
public struct HistoryReport: Hashable, Sendable {
    public struct Generation: Hashable, Sendable {
        public var number: Int
        /// RFC 3339; nil when the generation cannot be read.
        public var created: String?
        /// Where it came from, as the pushing side said.
        public var origin: String
        /// Who pushed it.
        public var user: UInt32?
        public var slides: Int
        public var files: Int
        public var bytes: Int
        public var isCurrent: Bool
        /// Why it cannot be played.
        public var problem: String?

        public init(
            number: Int, created: String?, origin: String, user: UInt32?, slides: Int, files: Int, bytes: Int,
            isCurrent: Bool, problem: String?
        ) {
            self.number = number
            self.created = created
            self.origin = origin
            self.user = user
            self.slides = slides
            self.files = files
            self.bytes = bytes
            self.isCurrent = isCurrent
            self.problem = problem
        }
    }

    /// The newest first.
    public var generations: [Generation]

    public init(generations: [Generation]) {
        self.generations = generations
    }
}
