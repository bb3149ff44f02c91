internal import Control
internal import Glibc
internal import PlaylistFile
internal import Signage
internal import SystemCalls

extension SignDaemon {
    /// Reads both files: takes them whole, or leaves everything as it is and says why.
    func reload(at now: Instant) {
        manager.reloading(at: now)
        var new = reader.read()
        let accepted = new.source == .file
        if !accepted { new.playlist = content.playlist }
        var summary = new.summary
        if accepted {
            let later = keysForTheNextStart(content.configuration, new.configuration)
            if !later.isEmpty { summary += "; at the next start: " + later.joined(separator: ", ") }
            content = new
            loadedWallTime = wallTime(nanoseconds: realtimeNanoseconds())
            player.handle(.configure(Self.settings(content, options)), at: now)
            player.handle(.reload(content.playlist), at: now)
            report(content, "reloaded:", summary)
            keepLastGood()
        } else {
            report(new, "reload refused, keeping the current playlist:", summary)
            content.diagnostics = new.diagnostics
            // The idle page names what is wrong now.
            if content.source == .none { player.handle(.configure(Self.settings(content, options)), at: now) }
        }
        let result = ReloadReport(
            accepted: accepted, summary: (accepted ? "" : "kept the current playlist: ") + summary,
            diagnostics: new.diagnostics.map { ControlDiagnostic($0) },
            time: wallTime(nanoseconds: realtimeNanoseconds()))
        lastReload = result
        for call in reloadCalls { reply(to: call, .reloaded(result)) }
        reloadCalls = []
        publish(.reload(accepted: accepted, summary: result.summary))
        manager.ready()
    }

    func report(_ content: Content, _ verb: String, _ summary: String) {
        for diagnostic in content.diagnostics {
            log(diagnostic.severity == .error ? .error : .warning, diagnostic.description)
        }
        var text = "\(verb) \(summary)"
        switch content.source {
        case .file: break
        case .lastGood: text += "; '\(options.playlist)' cannot be used, playing the last good playlist"
        case .none: break
        }
        log(.info, text)
    }

    /// Keeps a copy of the playlist that was accepted; without one a later start has less to fall back to.
    func keepLastGood() {
        guard content.source == .file else { return }
        do throws(SystemError) {
            try reader.lastGood.write(copyOf: options.playlist)
        } catch {
            let problem = "no copy of the playlist can be kept: \(error)"
            guard !problems.contains(problem) else { return }
            problems.append(problem)
            log(.warning, problem)
        }
    }
}
