internal import Glibc
internal import PlaylistFile
internal import PushProtocol
internal import Signage
internal import StoreJobs
internal import SystemCalls

/// Does the jobs of one sign, one after the other.
final class StoreDesk {
    /// Of a configuration that is shown to an operator.
    private static let mostShownBytes = 256 << 10

    var settings: StoreSettings
    private let store: Store
    private let frames: FrameCache

    init(_ settings: StoreSettings) {
        self.settings = settings
        store = Store(at: settings.stateDirectory)
        frames = FrameCache(
            at: settings.cacheDirectory + "/frames", limit: settings.framesLimit, store: store)
        // What cannot be removed now is in nobody's way but the disk's, and is tried again at the next start.
        try? frames.trim(now: realtimeNanoseconds())
    }

    /// Whether what was opened for one job serves for another.
    func serves(_ other: StoreSettings) -> Bool {
        settings.stateDirectory == other.stateDirectory && settings.cacheDirectory == other.cacheDirectory
            && settings.framesLimit == other.framesLimit
    }

    func outcome(of job: StoreJob) -> StoreOutcome {
        do throws(StoreFailure) {
            switch job {
            case .load(let isStart):
                return .loaded(ContentLoader(settings, store: store).load(isStart: isStart))
            case .frame(let picture, let memory): return frame(picture, memory)
            case .keepFrame(let picture, let painted, let stride, let memory):
                return keep(picture, painted, stride, memory)
            case .quarantine(let entry):
                try Quarantine(of: store).add(Quarantine.Entry(key: entry.key, reason: entry.reason))
                return .done
            case .keepPlace(let slide):
                try PlaceFile(in: settings.cacheDirectory, disk: store.disk).write(slide)
                return .done
            case .look(let paths):
                return .looked(
                    paths.map { path in
                        if case .regular(let stamp) = DiskFiles().status(of: path) { stamp } else { nil }
                    })
            case .readTicker(let file): return ticker(file)
            case .keepDisplay(let intent):
                try store.keep(intent)
                return .done
            case .history: return .history(HistoryReport(try store.history()))
            case .rollback(let number):
                _ = try store.rollback(to: number)
                return .loaded(ContentLoader(settings, store: store).loadPlaylist())
            case .use(let source): return try use(source)
            case .tryConfiguration(let text): return .setup(loader.setup(toTry: text))
            case .keepConfiguration(let text): return try keep(text)
            case .readConfiguration: return .text(try configurationText())
            case .push: return .failed("a push needs a store of its own")
            }
        } catch {
            return .failed("\(error)")
        }
    }

    private func use(_ source: Content.Source) throws(StoreFailure) -> StoreOutcome {
        if settings.playlistIsGiven {
            return .failed("signaged was started with --playlist: '\(settings.playlist)' plays")
        }
        if source == .store, store.current().loaded == nil {
            return .failed("the store has nothing to play: 'signagectl push' brings something")
        }
        let content = ContentLoader(settings, store: store).loadPlaylist(
            from: source == .store ? .store : .file)
        // What cannot be used is not chosen.
        if content.source != .none { try store.choose(source == .store ? .store : .file) }
        return .loaded(content)
    }

    private func ticker(_ known: TickerFile) -> StoreOutcome {
        if let stamp = known.stamp, case .regular(stamp) = DiskFiles().status(of: known.path) { return .done }
        let (file, text) = TickerFileReader.read(known)
        return .ticker(file, text: text)
    }

    // MARK: - Configuration

    private var loader: ContentLoader { ContentLoader(settings, store: store) }

    private func keep(_ text: ConfigurationText?) throws(StoreFailure) -> StoreOutcome {
        let kept = KeptConfiguration(in: store)
        if let text { try kept.write(text.bytes) } else { try kept.remove() }
        return .setup(loader.loadSetup(isStart: false))
    }

    private func configurationText() throws(StoreFailure) -> [UInt8] {
        if loader.loadSetup(isStart: true).source == .store,
            let text = try KeptConfiguration(in: store).text()
        {
            return text
        }
        do throws(SystemError) {
            return try readFile(settings.configuration, limit: Self.mostShownBytes)
        } catch {
            if error.errno == ENOENT, settings.configurationIsOptional { return [] }
            throw .system(error)
        }
    }

    // MARK: - Frames

    private func frame(_ picture: Picture, _ memory: MemoryFile) -> StoreOutcome {
        if let (painted, stride) = frames.fetch(
            picture, into: memory.descriptor, size: memory.size, epoch: settings.epoch)
        {
            return .frame(painted, stride: stride)
        }
        guard case .slide(let slide) = picture, case .image(let path) = slide.content else {
            return .noFrame(file: nil)
        }
        do throws(StoreFailure) {
            return .noFrame(file: try store.openVerified(path))
        } catch {
            guard case .system(let failure) = error else { return .failed("\(error)") }
            // What is wrong with the machine is not the picture's fault.
            let isPassing = [EIO, EMFILE, ENFILE, ENOMEM, EAGAIN, ESTALE, ETIMEDOUT].contains(failure.errno)
            return isPassing ? .late("\(failure)") : .failed(DiskFiles.reason(failure, path))
        }
    }

    private func keep(
        _ picture: Picture, _ painted: PaintedPicture, _ stride: Int, _ memory: MemoryFile
    ) -> StoreOutcome {
        guard let pixels = try? Mapping(memory.descriptor, size: memory.size, writable: false) else {
            return .failed("painted slides cannot be kept: no memory")
        }
        let trouble = frames.keep(
            picture, painted, stride: stride, pixels: pixels, epoch: settings.epoch,
            now: realtimeNanoseconds())
        return trouble.map { .failed($0) } ?? .done
    }

    // MARK: - A push

    /// Takes a push, and tells the daemon of the generation that comes of it.
    ///
    /// - Throws: when the daemon has gone.
    func receive(
        _ connection: Descriptor, read: [UInt8], user: UInt32, number: UInt64, _ inbox: StoreInbox
    ) throws {
        let setup = loader.loadSetup(isStart: true)
        let setting = PushReceiver.Setting(
            output: settings.outputSize, rotation: settings.rotation, scale: setup.configuration.scale,
            painter: settings.painter, keep: settings.keep, limit: settings.storeLimit, user: user,
            epoch: settings.epoch)
        let receiver = PushReceiver(
            store, frames: frames, setting: setting,
            over: try PushConnection(
                connection, alreadyRead: read, patience: PushConnection.storePatience,
                grace: PushConnection.storeGrace))
        let outcome = receiver.run { [settings, store] generation -> (shown: Bool, ignored: String?) in
            let content = ContentLoader(settings, store: store).loadPlaylist()
            guard let verdict = try? inbox.announce(number, content) else { return (false, nil) }
            if verdict.isShown, let playing = content.generation, playing != generation.number {
                return (false, "generation \(playing) was chosen meanwhile")
            }
            return (verdict.isShown, verdict.reason)
        }
        try inbox.answer(number, outcome.told)
    }
}

extension PushReceiver.Outcome {
    /// For the daemon's log.
    fileprivate var told: StoreOutcome {
        switch self {
        case .installed(let generation, let result, let notes):
            .pushed(
                "generation \(generation.number) was pushed from '\(generation.origin)'"
                    + (result.activated ? "" : ", not activated"), notes: notes)
        case .checked: .pushed("a push was tried, nothing has changed", notes: [])
        case .refused(let refusal): .failed("push refused: \(refusal.reason)")
        case .lost(let reason): .failed("push ended: \(reason)")
        }
    }
}

extension HistoryReport {
    fileprivate init(_ entries: [HistoryEntry]) {
        self.init(
            generations: entries.map { entry in
                let generation = entry.generation
                return Generation(
                    number: entry.number, created: generation?.created, origin: generation?.origin ?? "",
                    user: generation?.user, slides: generation?.slides ?? 0,
                    files: generation?.files.count ?? 0,
                    bytes: generation?.objects.values.reduce(0, +) ?? 0, isCurrent: entry.isCurrent,
                    problem: entry.problem)
            })
    }
}
