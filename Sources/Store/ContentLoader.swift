internal import PlaylistFile
public import StoreJobs
internal import SystemCalls

/// Reads what a sign plays, from the file or from the store, and finds something to play at a start.
public struct ContentLoader {
    let settings: StoreSettings
    let store: Store

    public init(_ settings: StoreSettings, store: Store) {
        self.settings = settings
        self.store = store
    }

    /// Configuration and playlist as they are now.
    ///
    /// - Parameter isStart: then whatever the files say, it gives something: a configuration with errors has its
    ///   defaults, a playlist file with errors gives way to the last good one. Otherwise `source` is `.none` if there
    ///   is any error.
    /// - Returns: what plays, what does not because of it, and all problems.
    public func load(isStart: Bool) -> Content {
        let setup = loadSetup(isStart: isStart)
        var content = loadPlaylist(isStart: isStart)
        content.displayIntent = store.displayIntent
        content.setup = setup
        content.diagnostics = setup.diagnostics + content.diagnostics
        if setup.hasErrors && !isStart { content.source = .none }
        if isStart { content.place = PlaceFile(in: settings.cacheDirectory, disk: store.disk).read() }
        return content
    }

    /// As `load`, but the configuration is not looked at.
    ///
    /// - Parameters:
    ///   - isStart: as for `load`.
    ///   - source: which one is to play; nil: the one that was chosen.
    /// - Returns: as `load`, with the defaults for a configuration.
    public func loadPlaylist(isStart: Bool = false, from source: Store.Source? = nil) -> Content {
        let chosen = source ?? store.chosenSource
        var content = Content()
        content.path = settings.playlist
        content.quarantine = Quarantine(of: store).list().map {
            QuarantinedPicture(key: $0.key, reason: $0.reason)
        }
        let fileIsChosen = settings.playlistIsGiven || chosen == .file
        let generation = loadGeneration(into: &content, isWanted: !fileIsChosen, isChosen: chosen == .store)
        if fileIsChosen || generation == nil {
            content.ignored = generation.map { generation in
                "generation \(generation.generation.number) of the store does not play: "
                    + (settings.playlistIsGiven
                        ? "signaged was started with --playlist" : "'signagectl use store' plays it")
            }
            readFile(into: &content, isStart: isStart)
        } else if let generation {
            content.playlist = generation.playlist
            content.source = .store
            content.generation = generation.generation.number
            content.path = store.layout.generation(generation.generation.number)
            content.diagnostics += generation.diagnostics
            if case .regular = DiskFiles().status(of: settings.playlist) {
                content.ignored = "'\(settings.playlist)' does not play: 'signagectl use file' plays it"
            }
        }
        return content
    }

    /// The store's generation; what is wrong with it is said where it is what should play.
    private func loadGeneration(
        into content: inout Content, isWanted: Bool, isChosen: Bool
    ) -> LoadedGeneration? {
        let (loaded, notes) = store.current()
        guard isWanted else { return loaded }
        func warn(_ message: String) {
            content.diagnostics.append(
                Diagnostic(severity: .warning, file: store.layout.root, message: message))
        }
        notes.forEach(warn)
        if loaded == nil, isChosen || !notes.isEmpty {
            warn("the store has nothing that can be played, playing '\(settings.playlist)' instead")
        }
        return loaded
    }

    private func readFile(into content: inout Content, isStart: Bool) {
        let (reading, bytes) = PlaylistReader.readWithBytes(path: settings.playlist)
        content.diagnostics += reading.diagnostics
        let lastGood = LastGoodPlaylist(in: store)
        if let playlist = reading.value {
            content.playlist = playlist
            content.source = .file
            do throws(StoreFailure) {
                try lastGood.write(bytes, of: settings.playlist)
            } catch {
                content.troubles.append("no copy of the playlist can be kept: \(error)")
            }
        } else if isStart, let copy = lastGood.read(),
            let playlist = PlaylistReader.parse(
                copy.bytes, file: copy.origin, directory: directory(of: copy.origin)
            ).value
        {
            content.playlist = playlist
            content.source = .lastGood
        }
    }
}
