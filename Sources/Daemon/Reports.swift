internal import Arguments
internal import Control
internal import Display
internal import PlaylistFile
internal import Signage
internal import SystemCalls
internal import Touch

extension ControlDiagnostic {
    init(_ diagnostic: Diagnostic) {
        self.init(
            file: diagnostic.file, line: diagnostic.line, column: diagnostic.column,
            severity: diagnostic.severity.rawValue, path: diagnostic.path, message: diagnostic.message)
    }
}

extension OutputReport {
    init(_ report: ConnectorReport) {
        self.init(
            name: report.name, connected: report.isConnected, modes: report.modes, mode: report.mode,
            reason: report.reason)
    }
}

extension OutputStatus {
    /// Width and height are the mode's, however it is turned.
    init(
        _ output: ScreenOutput, rotation: Rotation, scale: Double, counts: FrameCounts, at now: Instant
    ) {
        self.init(
            name: output.name, width: output.geometry.size.width, height: output.geometry.size.height,
            refresh: Double(output.refreshMillihertz) / 1000, rotation: rotation.rawValue, scale: scale,
            presenter: output.presenter.rawValue,
            frames: FrameStatus(
                presented: counts.presented, missed: counts.missed, recoveries: counts.recoveries,
                lastFlipAge: counts.lastFlip.map { (now - $0).inSeconds }))
    }
}

extension MonitorEvent {
    /// What an effect tells the outside; nil: nothing.
    init?(_ effect: SignEffect) {
        switch effect {
        case .slideShown(let index, let id, let cause):
            self = .slide(index: index, id: id, cause: cause.rawValue)
        case .paused(let party): self = .pause(by: party.rawValue)
        case .resumed(let party): self = .resume(by: party.rawValue)
        case .touchBegan(let x, let y): self = .touchBegan(x: x, y: y)
        case .touchEnded(let index, let turned): self = .touchEnded(index: index, turned: turned)
        case .touchCancelled: self = MonitorEvent(.touchCancelled)
        case .slideSkipped(let id, let reason): self = .skipped(id: id, reason: reason)
        case .slideRestored(let id): self = .restored(id: id)
        case .idleImageFailed(let reason): self = .trouble(idleImageWords(reason))
        case .timesChanged(let shown, let waiting):
            self = .schedule(timeWords(shown: shown, waiting: waiting))
        case .note(let id, let text): self = .note(id: id, text)
        case .noticeShown(let title): self = .notice(title)
        case .noticeEnded: self = MonitorEvent(.noticeEnded)
        case .display(let state): self = .display(on: state.isOn, cause: state.cause.rawValue)
        case .answer, .abandon: return nil
        }
    }

    /// The output that came, or that there is none any more.
    static func display(_ output: ScreenOutput?) -> MonitorEvent {
        guard let output else { return MonitorEvent(.display) }
        return .display(
            output.name, width: output.geometry.size.width, height: output.geometry.size.height,
            refresh: Double(output.refreshMillihertz) / 1000)
    }
}

extension ControlReply {
    init(_ answer: CommandAnswer) {
        switch answer {
        case .done(let waited): self = .done(waitedMilliseconds: Int(waited.nanoseconds / 1_000_000))
        case .refused(let reason): self = .error(.refused(reason: reason))
        }
    }
}

extension Command {
    /// How long a message shows if nothing else is said.
    static let noticeTime = Duration.seconds(600)

    /// The sign's command for a control request; nil: the request is none.
    init?(_ request: ControlRequest) {
        switch request {
        case .next: self = .next
        case .previous: self = .previous
        case .show(let id, let length): self = .show(id: id, for: length)
        case .showNumber(let number, let length): self = .showNumber(number, for: length)
        case .pause(let length): self = .pause(for: length)
        case .resume: self = .resume
        case .tickerStart: self = .tickerStart
        case .tickerStop: self = .tickerStop
        case .tickerSpeed(let speed): self = .tickerSpeed(speed)
        case .tickerText(let text, let now): self = .tickerText(text, now: now)
        case .notice(let text, let length):
            self = .notice(Notice(.message, title: text), for: length ?? Self.noticeTime)
        case .clearNotice: self = .clearNotice
        case .configure, .confirmConfiguration, .revertConfiguration, .showConfiguration: return nil
        case .status, .display, .identify, .reload, .schedule, .screenshot, .outputs, .monitor, .history,
            .rollback, .use, .push:
            return nil
        }
    }
}

extension Command {
    /// As an operator would write it, for the log.
    var words: String {
        func limited(_ length: Duration?) -> String { length.map { " --for \($0.inSeconds)s" } ?? "" }
        return switch self {
        case .next: "next"
        case .previous: "previous"
        case .show(let id, let length): "show '\(id)'" + limited(length)
        case .showNumber(let number, let length): "show --number \(number)" + limited(length)
        case .pause(let length): "pause" + limited(length)
        case .resume: "resume"
        case .tickerStart: "ticker start"
        case .tickerStop: "ticker stop"
        case .tickerSpeed(let speed): "ticker speed \(speed)"
        case .tickerText(let text, let now): "ticker text '\(text.prefix(80))'" + (now ? " --now" : "")
        case .clearNotice: "notice --clear"
        case .notice(let notice, let length): "notice '\(notice.title.prefix(80))'" + limited(length)
        }
    }
}
