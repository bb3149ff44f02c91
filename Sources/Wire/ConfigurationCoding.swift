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
        put(configuration.idleImage) { writer, image in
            writer.put(image.path)
            writer.put(image.stamp)
        }
        put(configuration.display)
        put(configuration.clock.rawValue)
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

    private mutating func put(_ display: DisplaySettings) {
        put(display.hours.windows) { writer, window in writer.put(window) }
        put(display.whenOff.rawValue)
        put(display.wakeOnTouch.nanoseconds)
    }

    public mutating func put(_ window: TimeWindow) {
        put(window.days.reduce(UInt8(0)) { $0 | 1 << UInt8($1.rawValue) })
        put(window.from)
        put(window.to)
        put(window.since) { writer, day in writer.put(day.number) }
        put(window.until) { writer, day in writer.put(day.number) }
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
        configuration.idleImage = try takeOptional { reader throws(MalformedMessage) in
            Configuration.IdleImage(path: try reader.takeString(), stamp: try reader.takeStamp())
        }
        configuration.display = try takeDisplay()
        configuration.clock = try takeCase()
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

    private mutating func takeDisplay() throws(MalformedMessage) -> DisplaySettings {
        var display = DisplaySettings()
        display.hours = Schedule(
            try takeList { reader throws(MalformedMessage) in try reader.takeTimeWindow() })
        display.whenOff = try takeCase()
        display.wakeOnTouch = .nanoseconds(try take(Int64.self))
        return display
    }

    /// A window whose times lie within a day.
    public mutating func takeTimeWindow() throws(MalformedMessage) -> TimeWindow {
        let days = try take(UInt8.self)
        var window = TimeWindow(
            days: Set(Weekday.allCases.filter { days & 1 << UInt8($0.rawValue) != 0 }), from: try takeInt(),
            to: try takeInt())
        window.since = try takeOptional { reader throws(MalformedMessage) in try reader.takeDay() }
        window.until = try takeOptional { reader throws(MalformedMessage) in try reader.takeDay() }
        guard (0...86_400).contains(window.from), (0...86_400).contains(window.to) else {
            throw MalformedMessage(what: "a time beyond the day")
        }
        return window
    }

    /// A day of the years 1 to 9999.
    private mutating func takeDay() throws(MalformedMessage) -> CalendarDay {
        let number = try takeInt()
        guard (-719_162...2_932_896).contains(number) else { throw MalformedMessage(what: "no day") }
        return CalendarDay(number: number)
    }

    public mutating func takeScale() throws(MalformedMessage) -> Configuration.Scale {
        try takeBool() ? .fixed(try takeDouble()) : .auto
    }
}
