internal import Glibc
internal import PlaylistFile
public import PushProtocol
public import Signage
public import SystemCalls

/// Takes one push from a client: receives what is missing, checks all of it as it will be shown, and only then makes
/// it a generation. Interrupted at any moment it has changed nothing, and what arrived need not be sent again.
public final class PushReceiver {
    /// What the sign is like, and what a push may take.
    public struct Setting: Sendable {
        /// Pixels of the picture as seen.
        public var output: PixelSize
        /// How painted pixels are turned for the display.
        public var rotation: Rotation
        public var scale: Configuration.Scale
        /// Path of `signage-painter`.
        public var painter: String
        /// Generations that stay.
        public var keep: Int
        /// Bytes that their contents may have together.
        public var limit: Int
        /// Who pushes: the user's number.
        public var user: UInt32
        /// Nanoseconds of the wall clock when what plays was loaded.
        public var epoch: Int64
        /// Seconds that it waits for another push to end.
        public var longestWait = 600

        public init(
            output: PixelSize, rotation: Rotation = .none, scale: Configuration.Scale, painter: String,
            keep: Int, limit: Int, user: UInt32, epoch: Int64
        ) {
            self.output = output
            self.rotation = rotation
            self.scale = scale
            self.painter = painter
            self.keep = keep
            self.limit = limit
            self.user = user
            self.epoch = epoch
        }
    }

    /// What came of it, for the log.
    public enum Outcome: Sendable {
        /// And what went wrong beside it, a line each.
        case installed(Generation, PushResult, notes: [String])
        /// A dry run that found nothing in the way.
        case checked
        case refused(PushRefusal)
        /// The client went away, or made no sense, in words.
        case lost(String)
    }

    /// Why it ends before its end.
    enum Stop: Error {
        case refused(PushRefusal)
        case lost(PushConnection.Failure)
    }

    let store: Store
    let frames: FrameCache?
    let setting: Setting
    let connection: PushConnection
    let now: () -> Int64
    /// What went wrong without stopping it.
    var notes: [String] = []

    /// - Parameters:
    ///   - store: gets it.
    ///   - frames: keeps what is painted for the check; nil: nothing is kept.
    ///   - setting: of this sign.
    ///   - connection: to the client.
    ///   - now: nanoseconds of the wall clock.
    public init(
        _ store: Store, frames: FrameCache?, setting: Setting, over connection: PushConnection,
        now: @escaping () -> Int64 = realtimeNanoseconds
    ) {
        self.store = store
        self.frames = frames
        self.setting = setting
        self.connection = connection
        self.now = now
    }

    /// Takes the push; waits for the client, the disk and the painter.
    ///
    /// - Parameter announce: told of a generation that has become the current one; answers whether it is on the screen,
    ///   and if it is not what plays, why.
    /// - Returns: what came of it; the client has been told.
    public func run(announce: (Generation) -> (shown: Bool, ignored: String?)) -> Outcome {
        defer { connection.hangUp() }
        do throws(Stop) {
            return try receive(announce)
        } catch {
            switch error {
            case .refused(let refusal):
                try? connection.send(PushReply.refused(refusal))
                return .refused(refusal)
            case .lost(let failure):
                let reason = Self.words(for: failure)
                if failure != .closed {
                    try? connection.send(PushReply.refused(PushRefusal(reason, exit: .failure)))
                }
                return .lost(reason)
            }
        }
    }

    private func receive(
        _ announce: (Generation) -> (shown: Bool, ignored: String?)
    ) throws(Stop) -> Outcome {
        let offer: PushOffer = try talking { () throws(PushConnection.Failure) in
            try connection.receive(within: PushConnection.offerTime)
        }
        try validate(offer)
        try storing { () throws(StoreFailure) in try store.prepare() }
        let lock = try waitForLock()
        defer { withExtendedLifetime(lock) {} }
        try storing { () throws(StoreFailure) in
            try store.checkRoom(
                for: offer.objects, activate: offer.activate, keep: setting.keep, limit: setting.limit)
        }
        let received = try receiveObjects(of: offer)
        let (reading, warnings) = try check(offer, received)
        if offer.dryRun {
            let result = changes(to: reading.fallback, warnings: warnings)
            try talking { () throws(PushConnection.Failure) in try connection.send(PushReply.done(result)) }
            return .checked
        }
        return try install(offer, reading.fallback, warnings: warnings, announce)
    }

    private func install(
        _ offer: PushOffer, _ playlist: Playlist, warnings: Int,
        _ announce: (Generation) -> (shown: Bool, ignored: String?)
    ) throws(Stop) -> Outcome {
        var result = changes(to: playlist, warnings: warnings)
        let generation = try storing { () throws(StoreFailure) in
            try store.install(
                Generation(
                    number: 0, created: wallTime(nanoseconds: now()), origin: Self.plain(offer.origin),
                    user: setting.user, slides: playlist.slides.count, playlist: offer.playlist,
                    files: offer.files),
                activate: offer.activate)
        }
        result.generation = generation.number
        result.activated = offer.activate
        if offer.activate {
            (result.shown, result.ignored) = announce(generation)
            if result.shown { frames?.claimChecked(now: now()) }
        }
        // From here on it is done, whatever becomes of the client; garbage that stays goes after the next push.
        do throws(StoreFailure) {
            try store.collectGarbage(keep: setting.keep, now: now())
        } catch {
            notes.append("what is no longer needed could not be removed: \(error)")
        }
        try? connection.send(PushReply.done(result))
        return .installed(generation, result, notes: notes)
    }

    // MARK: - Parts

    private func waitForLock() throws(Stop) -> FileLock {
        let start = monotonicNanoseconds()
        var told = -1
        while true {
            let lock = try storing { () throws(StoreFailure) in
                try calling { () throws(SystemError) in try FileLock.take(store.layout.pushLock) }
            }
            if let lock { return lock }
            let seconds = Int((monotonicNanoseconds() - start) / 1_000_000_000)
            // Told again: a client that has gone is noticed by it.
            if seconds / 5 > told {
                told = seconds / 5
                try talking { () throws(PushConnection.Failure) in
                    try connection.send(PushReply.waiting(reason: "another push is under way"))
                }
            }
            guard seconds < setting.longestWait else {
                throw .refused(PushRefusal("another push is still under way", exit: .failure))
            }
            poll(nil, 0, 100)
        }
    }

    /// What a push changes, against the current generation.
    private func changes(to playlist: Playlist, warnings: Int) -> PushResult {
        let before = store.current().loaded?.playlist ?? Playlist()
        let changes = SlideChanges(from: before, to: playlist, on: setting.output, scale: setting.scale)
        return PushResult(
            generation: nil, activated: false, shown: false, ignored: nil, added: SlideList(changes.added),
            removed: SlideList(changes.removed), repainted: SlideList(changes.repainted), warnings: warnings)
    }

    /// One line, not too long.
    private static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(200).map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    private static func words(for failure: PushConnection.Failure) -> String {
        switch failure {
        case .timedOut(let seconds): "nothing came or went for \(seconds) s"
        case .tooSlow:
            "it came too slowly: all that is to be said first must be here in \(PushConnection.offerTime) s, "
                + "and the files at \(PushConnection.leastRate) bytes a second at least"
        case .closed: "the client has gone"
        case .malformed: "what came is no push that this version understands"
        case .file(let error), .system(let error): "\(error)"
        }
    }

    // MARK: - Failures

    func talking<Value>(
        _ body: () throws(PushConnection.Failure) -> Value
    ) throws(Stop) -> Value {
        do throws(PushConnection.Failure) {
            return try body()
        } catch {
            throw .lost(error)
        }
    }

    func storing<Value>(_ body: () throws(StoreFailure) -> Value) throws(Stop) -> Value {
        do throws(StoreFailure) {
            return try body()
        } catch {
            throw .refused(PushRefusal("\(error)", exit: .failure))
        }
    }
}
