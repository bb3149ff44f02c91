/// One slide of a preview, as `signaged --preview` writes it to standard output and `signagectl preview` reads it.
///
/// On the wire: "SPV1"; number, width, height, bytes of the id, bytes of the reason, each four bytes, the lowest first; the
/// id and the reason in UTF-8; `width · height · 4` bytes of pixels: blue, green, red and one that means nothing. A
/// slide that is not shown has no pixels.
public struct PreviewRecord: Hashable, Sendable {
    /// How the slide looks.
    public enum Look: Hashable, Sendable {
        /// Its frame.
        case frame(width: Int, height: Int, pixels: [UInt8])
        /// Why it is not shown.
        case skipped(reason: String)
    }

    /// The most pixels across and down.
    public static let longestSide = 8192
    /// The most bytes of an id or a reason.
    static let longestText = 1 << 16

    /// The slide's place in the playlist, from 1. A later record of the same number replaces an earlier one.
    public var number: Int
    public var id: String
    public var look: Look

    public init(number: Int, id: String, look: Look) {
        self.number = number
        self.id = id
        self.look = look
    }

    private static let magic = Array("SPV1".utf8)

    /// All before the pixels.
    public var head: [UInt8] {
        var numbers = [number, 0, 0, 0, 0]
        let id = Array(id.utf8.prefix(Self.longestText))
        var reason: [UInt8] = []
        switch look {
        case .frame(let width, let height, _): (numbers[1], numbers[2]) = (width, height)
        case .skipped(let text): reason = Array(text.utf8.prefix(Self.longestText))
        }
        (numbers[3], numbers[4]) = (id.count, reason.count)
        let fields = numbers.flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        return Self.magic + fields + id + reason
    }

    /// Reads the next record.
    ///
    /// - Parameter bytes: gives exactly as many bytes as it is asked for; nil: there are not so many any more.
    /// - Returns: nil at the end, and where what comes is no record.
    /// - Throws: what `bytes` throws.
    public static func next<Failure: Error>(
        _ bytes: (Int) throws(Failure) -> [UInt8]?
    ) throws(Failure) -> PreviewRecord? {
        guard let start = try bytes(magic.count + 20), start.starts(with: magic) else { return nil }
        let fields = (0..<5).map { field in
            (0..<4).reduce(0) { $0 | Int(start[magic.count + field * 4 + $1]) << ($1 * 8) }
        }
        let (width, height) = (fields[1], fields[2])
        guard max(width, height) <= longestSide, max(fields[3], fields[4]) <= longestText,
            let id = try bytes(fields[3]), let reason = try bytes(fields[4])
        else { return nil }
        var record = PreviewRecord(
            number: fields[0], id: String(decoding: id, as: UTF8.self),
            look: .skipped(reason: String(decoding: reason, as: UTF8.self)))
        if width > 0, height > 0 {
            guard let pixels = try bytes(width * height * 4) else { return nil }
            record.look = .frame(width: width, height: height, pixels: pixels)
        }
        return record
    }
}
