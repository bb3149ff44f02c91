internal import SystemCalls

/// The most entries of a list in an answer; what is more is counted in a last entry.
private let mostListed = 1000

/// The first entries of a list, and one that says how many more there were.
private func bounded<Entry>(_ entries: [Entry], _ rest: (Int) -> Entry) -> [Entry] {
    guard entries.count > mostListed else { return entries }
    return entries.prefix(mostListed) + [rest(entries.count - mostListed)]
}

private func bounded(_ diagnostics: [ControlDiagnostic]) -> [ControlDiagnostic] {
    bounded(diagnostics) { more in
        ControlDiagnostic(
            file: diagnostics[0].file, line: 0, column: 0, severity: diagnostics[mostListed].severity,
            path: "",
            message: "\(more) more problems")
    }
}

extension StatusReport {
    /// The same with lists of a length that fits a message, whatever the playlist holds.
    func bounded() -> StatusReport {
        var report = self
        report.playlist.problems = Control.bounded(playlist.problems)
        report.reload = reload?.bounded()
        report.painter.skipped = Control.bounded(painter.skipped) {
            PainterStatus.Skipped(id: "", reason: "\($0) more slides")
        }
        report.problems = Control.bounded(problems) { "\($0) more problems" }
        return report
    }
}

extension ReloadReport {
    func bounded() -> ReloadReport {
        var report = self
        report.diagnostics = Control.bounded(diagnostics)
        return report
    }
}

extension ConfigureReport {
    func bounded() -> ConfigureReport {
        var report = self
        report.diagnostics = Control.bounded(diagnostics)
        return report
    }
}

extension ControlError {
    func bounded() -> ControlError {
        switch self {
        case .playlistRefused(let summary, let diagnostics):
            .playlistRefused(summary: summary, diagnostics: Control.bounded(diagnostics))
        case .configurationRefused(let summary, let diagnostics):
            .configurationRefused(summary: summary, diagnostics: Control.bounded(diagnostics))
        default: self
        }
    }
}

extension MonitorEvent {
    /// The same with the time it happened.
    func stamped(at now: Int64) -> MonitorEvent {
        var event = self
        event.monotonic = Double(now) / 1e9
        event.wall = wallTime(nanoseconds: realtimeNanoseconds())
        return event
    }
}
