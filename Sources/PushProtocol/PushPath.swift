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
        guard let first = text.utf8.first else { return .empty }
        if text.utf8.count > mostBytes { return .tooLong }
        if first == slash { return .absolute }
        if text.utf8.contains(0) { return .odd }
        let parts = text.utf8.split(separator: slash, omittingEmptySubsequences: false)
        if parts.contains(where: { $0.elementsEqual("..".utf8) }) { return .leavesFolder }
        return parts.contains { $0.isEmpty || $0.elementsEqual(".".utf8) } ? .odd : nil
    }

    private static let slash = UInt8(ascii: "/")

    /// By their bytes.
    public static func == (one: PushPath, other: PushPath) -> Bool {
        one.description.utf8.elementsEqual(other.description.utf8)
    }

    /// Of the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in description.utf8 { hasher.combine(byte) }
    }
}
