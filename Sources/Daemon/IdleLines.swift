internal import PlaylistFile

/// What the idle page says: what is wrong and what to do, and how to find this sign.
///
/// - Parameters:
///   - content: what came of the files.
///   - playlistPath: where the playlist is looked for.
///   - addresses: of this machine.
/// - Returns: the lines, the most important first.
func idleLines(_ content: Content, playlistPath: String, addresses: [String]) -> [String] {
    var lines: [String] = []
    if let first = content.errors.first {
        lines.append(first.description)
        if content.errors.count > 1 {
            lines.append("and \(content.errors.count - 1) more, see 'signagectl status'")
        }
        lines.append("Mend the file, then run 'signagectl reload'.")
    } else {
        lines.append("There is nothing to show: put slides into \(playlistPath),")
        lines.append("then run 'signagectl reload'.")
    }
    if !addresses.isEmpty { lines.append(addresses.prefix(4).joined(separator: "  ")) }
    return lines
}
