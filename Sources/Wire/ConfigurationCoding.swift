public import Signage

extension ByteWriter {
    public mutating func put(_ configuration: Configuration) {
        put(configuration.name) { writer, name in writer.put(name) }
        switch configuration.output {
        case .auto: put("")
        case .connector(let name): put(name)
        }
        switch configuration.mode {
        case .preferred: put(false)
        case .size(let size, let rate):
            put(true)
            put(size)
            put(rate) { writer, rate in writer.put(rate) }
        }
        put(configuration.modesetting == .legacy)
        put(configuration.mounting)
        put(configuration.scale)
        put(configuration.touchEnabled)
        put(configuration.touchMatrix) { writer, matrix in
            for value in matrix.values { writer.put(value) }
        }
        put(configuration.idleInfo)
        put(configuration.idleColor)
        switch configuration.memory {
        case .auto: put(-1)
        case .bytes(let count): put(count)
        }
        put(configuration.socketGroup)
        put(configuration.storeKeep)
        put(configuration.storeLimit)
        put(configuration.framesLimit)
    }

    private mutating func put(_ mounting: Mounting) {
        put(mounting.rotation)
        put(mounting.margins.top)
        put(mounting.margins.right)
        put(mounting.margins.bottom)
        put(mounting.margins.left)
    }

    public mutating func put(_ scale: Configuration.Scale) {
        switch scale {
        case .auto: put(false)
        case .fixed(let factor):
            put(true)
            put(factor)
        }
    }
}

extension ByteReader {
    public mutating func takeConfiguration() throws(MalformedMessage) -> Configuration {
        var configuration = Configuration()
        configuration.name = try takeOptional { reader throws(MalformedMessage) in try reader.takeString() }
        let output = try takeString()
        configuration.output = output.isEmpty ? .auto : .connector(output)
        if try takeBool() {
            configuration.mode = .size(
                try takeSize(),
                refreshMillihertz: try takeOptional { reader throws(MalformedMessage) in try reader.takeInt()
                })
        }
        configuration.modesetting = try takeBool() ? .legacy : .auto
        configuration.mounting = try takeMounting()
        configuration.scale = try takeScale()
        configuration.touchEnabled = try takeBool()
        configuration.touchMatrix = try takeOptional { reader throws(MalformedMessage) in
            Configuration.TouchMatrix(
                try reader.takeDouble(), try reader.takeDouble(), try reader.takeDouble(),
                try reader.takeDouble(), try reader.takeDouble(), try reader.takeDouble())
        }
        configuration.idleInfo = try takeBool()
        configuration.idleColor = try takeColor()
        let memory = try takeInt()
        configuration.memory = memory < 0 ? .auto : .bytes(memory)
        configuration.socketGroup = try takeString()
        configuration.storeKeep = try takeInt()
        configuration.storeLimit = try takeInt()
        configuration.framesLimit = try takeInt()
        return configuration
    }

    private mutating func takeMounting() throws(MalformedMessage) -> Mounting {
        Mounting(
            rotation: try takeRotation(),
            margins: Mounting.Margins(
                top: try takeInt(), right: try takeInt(), bottom: try takeInt(), left: try takeInt()))
    }

    public mutating func takeScale() throws(MalformedMessage) -> Configuration.Scale {
        try takeBool() ? .fixed(try takeDouble()) : .auto
    }
}
