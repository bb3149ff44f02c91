internal import PushProtocol

/// What came of a push, as a person reads it.
enum PushText {
    /// The lines: what happened, and the slides that changed.
    static func lines(_ result: PushResult, isDryRun: Bool) -> [String] {
        [outcome(result, isDryRun: isDryRun)]
            + [
                list("added", result.added), list("removed", result.removed),
                list("repainted", result.repainted),
            ].compactMap { $0 }
    }

    private static func outcome(_ result: PushResult, isDryRun: Bool) -> String {
        let changes = [(result.added, "added"), (result.removed, "removed"), (result.repainted, "repainted")]
            .filter { $0.0.count > 0 }
            .map { StatusText.count($0.0.count, "slide") + " " + $0.1 }
        let summary =
            (changes.isEmpty ? "no slide changed" : changes.joined(separator: ", "))
            + (result.warnings > 0 ? ", \(StatusText.count(result.warnings, "warning"))" : "")
        guard !isDryRun, let generation = result.generation else {
            return "nothing was changed, this was only tried: \(summary)"
        }
        return "generation \(generation): \(summary); \(place(result, generation))"
    }

    private static func place(_ result: PushResult, _ generation: Int) -> String {
        if !result.activated {
            return "it is kept, and does not play; 'signagectl rollback \(generation)' shows it"
        }
        if let reason = result.ignored { return "it does not play: \(printable(reason))" }
        return result.shown ? "it plays" : "it plays as soon as it is painted"
    }

    private static func list(_ what: String, _ slides: SlideList) -> String? {
        guard slides.count > 0 else { return nil }
        let others = slides.count - slides.ids.count
        return "  \(what): " + slides.ids.map { "'\(printable($0))'" }.joined(separator: ", ")
            + (others > 0 ? " and \(StatusText.count(others, "other"))" : "")
    }
}
