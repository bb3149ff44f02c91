internal import Control
internal import Glibc
internal import PlaylistFile
internal import Signage
internal import StoreJobs
internal import SystemCalls

extension SignDaemon {
    /// Has both files read; what comes of it is told to `finishReload`.
    func reload(at now: Instant) {
        manager.reloading(at: now)
        ask(.load(isStart: false), .load, at: now)
    }

    /// Takes what was read whole, or leaves everything as it is and says why.
    func finishReload(_ new: Content, at now: Instant) {
        takeIntent(of: new, at: now)
        var new = new
        let accepted = new.source != .none
        let result: ReloadReport
        if accepted {
            if trial != nil { keepOnTrial(&new) }
            result = accept(new, at: now)
        } else {
            new.playlist = content.playlist
            report(new, "reload refused, keeping the current playlist:", new.summary)
            content.diagnostics = new.diagnostics
            // The idle page names what is wrong now.
            if content.source == .none { player.handle(.configure(Self.settings(content, options)), at: now) }
            result = finished(accepted: false, "kept the current playlist: " + new.summary, new)
        }
        for call in reloadCalls { reply(to: call, .reloaded(result)) }
        reloadCalls = []
        manager.ready()
    }

    /// What was read is what a configuration on trial goes back to; until then that one stays in force.
    private func keepOnTrial(_ new: inout Content) {
        trial?.before = new.setup
        let own = new.setup.diagnostics
        new.diagnostics = content.setup.diagnostics + new.diagnostics.filter { !own.contains($0) }
        new.setup = content.setup
    }

    /// Plays something else from now on.
    @discardableResult
    func accept(_ new: Content, at now: Instant) -> ReloadReport {
        var summary = new.summary
        let later = keysForTheNextStart(content.configuration, new.configuration)
        if !later.isEmpty { summary += "; at the next start: " + later.joined(separator: ", ") }
        content = new
        // What is the same path may be another directory by now.
        fileWatch?.renew()
        epoch = realtimeNanoseconds()
        supply.quarantine.take(new.quarantine)
        loadedWallTime = wallTime(nanoseconds: realtimeNanoseconds())
        configure(at: now)
        player.handle(.reload(content.playlist), at: now)
        report(content, "reloaded:", summary)
        return finished(accepted: true, sourceWords(content).map { "\(summary); \($0)" } ?? summary, content)
    }

    func finished(accepted: Bool, _ summary: String, _ content: Content) -> ReloadReport {
        let result = ReloadReport(
            accepted: accepted, summary: summary,
            diagnostics: content.diagnostics.map { ControlDiagnostic($0) },
            time: wallTime(nanoseconds: realtimeNanoseconds()))
        lastReload = result
        publish(.reload(accepted: accepted, summary: summary))
        return result
    }

    func report(_ content: Content, _ verb: String, _ summary: String) {
        for diagnostic in content.diagnostics {
            log(diagnostic.severity == .error ? .error : .warning, diagnostic.description)
        }
        for trouble in content.troubles where !problems.contains(trouble) {
            problems.append(trouble)
            log(.warning, trouble)
        }
        log(.info, ["\(verb) \(summary)", sourceWords(content)].compactMap { $0 }.joined(separator: "; "))
    }

    /// Which playlist and which configuration count where that is not plainly the file, and what does not because of it.
    private func sourceWords(_ content: Content) -> String? {
        let words = [playlistWords(content), setupWords(content.setup)].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    private func playlistWords(_ content: Content) -> String? {
        switch content.source {
        case .lastGood: "'\(options.playlist)' cannot be used, playing the last good playlist"
        case .store:
            ["playing generation \(content.generation ?? 0) of the store", content.ignored]
                .compactMap { $0 }.joined(separator: "; ")
        case .file, .none: content.ignored
        }
    }
}
