internal import Glibc
internal import SystemCalls

/// The folders that fontconfig is set up to look for fonts in: `<dir>` with a path from the root on, in `fonts.conf`,
/// `local.conf` and what is in `conf.d`.
///
/// Those of users (`~`, `prefix="xdg"`) are left out, as a painter has no home.
///
/// - Parameter folder: where the configuration is; files that cannot be read are left out.
/// - Returns: paths, in the order they are found.
func fontFolders(in folder: String) -> [String] {
    (files(matching: folder + "/*.conf") + files(matching: folder + "/conf.d/*.conf")).flatMap { file in
        let text = (try? readFile(file, limit: 1 << 20)) ?? []
        return fontFolders(inText: String(decoding: text, as: UTF8.self))
    }
}

/// The same of one file's text.
func fontFolders(inText text: String) -> [String] {
    // What is between `<!--` and `-->` does not count.
    let pieces = text.split(separator: "<!--", omittingEmptySubsequences: false).enumerated().map {
        place, piece in
        place == 0 ? piece : piece.firstRange(of: "-->").map { piece[$0.upperBound...] } ?? ""
    }
    return pieces.joined().split(separator: "<dir>", omittingEmptySubsequences: false).dropFirst().compactMap
    {
        guard let end = $0.firstRange(of: "</dir>") else { return nil }
        let path = $0[..<end.lowerBound].filter { !$0.isNewline && $0 != "\t" }
        let trimmed = path.drop { $0 == " " }
        return trimmed.hasPrefix("/") ? String(trimmed.reversed().drop { $0 == " " }.reversed()) : nil
    }
}

/// Paths by a pattern, glob(3); in the order of their names.
private func files(matching pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
}
