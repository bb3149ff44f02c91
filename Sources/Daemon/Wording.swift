internal import PlaylistFile
internal import Signage
internal import StoreJobs

/// What the idle page says: what is wrong (with the playlist first), what to do, and how to find this sign.
///
/// - Parameters:
///   - content: what came of the files.
///   - playlistPath: where the playlist is looked for.
///   - addresses: of this machine.
/// - Returns: the lines, the most important first.
func idleLines(_ content: Content, playlistPath: String, addresses: [String]) -> [String] {
    var lines: [String] = []
    if let first = content.errors.first(where: { $0.file == playlistPath }) ?? content.errors.first {
        lines.append(first.description)
        if content.errors.count > 1 {
            lines.append("and \(content.errors.count - 1) more, see 'signagectl status'")
        }
        lines.append("Mend the file, then run 'signagectl reload'.")
    } else if !content.playlist.slides.isEmpty {
        // Those that wait for their time, the sign knows better.
        if !content.playlist.slides.contains(where: { $0.hasWindows }) {
            lines.append("No slide can be shown, see 'signagectl status'.")
        }
    } else {
        lines.append("There is nothing to show: put slides into \(playlistPath),")
        lines.append("then run 'signagectl reload'.")
    }
    if !addresses.isEmpty { lines.append(addresses.prefix(4).joined(separator: "  ")) }
    return lines
}

/// What `identify` shows: the sign's name, the machine's if that is another, and where to reach it.
func identity(name: String, host: String, addresses: [String]) -> Notice {
    var lines = name == host ? [] : [host]
    lines += addresses.isEmpty ? ["no network"] : Array(addresses.prefix(8))
    return Notice(title: name, lines: lines)
}

/// What there is to say of an idle picture that cannot be painted.
func idleImageWords(_ reason: String) -> String {
    "the idle picture cannot be shown, the ordinary idle page is: \(reason)"
}

/// How many slides are shown after some have come or gone by the clock.
func timeWords(shown: Int, waiting: Int) -> String {
    "\(shown) slide\(shown == 1 ? "" : "s") shown, \(waiting) waiting for their time"
}

/// What the sign does, in one line for `systemctl status`.
func statusLine(_ sign: SignStatus) -> String {
    switch (sign.state, sign.selected) {
    case (.off, _): "the display is off, " + (sign.display.cause == .hours ? "by its hours" : "by command")
    case (.noOutput, _): "no display, playing on in the dark"
    case (.idle, _) where sign.times.waiting > 0: "no slide has its time, \(sign.times.waiting) waiting"
    case (.idle, _): "no slide can be shown, \(sign.skipped.count) skipped"
    case (.playing, let slide?): "showing slide \(slide.index + 1) of \(sign.slideCount), '\(slide.id)'"
    case (.paused, let slide?): "paused at slide \(slide.index + 1) of \(sign.slideCount), '\(slide.id)'"
    case (.playing, nil), (.paused, nil): sign.state.rawValue
    }
}

/// Keys of the configuration that changed but are looked at only at a start.
func keysForTheNextStart(_ old: Configuration, _ new: Configuration) -> [String] {
    [("socket_group", old.socketGroup == new.socketGroup)].filter { !$0.1 }.map(\.0)
}
