internal import FoundationEssentials

/// Replies as bytes of the wire, each ended by a NUL.
enum ReplyMessage {
    /// An answer; `continues`: more will follow.
    static func success(_ parameters: some Encodable, continues: Bool = false) -> [UInt8] {
        let envelope = Envelope(parameters: parameters, continues: continues ? true : nil)
        return encode(envelope) ?? failure(.refused(reason: "the answer has a value that JSON cannot hold"))
    }

    /// An error.
    static func failure(_ error: ControlError) -> [UInt8] {
        encode(Envelope(parameters: error.parameters, error: error.name)) ?? [0]
    }

    /// Rows of a screenshot, written by hand: the text of base64 is long and needs no escaping.
    static func rows(_ part: ScreenshotStream.Part) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(part.pixels.count / 3 * 4 + 256)
        let head =
            part.continues
            ? "{\"continues\":true,\"parameters\":{\"data\":\"" : "{\"parameters\":{\"data\":\""
        message.append(contentsOf: head.utf8)
        Base64.append(part.pixels, to: &message)
        let tail =
            "\",\"firstRow\":\(part.rows.lowerBound),\"format\":\"xrgb8888\",\"height\":\(part.height),"
            + "\"rows\":\(part.rows.count),\"width\":\(part.width)}}"
        message.append(contentsOf: tail.utf8)
        message.append(0)
        return message
    }

    /// Any value as JSON, its names sorted, without a NUL; nil when it holds a number that is none.
    static func encode(json value: some Encodable) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { Array($0) }
    }

    private static func encode(_ envelope: some Encodable) -> [UInt8]? {
        encode(json: envelope).map { $0 + [0] }
    }

    private struct Envelope<Parameters: Encodable>: Encodable {
        var parameters: Parameters
        var continues: Bool?
        var error: String?
    }
}

/// What `Next` and its like answer.
struct DoneParameters: Codable {
    var waitedMilliseconds: Int
}

/// What `ShowConfiguration` answers.
struct ConfigurationParameters: Codable {
    var text: String
}

/// What `Push` answers.
struct NoParameters: Codable {}

/// What `History` answers.
struct HistoryParameters: Codable {
    var generations: [GenerationReport]
}

/// What `Outputs` answers.
struct OutputsParameters: Codable {
    var outputs: [OutputReport]
}

/// What `Screenshot` answers, once for some rows.
struct ScreenshotParameters: Codable {
    var width: Int
    var height: Int
    var format: String
    var firstRow: Int
    var rows: Int
    var data: String
}

/// Bytes as text, RFC 4648 section 4.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        alphabet.withUnsafeBufferPointer { letters in
            var index = 0
            while index + 3 <= bytes.count {
                let group = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
                text.append(letters[group >> 18])
                text.append(letters[group >> 12 & 63])
                text.append(letters[group >> 6 & 63])
                text.append(letters[group & 63])
                index += 3
            }
            let rest = bytes.count - index
            guard rest > 0 else { return }
            let group = Int(bytes[index]) << 16 | (rest > 1 ? Int(bytes[index + 1]) << 8 : 0)
            text.append(letters[group >> 18])
            text.append(letters[group >> 12 & 63])
            text.append(rest > 1 ? letters[group >> 6 & 63] : UInt8(ascii: "="))
            text.append(UInt8(ascii: "="))
        }
    }
}
