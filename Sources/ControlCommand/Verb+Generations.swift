internal import Arguments
internal import Control

/// The verbs for what was pushed before.
extension Verb {
    static let history = Verb(
        name: "history", usage: "[--json]", summary: "the playlists that were pushed and are kept",
        details: "The newest first; '*' marks the current one.",
        flags: [Flag("json", "for programs: one JSON array")], changesNothing: true
    ) { invocation throws(CommandError) in
        _ = try invocation.operands()
        let generations = try invocation.withDaemon { client throws(ControlClient.Failure) in
            try client.history()
        }
        if invocation.arguments.has("json") {
            try invocation.console.say(try json(generations, pretty: true))
        } else if generations.isEmpty {
            try invocation.console.say("nothing was pushed yet")
        } else {
            for line in HistoryText.lines(generations) { try invocation.console.say(line) }
        }
        return .success
    }

    static let rollback = Verb(
        name: "rollback", usage: "[GENERATION]", summary: "play a playlist that was pushed before",
        details: """
            Without GENERATION the one before the current one; 'signagectl history' lists them. What is rolled
            back from is kept: 'signagectl rollback' with its number brings it back.
            """
    ) { invocation throws(CommandError) in
        var generation: Int?
        if !invocation.arguments.operands.isEmpty {
            let text = try invocation.operands("GENERATION")[0]
            guard let number = Int(text), number > 0 else {
                throw .usage(
                    .badValue(
                        what: "GENERATION", value: text, expected: "a number, as 'signagectl history' shows"),
                    verb: "rollback")
            }
            generation = number
        }
        return try invocation.switchPlaylist { client throws(ControlClient.Failure) in
            try client.rollback(to: generation)
        }
    }

    static let use = Verb(
        name: "use", usage: "store | file",
        summary: "choose what plays: what was pushed, or the playlist file",
        details: """
              store  what was pushed last, or rolled back to
              file   the file that the sign was started with, by default /etc/signaged/playlist.yaml

            The choice is remembered over restarts.
            """
    ) { invocation throws(CommandError) in
        let source = try invocation.operands("store or file")[0]
        guard ["store", "file"].contains(source) else {
            throw .usage(.badValue(what: "use", value: source, expected: "store or file"), verb: "use")
        }
        return try invocation.switchPlaylist { client throws(ControlClient.Failure) in
            try client.use(source: source)
        }
    }
}

extension Invocation {
    /// Has another playlist played, and prints what came of it.
    ///
    /// - Throws: `.daemon`, with the problems printed when the playlist cannot be used.
    func switchPlaylist(
        _ request: (ControlClient) throws(ControlClient.Failure) -> ReloadReport
    ) throws(CommandError) -> ExitCode {
        do throws(CommandError) {
            let report = try withDaemon(request)
            for diagnostic in report.diagnostics { try console.say(printable("\(diagnostic)")) }
            try console.say(printable(report.summary))
            return .success
        } catch {
            if case .daemon(.refused(.playlistRefused(_, let diagnostics)), _) = error {
                for diagnostic in diagnostics { try console.say(printable("\(diagnostic)")) }
            }
            throw error
        }
    }
}

/// The generations as a person reads them.
enum HistoryText {
    /// A table, a line each below a heading; then what is wrong with some of them.
    static func lines(_ generations: [GenerationReport]) -> [String] {
        let rows =
            [["", "pushed", "slides", "files", "size", "from"]]
            + generations.map { generation in
                [
                    (generation.current ? "* " : "  ") + "\(generation.number)", generation.created ?? "?",
                    "\(generation.slides)", "\(generation.files)", Transfer.size(generation.bytes),
                    printable(generation.origin),
                ]
            }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = rows.map { row in
            row.enumerated().map { column, text in
                let gap = String(repeating: " ", count: widths[column] - text.count)
                // Numbers below each other by their last digit; the last column needs no filling.
                if (2...4).contains(column) { return gap + text }
                return column == row.count - 1 ? text : text + gap
            }.joined(separator: "  ")
        }
        for generation in generations {
            guard let problem = generation.problem else { continue }
            lines.append("generation \(generation.number) cannot be played: \(printable(problem))")
        }
        return lines
    }
}
