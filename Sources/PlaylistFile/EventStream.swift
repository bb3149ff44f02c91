internal import CYAML

/// What the parser met, at its place.
struct Event {
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd, sequenceStart, mappingStart, end, alias
        case scalar(Scalar)
    }

    var kind: Kind
    var mark: Mark
    /// "&name" was written.
    var hasAnchor = false
    /// "!tag" was written.
    var hasTag = false
}

/// A scalar as written, without a guess at its type.
struct Scalar {
    var text: String
    /// Without quotes and on one line: only such a scalar can stand for "nothing".
    var isPlain: Bool
    var isDoubleQuoted: Bool
}

/// The bytes are not YAML.
struct SyntaxError: Error {
    var mark: Mark
    var message: String
}

/// YAML events of a text, `yaml_parser_parse`.
final class EventStream {
    /// On the heap: libyaml keeps the address.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: [UInt8]
    private var offset = 0

    /// - Parameter bytes: UTF-8 without a byte order mark.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else { return }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input(
            parser,
            { context, buffer, room, count in
                guard let context, let buffer, let count else { return 0 }
                let stream = Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue()
                count.pointee = stream.copy(to: UnsafeMutableRawBufferPointer(start: buffer, count: room))
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    private func copy(to room: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(room.count, bytes.count - offset)
        room.copyBytes(from: bytes[offset..<offset + count])
        offset += count
        return count
    }

    /// The next event; after the stream's end, its end again.
    func next() throws(SyntaxError) -> Event {
        var event = yaml_event_t()
        guard parser.pointee.read_handler != nil else {
            throw SyntaxError(mark: Mark(), message: "out of memory")
        }
        guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
        defer { yaml_event_delete(&event) }
        let mark = Mark(event.start_mark)
        switch event.type {
        case YAML_STREAM_START_EVENT: return Event(kind: .streamStart, mark: mark)
        case YAML_DOCUMENT_START_EVENT: return Event(kind: .documentStart, mark: mark)
        case YAML_DOCUMENT_END_EVENT: return Event(kind: .documentEnd, mark: mark)
        case YAML_ALIAS_EVENT: return Event(kind: .alias, mark: mark)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return Event(kind: .end, mark: mark)
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            return Event(
                kind: .sequenceStart, mark: mark, hasAnchor: start.anchor != nil, hasTag: start.tag != nil)
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            return Event(
                kind: .mappingStart, mark: mark, hasAnchor: start.anchor != nil, hasTag: start.tag != nil)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            return Event(
                kind: .scalar(Scalar(scalar)), mark: mark, hasAnchor: scalar.anchor != nil,
                hasTag: scalar.tag != nil)
        default: return Event(kind: .streamEnd, mark: mark)
        }
    }

    private func syntaxError() -> SyntaxError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "not readable"
        if parser.pointee.error == YAML_READER_ERROR {
            var offset = parser.pointee.problem_offset
            if problem.hasPrefix("invalid trailing"), offset > 0 { offset = start(ofCharacterAt: offset - 1) }
            return SyntaxError(mark: mark(ofByte: offset), message: readerProblem(problem))
        }
        let mark = Mark(parser.pointee.problem_mark)
        var message = problem
        if let context = parser.pointee.context {
            message += " \(String(cString: context))"
            let start = Mark(parser.pointee.context_mark)
            if start.line != mark.line { message += " that begins in line \(start.line)" }
        }
        if let advice = advice(for: message, at: mark) { message += "; \(advice)" }
        return SyntaxError(mark: mark, message: message)
    }

    private func readerProblem(_ problem: String) -> String {
        guard problem.hasPrefix("control characters") else { return "\(problem); save the file as UTF-8" }
        let value = String(UInt32(bitPattern: parser.pointee.problem_value), radix: 16, uppercase: true)
        return "\(problem): U+" + String(repeating: "0", count: max(0, 4 - value.count)) + value
    }

    /// What usually lies behind a message of libyaml's.
    private func advice(for problem: String, at mark: Mark) -> String? {
        if problem.hasPrefix("did not find expected ',' or")
            || problem.hasSuffix("while parsing a flow node"),
            hasComment(inPlaceOfValue: max(1, mark.line - 2)...mark.line)
        {
            return "a colour that begins with # needs quotes"
        }
        if problem.hasPrefix("mapping values are not allowed") {
            return "a value that contains ': ' needs quotes, and keys of one mapping stand in one column"
        }
        guard problem.hasPrefix("found character that cannot start") else { return nil }
        return switch byte(at: mark) {
        case UInt8(ascii: "\t")?: "indent with spaces, not tabs"
        case UInt8(ascii: "@")?, UInt8(ascii: "`")?, UInt8(ascii: "%")?: "a value that begins so needs quotes"
        default: nil
        }
    }

    /// Whether `: #` stands in one of these lines: what follows is a comment where a value was meant.
    private func hasComment(inPlaceOfValue lines: ClosedRange<Int>) -> Bool {
        var line = 1
        for index in bytes.indices.dropLast(2) {
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
            if line > lines.upperBound { return false }
            if line >= lines.lowerBound, bytes[index...].starts(with: ": #".utf8) { return true }
        }
        return false
    }

    /// The first byte of the character at a place.
    private func byte(at mark: Mark) -> UInt8? {
        var place = Mark()
        for byte in bytes {
            if byte & 0xC0 != 0x80 {
                if place == mark { return byte }
                place.column += 1
            }
            if byte == UInt8(ascii: "\n") { place = Mark(line: place.line + 1, column: 1) }
            if place.line > mark.line { return nil }
        }
        return nil
    }

    private func start(ofCharacterAt offset: Int) -> Int {
        bytes.prefix(offset + 1).lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    }

    private func mark(ofByte offset: Int) -> Mark {
        var mark = Mark()
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                mark = Mark(line: mark.line + 1, column: 1)
            } else if byte & 0xC0 != 0x80 {
                mark.column += 1
            }
        }
        return mark
    }
}

extension Mark {
    /// libyaml counts from 0, columns in characters.
    init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}

extension Scalar {
    fileprivate init(_ scalar: yaml_event_t.__Unnamed_union_data.__Unnamed_struct_scalar) {
        let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        text = String(decoding: bytes, as: UTF8.self)
        isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
        isDoubleQuoted = scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
    }
}
