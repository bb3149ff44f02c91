internal import Signage
internal import SystemCalls
internal import Wire

/// A job on its way to the store.
struct JobMessage {
    var settings: StoreSettings
    var job: StoreJob

    /// The job as bytes, and the descriptors that go with them.
    var encoded: (body: [UInt8], descriptors: [Descriptor]) {
        var writer = ByteWriter()
        writer.put(settings)
        var descriptors: [Descriptor] = []
        switch job {
        case .load(let isStart):
            writer.put(UInt8(0))
            writer.put(isStart)
        case .frame(let picture, let memory):
            writer.put(UInt8(1))
            writer.put(picture)
            writer.put(memory.size)
            descriptors = [memory.descriptor]
        case .keepFrame(let picture, let painted, let stride, let memory):
            writer.put(UInt8(2))
            writer.put(picture)
            writer.put(painted)
            writer.put(stride)
            writer.put(memory.size)
            descriptors = [memory.descriptor]
        case .quarantine(let entry):
            writer.put(UInt8(3))
            writer.put(entry)
        case .look(let paths):
            writer.put(UInt8(4))
            writer.put(paths) { writer, path in writer.put(path) }
        case .history:
            writer.put(UInt8(5))
        case .rollback(let number):
            writer.put(UInt8(6))
            writer.put(number) { writer, number in writer.put(number) }
        case .use(let source):
            writer.put(UInt8(7))
            writer.put(source.rawValue)
        case .push(let connection, let read, let user):
            writer.put(UInt8(8))
            writer.put(read) { writer, byte in writer.put(byte) }
            writer.put(user)
            descriptors = [connection]
        case .tryConfiguration(let text):
            writer.put(UInt8(9))
            writer.put(text) { writer, text in writer.put(text) }
        case .keepConfiguration(let text):
            writer.put(UInt8(10))
            writer.put(text) { writer, text in writer.put(text) }
        case .readConfiguration:
            writer.put(UInt8(11))
        case .keepDisplay(let intent):
            writer.put(UInt8(12))
            writer.put(intent.rawValue)
        case .keepPlace(let slide):
            writer.put(UInt8(13))
            writer.put(slide)
        case .readTicker(let file):
            writer.put(UInt8(14))
            writer.put(file)
        }
        return (writer.bytes, descriptors)
    }

    init(settings: StoreSettings, job: StoreJob) {
        self.settings = settings
        self.job = job
    }

    init(_ body: [UInt8], _ descriptors: [Descriptor]) throws(MalformedMessage) {
        var reader = ByteReader(body)
        settings = try reader.takeSettings()
        func descriptor() throws(MalformedMessage) -> Descriptor {
            guard let first = descriptors.first else {
                throw MalformedMessage(what: "a descriptor is missing")
            }
            return first
        }
        switch try reader.take(UInt8.self) {
        case 0: job = .load(isStart: try reader.takeBool())
        case 1:
            job = .frame(
                try reader.takePicture(),
                MemoryFile(receiving: try descriptor(), size: try reader.takeInt()))
        case 2:
            job = .keepFrame(
                try reader.takePicture(), try reader.takePaintedPicture(), stride: try reader.takeInt(),
                MemoryFile(receiving: try descriptor(), size: try reader.takeInt()))
        case 3: job = .quarantine(try reader.takeQuarantined())
        case 4:
            job = .look(
                paths: try reader.takeList { reader throws(MalformedMessage) in try reader.takeString() })
        case 5: job = .history
        case 6:
            job = .rollback(
                to: try reader.takeOptional { reader throws(MalformedMessage) in try reader.takeInt() })
        case 7: job = .use(try reader.takeCase())
        case 8:
            job = .push(
                try descriptor(),
                read: try reader.takeList { reader throws(MalformedMessage) in try reader.take() },
                user: try reader.take())
        case 9: job = .tryConfiguration(try reader.takeConfigurationText())
        case 10: job = .keepConfiguration(try reader.takeConfigurationText())
        case 11: job = .readConfiguration
        case 12: job = .keepDisplay(try reader.takeCase())
        case 13: job = .keepPlace(try reader.takeString())
        case 14: job = .readTicker(try reader.takeTickerFile())
        default: throw MalformedMessage(what: "unknown job")
        }
        try reader.end()
    }
}

extension ByteWriter {
    fileprivate mutating func put(_ settings: StoreSettings) {
        put(settings.stateDirectory)
        put(settings.cacheDirectory)
        put(settings.painter)
        put(settings.configuration)
        put(settings.configurationIsOptional)
        put(settings.playlist)
        put(settings.playlistIsGiven)
        put(settings.outputSize)
        put(settings.rotation)
        put(settings.epoch)
        put(settings.keep)
        put(settings.storeLimit)
        put(settings.framesLimit)
    }

    fileprivate mutating func put(_ text: ConfigurationText) {
        put(text.name)
        put(text.bytes) { writer, byte in writer.put(byte) }
    }

    mutating func put(_ entry: QuarantinedPicture) {
        put(entry.key) { writer, byte in writer.put(byte) }
        put(entry.reason)
    }
}

extension ByteReader {
    fileprivate mutating func takeSettings() throws(MalformedMessage) -> StoreSettings {
        var settings = StoreSettings(
            stateDirectory: try takeString(), cacheDirectory: try takeString(), painter: try takeString(),
            configuration: try takeString(), configurationIsOptional: try takeBool(),
            playlist: try takeString(), playlistIsGiven: try takeBool(), outputSize: try takeSize(),
            rotation: try takeRotation(), epoch: try take())
        settings.keep = try takeInt()
        settings.storeLimit = try takeInt()
        settings.framesLimit = try takeInt()
        return settings
    }

    fileprivate mutating func takeConfigurationText() throws(MalformedMessage) -> ConfigurationText? {
        try takeOptional { reader throws(MalformedMessage) in
            ConfigurationText(
                name: try reader.takeString(),
                bytes: try reader.takeList { reader throws(MalformedMessage) in try reader.take() })
        }
    }

    mutating func takeQuarantined() throws(MalformedMessage) -> QuarantinedPicture {
        QuarantinedPicture(
            key: try takeList { reader throws(MalformedMessage) in try reader.take() },
            reason: try takeString())
    }
}
