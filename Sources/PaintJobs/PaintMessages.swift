internal import Signage
internal import Wire

/// What is sent with a job: the picture's bytes are in the first descriptor, the pixels go to the second, when there
/// are pixels, and the file is the last, when there is one.
struct JobMessage: Hashable {
    /// The most bytes of a picture: 65,536 characters of 4 bytes, and the rest.
    static let mostPictureBytes = 1 << 20
    /// More than any message of this kind has.
    static let limit = 64
    private static let magic: UInt32 = 0x314a_5053  // "SPJ1"

    var number: UInt64
    var pictureBytes: Int
    var pixelBytes: Int
    var hasFile: Bool

    var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.put(Self.magic)
        writer.put(number)
        writer.put(pictureBytes)
        writer.put(pixelBytes)
        writer.put(hasFile)
        return writer.bytes
    }

    init(number: UInt64, pictureBytes: Int, pixelBytes: Int, hasFile: Bool) {
        self.number = number
        self.pictureBytes = pictureBytes
        self.pixelBytes = pixelBytes
        self.hasFile = hasFile
    }

    init(encoded bytes: [UInt8]) throws(MalformedMessage) {
        var reader = ByteReader(bytes)
        guard try reader.take(UInt32.self) == Self.magic else { throw MalformedMessage(what: "not a job") }
        number = try reader.take()
        pictureBytes = try reader.takeInt()
        pixelBytes = try reader.takeInt()
        hasFile = try reader.takeBool()
        try reader.end()
        guard 1...Self.mostPictureBytes ~= pictureBytes, pixelBytes >= 0 else {
            throw MalformedMessage(what: "sizes out of range")
        }
    }
}

/// What a painter says first, when it is ready for jobs.
struct GreetingMessage: Hashable {
    private static let magic: UInt32 = 0x3147_5053  // "SPG1"

    /// Whether it can read fonts and libraries only.
    var filesAreConfined: Bool

    var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.put(Self.magic)
        writer.put(filesAreConfined)
        return writer.bytes
    }

    init(filesAreConfined: Bool) {
        self.filesAreConfined = filesAreConfined
    }

    init(encoded bytes: [UInt8]) throws(MalformedMessage) {
        var reader = ByteReader(bytes)
        guard try reader.take(UInt32.self) == Self.magic else {
            throw MalformedMessage(what: "not a greeting")
        }
        filesAreConfined = try reader.takeBool()
        try reader.end()
    }
}

/// The painter's answer to a job.
struct ReplyMessage: Hashable {
    enum Result: Hashable {
        case painted(PaintedPicture, stride: Int)
        case failed(String)
    }

    /// Bytes a reply may have.
    static let limit = 32_768
    /// Notes beyond these are left out.
    static let mostNotes = 16
    /// Characters of a note or a reason; the rest is cut.
    static let mostCharacters = 400
    private static let magic: UInt32 = 0x3152_5053  // "SPR1"

    var number: UInt64
    var result: Result

    init(number: UInt64, result: Result) {
        self.number = number
        self.result = result
    }

    var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.put(Self.magic)
        writer.put(number)
        switch result {
        case .painted(let picture, let stride):
            writer.put(UInt8(0))
            writer.put(Self.plain(picture))
            writer.put(stride)
        case .failed(let reason):
            writer.put(UInt8(1))
            writer.put(Self.plain(reason))
        }
        return writer.bytes
    }

    init(encoded bytes: [UInt8]) throws(MalformedMessage) {
        var reader = ByteReader(bytes)
        guard try reader.take(UInt32.self) == Self.magic else { throw MalformedMessage(what: "not a reply") }
        number = try reader.take()
        switch try reader.take(UInt8.self) {
        case 0:
            let picture = try reader.takePaintedPicture()
            guard picture.notes.count <= Self.mostNotes else {
                throw MalformedMessage(what: "too many notes")
            }
            result = .painted(Self.plain(picture), stride: try reader.takeInt())
        case 1: result = .failed(Self.plain(try reader.takeString()))
        default: throw MalformedMessage(what: "unknown result")
        }
        try reader.end()
    }

    /// A picture whose words are fit for a journal.
    private static func plain(_ picture: PaintedPicture) -> PaintedPicture {
        var picture = picture
        picture.notes = picture.notes.prefix(mostNotes).map(plain)
        picture.source = picture.source.map(plain)
        return picture
    }

    /// Text fit for one line of a journal: no control characters, not too long.
    private static func plain(_ text: String) -> String {
        let line = String(
            text.unicodeScalars.prefix(mostCharacters + 1).map { scalar in
                scalar.properties.generalCategory == .control ? " " : Character(scalar)
            })
        return line.unicodeScalars.count > mostCharacters
            ? String(line.unicodeScalars.prefix(mostCharacters - 1)) + "…" : line
    }
}
