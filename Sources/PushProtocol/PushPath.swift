/// A file's name in a push: relative to the playlist's folder, and never out of it.
///
/// Two names are the same when their bytes are: é as one character and é as e with an accent are two files, as they are
/// on disk (which `String` does not tell apart).
public struct PushPath: Hashable, Sendable, CustomStringConvertible {
    /// The most bytes of a name, as of a path in Linux.
    public static let mostBytes = 4095

    /// Why a name cannot be one.
    public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        case empty
        case tooLong
        case absolute
        case leavesFolder
        case odd

        /// "leads out of the playlist's folder".
        public var description: String {
            switch self {
            case .empty: "has no name"
            case .tooLong: "has a name of more than \(PushPath.mostBytes) bytes"
            case .absolute: "is named from the root on; name it from the playlist's folder on"
            case .leavesFolder: "leads out of the playlist's folder ('..')"
            case .odd: "is not written plainly: it has a NUL, or an empty part, or '.' as a part"
            }
        }
    }

    /// As it is written.
    public let description: String

    /// A name as it stands in an offer.
    ///
    /// Parts separated by `/`; none is empty, `.` or `..`, none has a NUL, all else is allowed.
    ///
    /// - Throws: what is wrong with it.
    public init(_ text: String) throws(Fault) {
        if let fault = Self.fault(of: text) { throw fault }
        description = text
    }

    /// The file that a playlist means by a path it has: `./` and doubled slashes are left out.
    ///
    /// - Throws: what is wrong with it: it begins with `/`, or goes up.
    public init(written text: String) throws(Fault) {
        guard text.utf8.first != Self.slash else { throw .absolute }
        let parts = text.utf8.split(separator: Self.slash).filter { !$0.elementsEqual(".".utf8) }
        try self.init(String(decoding: Array(parts.joined(separator: [Self.slash])), as: UTF8.self))
    }

    private static func fault(of text: String) -> Fault? {
        var text = text
        return text.withUTF8 { bytes -> Fault? in
            if bytes.isEmpty { return .empty }
            if bytes.count > mostBytes { return .tooLong }
            if bytes[0] == slash { return .absolute }
            var isOdd = false
            var start = 0
            var place = 0
            while place <= bytes.count {
                if place == bytes.count || bytes[place] == slash {
                    let isDots =
                        place - start <= 2 && bytes[start..<place].allSatisfy { $0 == UInt8(ascii: ".") }
                    // Going up is said first, wherever it stands.
                    if isDots && place - start == 2 { return .leavesFolder }
                    if isDots { isOdd = true }
                    start = place + 1
                } else if bytes[place] == 0 {
                    isOdd = true
                }
                place += 1
            }
            return isOdd ? .odd : nil
        }
    }

    private static let slash = UInt8(ascii: "/")

    /// By their bytes.
    public static func == (one: PushPath, other: PushPath) -> Bool {
        var (one, other) = (one.description, other.description)
        return one.withUTF8 { bytes in
            other.withUTF8 { $0.count == bytes.count && $0.elementsEqual(bytes) }
        }
    }

    /// Of the bytes.
    public func hash(into hasher: inout Hasher) {
        var text = description
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
