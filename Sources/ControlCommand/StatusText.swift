internal import Control

/// A status as a person reads it.
enum StatusText {
    static func lines(_ report: StatusReport) -> [String] {
        var lines = ["\(report.name): \(report.state)"]
        func add(_ label: String, _ text: String) {
            lines.append("  " + label + String(repeating: " ", count: max(1, 10 - label.count)) + text)
        }
        if let slide = report.slide {
            add(
                "slide",
                "\(slide.number) of \(report.slides), '\(slide.id)'" + (slide.moving ? ", turning" : ""))
        } else {
            add("slide", "none")
        }
        if let hold = report.hold { add("shown", until(hold.until) + "then '\(hold.returnsTo)' again") }
        if let pause = report.pause {
            add("paused", "by \(pause.by)" + (pause.until.map { " until \($0)" } ?? ""))
        }
        if let text = waiting(report.schedule) { add("times", text) }
        if let ticker = report.ticker {
            add("ticker", "\(ticker.scrolling ? "running" : "standing"), \(short(ticker.speed)) pt/s")
        }
        if report.outputs.isEmpty { add("output", "none") }
        for output in report.outputs {
            add(
                "output",
                "\(output.name), \(output.width)x\(output.height) at \(short(output.refresh)) Hz"
                    + (output.rotation == 0 ? "" : ", turned by \(output.rotation)°")
                    + ", scale \(short(output.scale)), \(output.presenter)")
            let age = output.frames.lastFlipAge.map { ", the last one \(short($0)) s ago" } ?? ""
            let recoveries = output.frames.recoveries
            add(
                "frames",
                "\(output.frames.presented) presented, \(output.frames.missed) missed"
                    + (recoveries > 0 ? ", display set anew " + count(recoveries, "time") : "") + age)
        }
        add("display", display(report.display))
        if let notice = report.notice {
            add("notice", "'\(notice.text)'" + (notice.until.map { " until \($0)" } ?? ""))
        }
        let playlist = report.playlist
        add(
            "playlist",
            "\(playlist.path) (\(playlist.source)"
                + (playlist.generation.map { ", generation \($0)" } ?? "") + ")"
                + (playlist.loaded.map { ", playing since \($0)" } ?? ""))
        if let ignored = playlist.ignored { add("", ignored) }
        let configuration = report.configuration
        add("settings", "\(configuration.path) (\(configuration.source))")
        if let ignored = configuration.ignored { add("", ignored) }
        if let trial = configuration.trial {
            add(
                "",
                trial.remaining.map {
                    "goes back in \(short($0.rounded(.up))) s unless 'signagectl configure --confirm' keeps it"
                } ?? "is being kept")
        }
        let devices = report.touch.devices.map { $0.node.isEmpty ? $0.name : "\($0.name) (\($0.node))" }
        add("touch", devices.isEmpty ? "no device" : devices.joined(separator: ", "))
        add("painter", "\(report.painter.state), " + count(report.painter.failures, "failure"))
        if let reload = report.reload {
            add("reload", "\(reload.accepted ? "accepted" : "refused") at \(reload.time): \(reload.summary)")
        }
        add("running", "\(length(report.uptime)), signaged \(report.version), time zone \(report.timeZone)")
        lines += section("skipped slides:", report.painter.skipped.map { "'\($0.id)': \($0.reason)" })
        lines += section("problems of the playlist:", playlist.problems.map(\.description))
        if let reload = report.reload, !reload.accepted {
            lines += section("why the reload was refused:", reload.diagnostics.map(\.description))
        }
        lines += section("problems:", report.problems)
        return lines.map(printable)
    }

    /// "until …, ".
    private static func until(_ time: String?) -> String { time.map { "until \($0), " } ?? "" }

    /// "2 slides wait, the next change at …"; nil: no slide has times.
    private static func waiting(_ schedule: ScheduleStatus) -> String? {
        guard schedule.waiting > 0 || schedule.next != nil else { return nil }
        let slides = schedule.waiting == 1 ? "1 slide waits" : "\(schedule.waiting) slides wait"
        if !schedule.trusted { return slides + " as the clock cannot be trusted" }
        return slides + (schedule.next.map { ", the next change at \($0)" } ?? "")
    }

    /// "off by its hours until …".
    private static func display(_ display: DisplayStatus) -> String {
        let reason =
            switch display.cause {
            case "hours": "by its hours"
            case "command": "by command, until another"
            case "touch": "woken by a touch"
            case "clock": "as the clock cannot be trusted"
            default: display.cause
            }
        if display == DisplayStatus(intent: "auto", on: true, cause: "hours", until: nil) { return "on" }
        return "\(display.on ? "on" : "off") \(reason)" + (display.until.map { " until \($0)" } ?? "")
    }

    private static func section(_ title: String, _ entries: [String]) -> [String] {
        entries.isEmpty ? [] : ["  " + title] + entries.map { "    " + $0 }
    }

    /// "1 failure", "2 failures".
    static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)" + (number == 1 ? "" : "s")
    }

    /// A number with at most two decimals, none when they are zero.
    static func short(_ number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
    }

    /// "3 d 2 h", "2 h 5 min", "4 min 10 s": the two largest units.
    static func length(_ seconds: Double) -> String {
        let whole = Int(min(max(0, seconds), 1e12))
        let parts = [
            (whole / 86400, "d"), (whole / 3600 % 24, "h"), (whole / 60 % 60, "min"), (whole % 60, "s"),
        ]
        let first = parts.firstIndex { $0.0 > 0 } ?? 3
        return parts[first..<min(4, first + 2)].map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}

/// A connector as a person reads it.
enum OutputText {
    static func lines(_ report: OutputReport) -> [String] {
        let use = report.mode.map { "in use at \($0)" } ?? "not used"
        var lines = [
            "\(report.name): \(report.connected ? "connected" : "not connected"), \(use): \(report.reason)"
        ]
        if !report.modes.isEmpty { lines.append("  modes: " + report.modes.joined(separator: " ")) }
        return lines.map(printable)
    }
}

/// An event as a person reads it: time, what happened, and its fields.
enum EventText {
    static func line(_ event: MonitorEvent) -> String {
        var parts = [event.wall, event.event.rawValue]
        if let number = event.number { parts.append("\(number)") }
        if let id = event.id { parts.append("'\(id)'") }
        if let x = event.x, let y = event.y {
            parts.append("at \(StatusText.short(x)), \(StatusText.short(y))")
        }
        if let turned = event.turned { parts.append(turned ? "turned" : "settled back") }
        if let cause = event.cause { parts.append("by \(cause)") }
        if let party = event.by { parts.append("by \(party)") }
        if let accepted = event.accepted { parts.append(accepted ? "accepted:" : "refused:") }
        if let output = event.output { parts.append(output) }
        if let width = event.width, let height = event.height { parts.append("\(width)x\(height)") }
        if let refresh = event.refresh { parts.append("at \(StatusText.short(refresh)) Hz") }
        if event.event == .display && event.output == nil { parts.append("none") }
        if let state = event.state { parts.append(state + ":") }
        if let reason = event.reason { parts.append(reason) }
        if let text = event.text { parts.append(text) }
        return printable(parts.joined(separator: " "))
    }
}
