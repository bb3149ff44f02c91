internal import Glibc
internal import PlaylistFile
internal import SystemCalls

/// A folder of pictures alone, as a playlist of its own: every picture in it once, in natural order.
///
/// Only the folder itself is looked at, not those in it. Dot files and what file browsers leave behind are passed over.
struct PictureFolder {
    /// A picture.
    struct Entry: Equatable {
        /// Its name in the folder.
        var name: String
        /// Where it is, relative to the folder: its name, or what a link by that name leads to.
        var path: String
    }

    /// What cannot be taken, and why.
    struct Remark: Equatable {
        var name: String
        var reason: String
    }

    /// Files that may be pictures, in natural order.
    var entries: [Entry]
    /// What is certainly no picture, and is left out.
    var leftOut: [Remark] = []
    /// What the folder may not have: links that lead out of it.
    var refused: [Remark] = []

    /// The most files, those that are passed over included.
    static let mostFiles = PlaylistReader.mostSlides
    private static let litter: Set<String> = ["thumbs.db", "ehthumbs.db", "desktop.ini"]

    /// Why a folder cannot be read.
    enum Failure: Error {
        case system(SystemError)
        /// More than `mostFiles`.
        case tooMany
    }

    /// Looks into a folder.
    ///
    /// - Throws: the errno of opening it or of finding out where it is; `.tooMany`.
    init(_ path: String) throws(Failure) {
        entries = []
        guard let home = realPath(path) else { throw .system(SystemError("open", path, errno: errno)) }
        guard let folder = opendir(path) else { throw .system(SystemError("open", path, errno: errno)) }
        defer { closedir(folder) }
        var found: [(order: NaturalOrder, name: String)] = []
        while let entry = readdir(folder) {
            let bytes = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: UInt8.self, capacity: 256) {
                    Array(
                        UnsafeBufferPointer(
                            start: $0,
                            count: strnlen(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self), 255)))
                }
            }
            if bytes.first == UInt8(ascii: ".") { continue }
            guard let name = String(validating: bytes, as: UTF8.self) else {
                let shown = printable(String(decoding: bytes, as: UTF8.self))
                leftOut.append(Remark(name: shown, reason: "its name is not in UTF-8"))
                continue
            }
            if Self.litter.contains(name.lowercased()) { continue }
            guard found.count < Self.mostFiles else { throw .tooMany }
            found.append((NaturalOrder(name), name))
        }
        found.sort { $0.order < $1.order }
        for (_, name) in found { take(name, in: path, home: home) }
    }

    private mutating func take(_ name: String, in folder: String, home: String) {
        func leaveOut(_ reason: String) { leftOut.append(Remark(name: printable(name), reason: reason)) }
        if name.unicodeScalars.contains(where: { $0.breaksLine }) {
            return leaveOut("its name has a line break or another control character; rename it")
        }
        var status = stat()
        guard fstatat(AT_FDCWD, folder + "/" + name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            return leaveOut(SystemError("stat", errno: errno).reason)
        }
        var path = name
        if status.st_mode & S_IFMT == S_IFLNK {
            guard let target = realPath(folder + "/" + name) else {
                return leaveOut("is a link that leads nowhere")
            }
            guard target.hasPrefix(home == "/" ? "/" : home + "/") else {
                refused.append(
                    Remark(
                        name: printable(name),
                        reason: "is a link out of the folder, to '\(printable(target))'; "
                            + "put a copy of the file in its place"))
                return
            }
            path = String(target.dropFirst(home == "/" ? 1 : home.count + 1))
            guard stat(target, &status) == 0 else { return leaveOut("is a link that leads nowhere") }
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: entries.append(Entry(name: name, path: path))
        case S_IFDIR: leaveOut("is a folder; only the pictures of one folder are taken")
        default: leaveOut("is no file")
        }
    }

    /// The playlist, in YAML.
    var playlist: String {
        var lines = ["slides:"]
        for entry in entries {
            // Without an id of its own the slide is called by its path.
            let id =
                entry.name == entry.path || entry.name.unicodeScalars.count > 200
                ? "" : ", id: " + Self.quoted(entry.name)
            lines.append("  - {image: \(Self.quoted(entry.path))\(id)}")
        }
        return (entries.isEmpty ? "slides: []" : lines.joined(separator: "\n")) + "\n"
    }

    /// A text as YAML writes it in double quotes, all of it on one line.
    static func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted.append(contentsOf: "\\\"".unicodeScalars)
            case "\\": quoted.append(contentsOf: "\\\\".unicodeScalars)
            case "\n": quoted.append(contentsOf: "\\n".unicodeScalars)
            // Beyond what YAML calls printable, and what breaks lines.
            case _
            where scalar.breaksLine || (0xFFFE...0xFFFF).contains(scalar.value) || scalar == "\u{feff}":
                let digits = String(scalar.value, radix: 16)
                let code = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                quoted.append(contentsOf: code.unicodeScalars)
            default: quoted.append(scalar)
            }
        }
        quoted.append("\"")
        return String(quoted)
    }
}

/// Where a path leads in the end, without links and dots, realpath(3); nil with errno when it leads nowhere.
func realPath(_ path: String) -> String? {
    guard let name = realpath(path, nil) else { return nil }
    defer { free(name) }
    return String(cString: name)
}

extension Unicode.Scalar {
    /// Whether a playlist takes it for a line break or a control character: a name may not have it.
    fileprivate var breaksLine: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
