internal import Arguments
internal import Control

/// The verbs that change what is shown.
extension Verb {
    static let forFlag = Flag("for", value: "TIME", "for this long: 90s, 10m, 1h30m")

    static let next = Verb(
        name: "next", usage: "", summary: "turn to the next page",
        details: "Waits until the page is painted, if it is not yet."
    ) { invocation throws(CommandError) in
        _ = try invocation.operands()
        return try invocation.perform(.next)
    }

    static let previous = Verb(
        name: "previous", usage: "", summary: "turn to the page before",
        details: "Waits until the page is painted, if it is not yet."
    ) { invocation throws(CommandError) in
        _ = try invocation.operands()
        return try invocation.perform(.previous)
    }

    static let show = Verb(
        name: "show", usage: "ID [--for TIME] | --number N [--for TIME]",
        summary: "show a slide, by its id or its number",
        details: """
            Numbers count from 1 among the slides that can be shown; 'signagectl status' tells them.
            With --for the sign comes back by itself.
            """,
        flags: [Flag("number", value: "N", "the slide's number, from 1"), forFlag]
    ) { invocation throws(CommandError) in
        let length = try invocation.length()
        let number = try invocation.reading { arguments throws(ArgumentError) in
            try arguments.number("number", in: 1 ... .max)
        }
        if let number {
            _ = try invocation.operands()
            return try invocation.perform(.showNumber(number, for: length))
        }
        guard invocation.arguments.operands.count != 0 else {
            throw .usage(.usage("name a slide: ID, or --number N"), verb: "show")
        }
        return try invocation.perform(.show(id: try invocation.operands("ID")[0], for: length))
    }

    static let pause = Verb(
        name: "pause", usage: "[--for TIME]", summary: "stop turning pages by time",
        details: "Pages still turn by touch and by command. A restart of the daemon ends the pause.",
        flags: [forFlag]
    ) { invocation throws(CommandError) in
        _ = try invocation.operands()
        return try invocation.perform(.pause(for: try invocation.length()))
    }

    static let resume = Verb(
        name: "resume", usage: "", summary: "turn pages by time again", details: ""
    ) { invocation throws(CommandError) in
        _ = try invocation.operands()
        return try invocation.perform(.resume)
    }

    static let ticker = Verb(
        name: "ticker", usage: "start | stop | speed N | text TEXT [--now]",
        summary: "start, stop, or change the ticker",
        details: """
              start      let it run
              stop       hold it where it is
              speed N    points a second, 0 to 5000
              text TEXT  another text; it follows the old one, or replaces it with --now

            The change is live and is dropped by the next reload.
            """,
        flags: [Flag("now", "with text: replace the old text at once")]
    ) { invocation throws(CommandError) in
        try invocation.perform(try invocation.tickerRequest())
    }

    static let display = Verb(
        name: "display", usage: "on | off | auto",
        summary: "switch the display on or off, or leave it to its hours",
        details: """
              on    on, also outside of display_hours
              off   off, also in display_hours; a touch does not wake it
              auto  on in display_hours, as signaged.yaml has them

            On and off stay until another of these commands: over the hours, restarts, and a display that is
            plugged in. 'signagectl status' tells whether it is on, why, and until when.
            """
    ) { invocation throws(CommandError) in
        let intents = ControlRequest.displayIntents
        let intent = try invocation.operands(intents.joined(separator: ", "))[0]
        guard intents.contains(intent) else {
            throw .usage(
                .badValue(what: "display", value: intent, expected: "on, off or auto"), verb: "display")
        }
        return try invocation.perform(.display(intent: intent))
    }

    static let identify = Verb(
        name: "identify", usage: "[--for TIME]",
        summary: "show the sign's name and addresses on its screen",
        details: """
            They cover everything for 30 s, or up to an hour, and then go by themselves; what they cover goes on
            meanwhile. A second time starts the time again.
            """,
        flags: [forFlag]
    ) { invocation throws(CommandError) in
        _ = try invocation.operands()
        let length = try invocation.length(
            atMost: .milliseconds(ControlRequest.longestIdentification), "1h")
        return try invocation.perform(.identify(for: length))
    }

    static let notice = Verb(
        name: "notice", usage: "TEXT [--for TIME] | --clear",
        summary: "show a message over everything, for a while",
        details: """
            It covers the screen for 10 min, or up to 24 h with --for, and then goes by itself, also over reloads
            and pushes. What it covers goes on meanwhile; touches do nothing. Another one takes its place, --clear
            ends it (and 'identify'), and so does a restart of the daemon. 'signagectl status' tells it.
            """,
        flags: [forFlag, Flag("clear", "end it now")]
    ) { invocation throws(CommandError) in
        try invocation.perform(try invocation.noticeRequest())
    }

    static let reload = Verb(
        name: "reload", usage: "", summary: "read configuration and playlist again, and say what came of it",
        details: """
            Prints every problem as file:line:column: severity: path: message. A file with errors changes
            nothing: what played plays on, and the exit status is 78.
            """
    ) { invocation throws(CommandError) in
        _ = try invocation.operands()
        return try invocation.switchPlaylist { client throws(ControlClient.Failure) in try client.reload() }
    }
}

extension Invocation {
    /// What `notice …` asks for.
    func noticeRequest() throws(CommandError) -> ControlRequest {
        if arguments.has("clear") {
            _ = try operands()
            if arguments.value("for") != nil { throw .usage(.usage("--clear takes no time"), verb: verb) }
            return .clearNotice
        }
        let text = try operands("TEXT")[0]
        guard !text.allSatisfy(\.isWhitespace) else {
            throw .usage(.usage("there is no text; --clear ends a notice"), verb: verb)
        }
        guard text.utf8.count <= ControlRequest.longestMessage else {
            throw .usage(
                .usage("the text is longer than \(ControlRequest.longestMessage) bytes"), verb: verb)
        }
        return .notice(text, for: try length(atMost: .milliseconds(ControlRequest.longestNotice), "24h"))
    }

    /// What `ticker …` asks for.
    func tickerRequest() throws(CommandError) -> ControlRequest {
        let actions = ["start", "stop", "speed", "text"]
        guard let action = arguments.operands.first else {
            throw .usage(.missingOperand(actions.joined(separator: ", ")), verb: verb)
        }
        if arguments.has("now") && action != "text" {
            throw .usage(.usage("--now belongs to 'ticker text'"), verb: verb)
        }
        switch action {
        case "start":
            _ = try operands("start")
            return .tickerStart
        case "stop":
            _ = try operands("stop")
            return .tickerStop
        case "speed":
            let text = try operands("speed", "N")[1]
            guard let speed = Double(text), (0...ControlRequest.highestSpeed).contains(speed) else {
                throw .usage(
                    .badValue(what: "speed", value: text, expected: "points a second, from 0 to 5000"),
                    verb: verb)
            }
            return .tickerSpeed(speed)
        case "text":
            let text = try operands("text", "TEXT")[1]
            guard text.utf8.count <= ControlRequest.longestText else {
                throw .usage(
                    .usage("the text is longer than \(ControlRequest.longestText) bytes"), verb: verb)
            }
            return .tickerText(text, now: arguments.has("now"))
        default:
            throw .usage(
                .unknownVerb("ticker \(action)", suggestion: nearest(to: action, among: actions)), verb: verb)
        }
    }
}
