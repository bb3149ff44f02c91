internal import Control
internal import Display
internal import Glibc
internal import PlaylistFile
internal import Signage
internal import StoreJobs
internal import SystemCalls

extension SignDaemon {
    /// Why the store was asked, and so what its answer is for.
    enum Errand {
        case load
        case look([String])
        case ticker
        /// A client waits.
        case history(call: UInt64)
        /// A client waits; what comes back plays from then on.
        case change(call: UInt64)
        /// A client waits for its first frame.
        case tryConfiguration(ConfigurationTrial.Draft)
        /// A client waits.
        case keepConfiguration(call: UInt64)
        case readConfiguration(call: UInt64)
        /// A client waits.
        case display(call: UInt64)
        case push
        case none
    }

    /// How long a start waits for the store to read what plays.
    static let startLimit = Duration.seconds(30)
    /// After a start for which the store has read nothing: how often it is asked again.
    static let loadAgain = Duration.seconds(10)
    /// Commands of operators that may wait for the disk.
    static let mostCommands = 16

    /// What a start has to do without.
    enum Unread {
        /// The store's answer comes late.
        case coming(UInt64)
        /// The store cannot be asked.
        case never
    }

    var isLoading: Bool {
        errands.values.contains { if case .load = $0 { true } else { false } }
    }

    private var isChanging: Bool {
        errands.values.contains { if case .change = $0 { true } else { false } }
    }

    static func storeSettings(_ options: Options, _ directories: Directories) -> StoreSettings {
        var size = PixelSize(width: 1920, height: 1080)
        if case .headless(let given, _) = options.output { size = given }
        return StoreSettings(
            stateDirectory: directories.state, cacheDirectory: directories.cache,
            painter: siblingProgram("signage-painter"), configuration: absolutePath(options.configuration),
            configurationIsOptional: options.configurationIsOptional,
            playlist: options.playlist, playlistIsGiven: options.playlistIsGiven, outputSize: size, epoch: 0)
    }

    /// What plays at a start: there is always something, if only the idle page.
    ///
    /// Without a store the files are read here: nothing is on the screen yet that could stand still.
    static func startContent(
        _ store: StoreClient, _ settings: StoreSettings, _ options: Options
    ) -> (content: Content, unread: Unread?) {
        let now = Instant(nanoseconds: monotonicNanoseconds())
        let number = store.submit(.load(isStart: true), settings, at: now)
        let outcome = store.outcome(of: number, within: startLimit)
        if case .loaded(let content)? = outcome { return (content, nil) }
        guard let reason = outcome?.reason else {
            var content = Content()
            content.diagnostics = [unreadable(options, "the disk does not answer")]
            return (content, .coming(number))
        }
        let (configuration, playlist) = options.readFiles()
        var content = Content()
        content.setup.configuration = configuration.fallback
        content.setup.diagnostics = configuration.diagnostics
        content.setup.path = settings.configuration
        content.playlist = playlist.fallback
        content.source = playlist.hasErrors ? .none : .file
        content.diagnostics = configuration.diagnostics + playlist.diagnostics
        content.troubles = [reason]
        return (content, .never)
    }

    private static func unreadable(_ options: Options, _ reason: String) -> Diagnostic {
        Diagnostic(severity: .error, file: options.playlist, message: "cannot be read: " + reason)
    }

    /// The store's settings as they are now.
    var storeSettings: StoreSettings {
        var settings = Self.storeSettings(options, directories)
        let mounting = player.mounting
        settings.outputSize = player.picture ?? mounting.picture(on: settings.outputSize).size
        settings.rotation = mounting.rotation
        settings.epoch = epoch
        settings.keep = content.configuration.storeKeep
        settings.storeLimit = content.configuration.storeLimit
        settings.framesLimit = content.configuration.framesLimit
        return settings
    }

    /// Gives the store a job.
    func ask(_ job: StoreJob, _ errand: Errand, at now: Instant) {
        let client =
            switch job {
            case .history, .rollback, .use, .tryConfiguration, .keepConfiguration, .readConfiguration,
                .keepDisplay:
                clerk
            default: store
            }
        errands[client.submit(job, storeSettings, at: now)] = errand
    }

    func take(_ event: StoreEvent, at now: Instant) {
        switch event {
        case .finished(let number, let outcome):
            if supply.take(outcome, of: number, at: now) { return }
            guard let errand = errands.removeValue(forKey: number) else { return }
            finish(errand, outcome, at: now)
        case .installed(let push, let new):
            let isShown = new.source == .store
            if isShown { _ = change(to: new, at: now) }
            isLoadStale = isLoading
            // Which of two changes came last only the disk knows.
            if changes != changesBefore[push] || isChanging { gate.ask() }
            clerk.answer(push: push, PushVerdict(isShown: isShown, reason: isShown ? nil : new.ignored))
        case .pushEnded(let number):
            changesBefore[number] = nil
            if errands.removeValue(forKey: number) != nil { log(.warning, "a push ended without a word") }
        case .trouble(let text): log(.warning, text)
        }
    }

    private func finish(_ errand: Errand, _ outcome: StoreOutcome, at now: Instant) {
        switch (errand, outcome) {
        case (.load, _) where isLoadStale:
            // Read before a push came in between.
            isLoadStale = false
            gate.ask()
        case (.load, .loaded(let content)):
            nextLoad = nil
            finishReload(content, at: now)
        case (.load, _):
            var content = Content()
            content.diagnostics = [Self.unreadable(options, outcome.reason ?? "no answer")]
            finishReload(content, at: now)
        case (.look(let paths), .looked(let stamps)):
            for (path, stamp) in zip(paths, stamps) {
                if content.configuration.idleImage?.path == path {
                    content.configuration.idleImage?.stamp = stamp
                }
                player.handle(.fileChanged(path: path, stamp), at: now)
            }
        case (.ticker, .ticker(let file, let text)): finishTicker(file, text, at: now)
        case (.history(let call), .history(let report)):
            reply(to: call, .history(report.generations.map { GenerationReport($0) }))
        case (.change(let call), .loaded(let new)):
            changes += 1
            reply(to: call, .reloaded(change(to: new, at: now)))
            isLoadStale = isLoading
        case (.tryConfiguration(let draft), _): tried(draft, outcome, at: now)
        case (.keepConfiguration(let call), _): kept(call, outcome, at: now)
        case (.readConfiguration(let call), .text(let bytes)):
            reply(to: call, .configuration(String(decoding: bytes, as: UTF8.self)))
        case (.history(let call), _), (.change(let call), _), (.readConfiguration(let call), _):
            reply(to: call, .error(.refused(reason: outcome.reason ?? "the store gave no answer")))
        case (.display(let call), _): finishDisplay(call, outcome)
        case (.push, .pushed(let words, let notes)):
            log(.info, words)
            for note in notes { log(.warning, note) }
        case (.look, _), (.ticker, _), (.push, _), (.none, _):
            if let reason = outcome.reason { log(.warning, reason) }
        }
    }

    /// Plays another playlist, if it can be used; the configuration waits for a reload.
    private func change(to new: Content, at now: Instant) -> ReloadReport {
        var new = new
        let setup = content.setup
        new.setup = setup
        guard new.source == .none else {
            defer { content.diagnostics = setup.diagnostics + content.diagnostics }
            return accept(new, at: now)
        }
        report(new, "not changed, keeping the current playlist:", new.summary)
        return finished(accepted: false, "kept the current playlist: " + new.summary, new)
    }

    // MARK: - Pushes

    func push(_ call: ControlCall, at now: Instant) {
        guard let taken = control?.handOver(call.id, at: now.nanoseconds) else { return }
        do throws(SystemError) {
            let number = try clerk.push(
                taken.connection, read: taken.read, user: call.peer.uid, storeSettings, at: now)
            // Without one the connection is closed without a word, and the client says so.
            if let number {
                errands[number] = .push
                changesBefore[number] = isChanging ? nil : changes
            } else {
                log(.warning, "push refused: \(StoreClient.mostPushes) are under way already")
            }
        } catch {
            log(.error, "push refused: signage-store cannot be started: \(error)")
        }
    }
}

extension StoreOutcome {
    /// Why it failed; nil: it did not.
    var reason: String? {
        switch self {
        case .failed(let reason), .late(let reason), .lost(let reason): reason
        default: nil
        }
    }
}

extension GenerationReport {
    init(_ generation: HistoryReport.Generation) {
        self.init(
            number: generation.number, created: generation.created, origin: generation.origin,
            user: generation.user.map { Int($0) }, slides: generation.slides, files: generation.files,
            bytes: generation.bytes, current: generation.isCurrent, problem: generation.problem)
    }
}
