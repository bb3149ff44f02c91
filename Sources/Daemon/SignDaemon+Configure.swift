internal import Control
internal import Display
internal import PlaylistFile
internal import Signage
internal import StoreJobs
internal import SystemCalls

/// Configurations that operators send: tried, and confirmed or taken back.
extension SignDaemon {
    /// Begins to try one: the store reads it first.
    func tryConfiguration(
        _ text: String?, name: String, for length: Duration?, of call: ControlCall, at now: Instant
    ) {
        if let reason = reasonNotToTry(at: now) {
            return reply(to: call.id, .error(.refused(reason: reason)))
        }
        let draft = ConfigurationTrial.Draft(
            text: text.map { ConfigurationText(name: name, bytes: Array($0.utf8)) }, call: call.id,
            user: call.peer.uid, length: length ?? ConfigurationTrial.usualLength)
        ask(.tryConfiguration(draft.text), .tryConfiguration(draft), at: now)
    }

    private func reasonNotToTry(at now: Instant) -> String? {
        if let trial {
            let rest = trial.remaining(at: now).map { "for another \(seconds($0)) s" } ?? "to be kept"
            return "'\(content.setup.path)' of user \(trial.draft.user) waits \(rest); "
                + "'signagectl configure --confirm' or '--revert' ends that"
        }
        let isReading = errands.values.contains { if case .tryConfiguration = $0 { true } else { false } }
        return isReading ? "another configuration is being read; try again" : nil
    }

    /// Puts one in force that has been read, for some time.
    func tried(_ draft: ConfigurationTrial.Draft, _ outcome: StoreOutcome, at now: Instant) {
        guard case .setup(var setup) = outcome else {
            let reason = outcome.reason ?? "the store gave no answer"
            return reply(to: draft.call, .error(.refused(reason: reason)))
        }
        // Without anybody who knows of it, it would only come and go.
        guard control?.isAwaited(draft.call) == true else { return }
        if let refusal = refusal(of: setup) { return reply(to: draft.call, .error(refusal)) }
        setup.source = .trial
        let old = screenWishes(options, content.configuration)
        let screen = player.screen
        trial = ConfigurationTrial(
            draft, before: content.setup, wasLit: isLit,
            concernsDisplay: options.usesDevices && old != screenWishes(options, setup.configuration), at: now
        )
        framesBefore = screen.counts.lastFlip ?? Instant(nanoseconds: 0)
        let text = "'\(setup.path)' is in force on trial, sent by user \(draft.user)"
        for diagnostic in setup.diagnostics { log(.warning, diagnostic.description) }
        log(.notice, text)
        publish(.configuration("applied", text))
        use(setup, at: now)
    }

    /// Why a configuration cannot even be tried.
    private func refusal(of setup: Setup) -> ControlError? {
        var diagnostics = setup.diagnostics.map { ControlDiagnostic($0) }
        if !setup.hasErrors {
            guard options.usesDevices,
                let objection = screenWishes(options, setup.configuration).objection(
                    among: player.screen.connectors)
            else { return nil }
            diagnostics.append(
                ControlDiagnostic(
                    file: setup.path, line: 0, column: 0, severity: "error", path: objection.key,
                    message: objection.reason))
        }
        log(.warning, "configuration refused, nothing has changed")
        for diagnostic in diagnostics { log(.warning, diagnostic.description) }
        return .configurationRefused(
            summary: "'\(setup.path)' cannot be used; nothing has changed", diagnostics: diagnostics)
    }

    // MARK: - While it is tried

    /// Whether frames reach a display.
    private var isLit: Bool {
        let screen = player.screen
        return screen.output != nil && player.power != .off && !screen.isHeld
            && screen.counts.lastFlip != nil
    }

    private var observation: ConfigurationTrial.Observation {
        let screen = player.screen
        let wishes = screenWishes(options, content.configuration)
        return ConfigurationTrial.Observation(
            output: screen.output.map { words(for: $0) },
            isAsWanted: !options.usesDevices || screen.output.map { $0.isWanted(by: wishes) } ?? false,
            isOnGlass: screen.counts.lastFlip.map { $0 > framesBefore } ?? false
                || screen.isShowingLastFrame(),
            isPainting: player.isPainting || player.isRemounting, isOff: player.power == .off)
    }

    /// When `advanceTrial` has something to do.
    func trialDeadline(at now: Instant) -> Instant? {
        guard var trial else { return nil }
        // What the last turn has brought is looked at in the next one, at once.
        if trial.advance(to: now, { observation }) != nil { return now }
        return trial.nextDeadline(at: now)
    }

    /// Answers when it is seen, and takes it back when it must be; before the player's turn.
    func advanceTrial(to now: Instant) {
        guard let verdict = trial?.advance(to: now, { observation }) else { return }
        switch verdict {
        case .shown(let proven):
            guard let trial, let call = self.trial?.takeCall() else { return }
            var report = ConfigureReport(
                summary: player.screen.output.map { "playing on " + words(for: $0) } ?? "no display is there",
                diagnostics: content.setup.diagnostics.map { ControlDiagnostic($0) }, shown: proven,
                remaining: trial.draft.length.inSeconds)
            let later = keysForTheNextStart(trial.before.configuration, content.configuration)
            if !later.isEmpty { report.summary += "; at the next start: " + later.joined(separator: ", ") }
            reply(to: call, .configured(report))
        case .failed(let reason):
            let call = trial?.takeCall()
            let words = takeBack(because: reason, at: now)
            if let call {
                reply(to: call, .error(.configurationRefused(summary: words, diagnostics: [])))
            }
        case .expired:
            takeBack(because: "nobody has confirmed it", at: now)
        }
    }

    /// Puts the configuration in force that was before.
    @discardableResult
    private func takeBack(because reason: String, at now: Instant) -> String {
        guard let trial else { return reason }
        let name = content.setup.path
        if let call = self.trial?.takeCall() { reply(to: call, .error(.refused(reason: reason))) }
        self.trial = nil
        use(trial.before, at: now)
        let words = "\(reason): '\(name)' is taken back, \(self.words(for: trial.before)) is in force again"
        log(.notice, words)
        publish(.configuration("reverted", words))
        return words
    }

    // MARK: - Its end

    func confirmConfiguration(_ call: ControlCall, at now: Instant) {
        guard let trial, !trial.isBeingKept else { return refuseEnd(call) }
        self.trial?.keep()
        ask(.keepConfiguration(trial.draft.text), .keepConfiguration(call: call.id), at: now)
    }

    func revertConfiguration(_ call: ControlCall, at now: Instant) {
        guard let trial, !trial.isBeingKept else { return refuseEnd(call) }
        let words = takeBack(because: "not wanted by user \(call.peer.uid)", at: now)
        reply(to: call.id, .configured(ConfigureReport(summary: words)))
    }

    private func refuseEnd(_ call: ControlCall) {
        reply(
            to: call.id,
            .error(
                .refused(
                    reason: trial == nil
                        ? "no configuration waits for its confirmation"
                        : "the configuration is being kept already"
                )))
    }

    /// The disk has kept it, or not.
    func kept(_ call: UInt64, _ outcome: StoreOutcome, at now: Instant) {
        guard trial != nil else { return }
        switch outcome {
        case .setup(let kept):
            if let call = self.trial?.takeCall() {
                reply(to: call, .error(.refused(reason: "another command has confirmed it already")))
            }
            self.trial = nil
            var setup = content.setup
            (setup.source, setup.path, setup.ignored) = (kept.source, kept.path, kept.ignored)
            use(setup, at: now)
            // What was read before counts no more.
            isLoadStale = isLoading
            let words = words(for: setup) + " is kept" + (setup.ignored.map { "; \($0)" } ?? "")
            log(.notice, words)
            publish(.configuration("confirmed", words))
            reply(to: call, .configured(ConfigureReport(summary: words)))
        case .failed(let reason):
            self.trial?.keepNot()
            let rest = self.trial?.remaining(at: now).map { seconds($0) } ?? 0
            log(.error, "the configuration cannot be kept: \(reason)")
            reply(
                to: call, .error(.refused(reason: "it cannot be kept: \(reason); it goes back in \(rest) s")))
        default:
            // Whether it was kept only the disk knows: what it says is put in force.
            let reason = outcome.reason ?? "the store gave no answer"
            let words = takeBack(because: "it cannot be kept: \(reason)", at: now)
            gate.ask()
            reply(to: call, .error(.refused(reason: words)))
        }
    }

    /// Answers with the text that is in force.
    func showConfiguration(_ call: ControlCall, at now: Instant) {
        if let text = trial?.draft.text {
            reply(to: call.id, .configuration(String(decoding: text.bytes, as: UTF8.self)))
        } else {
            ask(.readConfiguration, .readConfiguration(call: call.id), at: now)
        }
    }

    // MARK: - Words

    var configurationStatus: ConfigurationStatus {
        let now = present()
        let setup = content.setup
        return ConfigurationStatus(
            source: setup.source.rawValue, path: setup.path.isEmpty ? options.configuration : setup.path,
            ignored: setup.ignored,
            trial: trial.map {
                .init(user: Int($0.draft.user), remaining: $0.remaining(at: now)?.inSeconds)
            })
    }

    /// Which configuration is in force, where that is not plainly the file; what does not count because of it.
    func setupWords(_ setup: Setup) -> String? {
        switch setup.source {
        case .file: nil
        case .store:
            ["configured by '\(setup.path)'", setup.ignored].compactMap { $0 }.joined(separator: "; ")
        case .trial: "the configuration '\(setup.path)' stays on trial"
        }
    }

    private func words(for setup: Setup) -> String {
        setup.path.isEmpty ? "'\(options.configuration)'" : "'\(setup.path)'"
    }

    func words(for output: ScreenOutput) -> String {
        let size = output.geometry.size
        let hertz = Double(output.refreshMillihertz) / 1000
        return "'\(output.name)', \(size.width)x\(size.height) at \(hertz) Hz"
    }

    private func seconds(_ length: Duration) -> Int { Int(length.inSeconds.rounded(.up)) }
}
