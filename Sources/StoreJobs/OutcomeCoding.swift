internal import PlaylistFile
internal import Signage
internal import SystemCalls
internal import Wire

extension StoreOutcome {
    /// The outcome as bytes, and the descriptors that go with them.
    var encoded: (body: [UInt8], descriptors: [Descriptor]) {
        var writer = ByteWriter()
        var descriptors: [Descriptor] = []
        switch self {
        case .loaded(let content):
            writer.put(UInt8(0))
            writer.put(content)
        case .frame(let painted, let stride):
            writer.put(UInt8(1))
            writer.put(painted)
            writer.put(stride)
        case .noFrame(let file):
            writer.put(UInt8(2))
            descriptors = file.map { [$0] } ?? []
        case .looked(let stamps):
            writer.put(UInt8(3))
            writer.put(stamps) { writer, stamp in writer.put(stamp) }
        case .history(let report):
            writer.put(UInt8(4))
            writer.put(report.generations) { writer, generation in writer.put(generation) }
        case .done:
            writer.put(UInt8(5))
        case .failed(let reason), .lost(let reason):
            writer.put(UInt8(6))
            writer.put(reason)
        case .pushed(let words, let notes):
            writer.put(UInt8(7))
            writer.put(words)
            writer.put(notes) { writer, note in writer.put(note) }
        case .late(let reason):
            writer.put(UInt8(8))
            writer.put(reason)
        case .setup(let setup):
            writer.put(UInt8(9))
            writer.put(setup)
        case .text(let bytes):
            writer.put(UInt8(10))
            writer.put(bytes) { writer, byte in writer.put(byte) }
        case .ticker(let file, let text):
            writer.put(UInt8(11))
            writer.put(file)
            writer.put(text) { writer, text in writer.put(text) }
        }
        return (writer.bytes, descriptors)
    }

    init(_ body: [UInt8], _ descriptors: [Descriptor]) throws(MalformedMessage) {
        var reader = ByteReader(body)
        switch try reader.take(UInt8.self) {
        case 0: self = .loaded(try reader.takeContentOfSign())
        case 1: self = .frame(try reader.takePaintedPicture(), stride: try reader.takeInt())
        case 2: self = .noFrame(file: descriptors.first)
        case 3:
            self = .looked(
                try reader.takeList { reader throws(MalformedMessage) in try reader.takeStamp() })
        case 4:
            self = .history(
                HistoryReport(
                    generations: try reader.takeList { reader throws(MalformedMessage) in
                        try reader.takeGeneration()
                    }))
        case 5: self = .done
        case 6: self = .failed(try reader.takeString())
        case 7:
            self = .pushed(
                try reader.takeString(),
                notes: try reader.takeList { reader throws(MalformedMessage) in try reader.takeString() })
        case 8: self = .late(try reader.takeString())
        case 9: self = .setup(try reader.takeSetup())
        case 10:
            self = .text(try reader.takeList { reader throws(MalformedMessage) in try reader.take() })
        case 11:
            self = .ticker(
                try reader.takeTickerFile(),
                text: try reader.takeOptional { reader throws(MalformedMessage) in try reader.takeString() })
        default: throw MalformedMessage(what: "unknown outcome")
        }
        try reader.end()
    }
}

extension ByteWriter {
    mutating func put(_ content: Content) {
        put(content.setup)
        put(content.playlist)
        put(content.source.rawValue)
        put(content.path)
        put(content.generation) { writer, number in writer.put(number) }
        put(content.ignored) { writer, text in writer.put(text) }
        put(content.place) { writer, slide in writer.put(slide) }
        put(content.diagnostics) { writer, diagnostic in writer.put(diagnostic) }
        put(content.quarantine) { writer, entry in writer.put(entry) }
        put(content.displayIntent.rawValue)
        put(content.troubles) { writer, text in writer.put(text) }
    }

    fileprivate mutating func put(_ setup: Setup) {
        put(setup.configuration)
        put(setup.source.rawValue)
        put(setup.path)
        put(setup.ignored) { writer, text in writer.put(text) }
        put(setup.diagnostics) { writer, diagnostic in writer.put(diagnostic) }
    }

    private mutating func put(_ diagnostic: Diagnostic) {
        put(diagnostic.severity.rawValue)
        put(diagnostic.file)
        put(diagnostic.line)
        put(diagnostic.column)
        put(diagnostic.path)
        put(diagnostic.message)
    }

    fileprivate mutating func put(_ generation: HistoryReport.Generation) {
        put(generation.number)
        put(generation.created) { writer, text in writer.put(text) }
        put(generation.origin)
        put(generation.user) { writer, user in writer.put(user) }
        put(generation.slides)
        put(generation.files)
        put(generation.bytes)
        put(generation.isCurrent)
        put(generation.problem) { writer, text in writer.put(text) }
    }
}

extension ByteReader {
    mutating func takeContentOfSign() throws(MalformedMessage) -> Content {
        var content = Content()
        content.setup = try takeSetup()
        content.playlist = try takePlaylist()
        content.source = try takeCase()
        content.path = try takeString()
        content.generation = try takeOptional { reader throws(MalformedMessage) in try reader.takeInt() }
        content.ignored = try takeOptional { reader throws(MalformedMessage) in try reader.takeString() }
        content.place = try takeOptional { reader throws(MalformedMessage) in try reader.takeString() }
        content.diagnostics = try takeList { reader throws(MalformedMessage) in try reader.takeDiagnostic() }
        content.quarantine = try takeList { reader throws(MalformedMessage) in try reader.takeQuarantined() }
        content.displayIntent = try takeCase()
        content.troubles = try takeList { reader throws(MalformedMessage) in try reader.takeString() }
        return content
    }

    fileprivate mutating func takeSetup() throws(MalformedMessage) -> Setup {
        var setup = Setup()
        setup.configuration = try takeConfiguration()
        setup.source = try takeCase()
        setup.path = try takeString()
        setup.ignored = try takeOptional { reader throws(MalformedMessage) in try reader.takeString() }
        setup.diagnostics = try takeList { reader throws(MalformedMessage) in try reader.takeDiagnostic() }
        return setup
    }

    private mutating func takeDiagnostic() throws(MalformedMessage) -> Diagnostic {
        Diagnostic(
            severity: try takeCase(), file: try takeString(), line: try takeInt(), column: try takeInt(),
            path: try takeString(), message: try takeString())
    }

    fileprivate mutating func takeGeneration() throws(MalformedMessage) -> HistoryReport.Generation {
        HistoryReport.Generation(
            number: try takeInt(),
            created: try takeOptional { reader throws(MalformedMessage) in try reader.takeString() },
            origin: try takeString(),
            user: try takeOptional { reader throws(MalformedMessage) in try reader.take() },
            slides: try takeInt(), files: try takeInt(), bytes: try takeInt(), isCurrent: try takeBool(),
            problem: try takeOptional { reader throws(MalformedMessage) in try reader.takeString() })
    }
}
