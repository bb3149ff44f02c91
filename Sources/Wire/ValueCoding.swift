public import Signage

/// The small values that pictures and playlists are made of.
extension ByteWriter {
    public mutating func put(_ content: Slide.Content) {
        switch content {
        case .image(let path):
            put(UInt8(0))
            put(path)
        case .text(let text):
            put(UInt8(1))
            put(text)
        case .markup(let text):
            put(UInt8(2))
            put(text)
        case .color(let color):
            put(UInt8(3))
            put(color)
        }
    }

    public mutating func put(_ stamp: FileStamp?) {
        put(stamp) { writer, stamp in
            writer.put(stamp.device)
            writer.put(stamp.inode)
            writer.put(stamp.size)
            writer.put(stamp.modified)
        }
    }

    public mutating func put(_ text: TickerText) {
        switch text {
        case .plain(let text):
            put(UInt8(0))
            put(text)
        case .markup(let text):
            put(UInt8(1))
            put(text)
        }
    }

    public mutating func put(_ style: TextStyle) {
        put(style.font)
        put(style.size)
        put(style.color)
        put(style.align.rawValue)
    }

    public mutating func put(_ color: Color) {
        put(
            UInt32(color.alpha) << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8
                | UInt32(color.blue))
    }

    public mutating func put(_ size: PixelSize) {
        put(size.width)
        put(size.height)
    }

    public mutating func put(_ rotation: Rotation) {
        put(rotation.rawValue)
    }

    public mutating func put(_ picture: PaintedPicture) {
        put(picture.size)
        put(picture.isOpaque)
        put(picture.notes) { writer, note in writer.put(note) }
        put(picture.source) { writer, source in writer.put(source) }
        put(picture.measure) { writer, measure in writer.put(measure) }
    }

    public mutating func put(_ measure: StripMeasure) {
        put(measure.width)
        put(measure.before)
        put(measure.after)
        put(measure.isRightToLeft)
    }
}

extension ByteReader {
    public mutating func takeContent() throws(MalformedMessage) -> Slide.Content {
        switch try take(UInt8.self) {
        case 0: .image(path: try takeString())
        case 1: .text(try takeString())
        case 2: .markup(try takeString())
        case 3: .color(try takeColor())
        default: throw MalformedMessage(what: "unknown content")
        }
    }

    public mutating func takeStamp() throws(MalformedMessage) -> FileStamp? {
        try takeOptional { reader throws(MalformedMessage) in
            FileStamp(
                device: try reader.take(), inode: try reader.take(), size: try reader.take(),
                modified: try reader.take())
        }
    }

    public mutating func takeTickerText() throws(MalformedMessage) -> TickerText {
        switch try take(UInt8.self) {
        case 0: .plain(try takeString())
        case 1: .markup(try takeString())
        default: throw MalformedMessage(what: "unknown text")
        }
    }

    public mutating func takeStyle() throws(MalformedMessage) -> TextStyle {
        let font = try takeString()
        let size = try takeDouble()
        let color = try takeColor()
        return TextStyle(font: font, size: size, color: color, align: try takeCase())
    }

    public mutating func takeColor() throws(MalformedMessage) -> Color {
        let value = try take(UInt32.self)
        func channel(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
        return Color(red: channel(16), green: channel(8), blue: channel(0), alpha: channel(24))
    }

    public mutating func takeSize() throws(MalformedMessage) -> PixelSize {
        let width = try takeInt()
        let height = try takeInt()
        guard width >= 0, height >= 0 else { throw MalformedMessage(what: "negative size") }
        return PixelSize(width: width, height: height)
    }

    public mutating func takeRotation() throws(MalformedMessage) -> Rotation {
        guard let rotation = Rotation(rawValue: try takeInt()) else {
            throw MalformedMessage(what: "unknown rotation")
        }
        return rotation
    }

    /// What was painted; the numbers of its size are not checked against anything.
    public mutating func takePaintedPicture() throws(MalformedMessage) -> PaintedPicture {
        PaintedPicture(
            size: try takeSize(), isOpaque: try takeBool(),
            notes: try takeList { reader throws(MalformedMessage) in try reader.takeString() },
            source: try takeOptional { reader throws(MalformedMessage) in try reader.takeString() },
            measure: try takeOptional { reader throws(MalformedMessage) in try reader.takeMeasure() })
    }

    /// A measure, its numbers kept to what a text can have.
    public mutating func takeMeasure() throws(MalformedMessage) -> StripMeasure {
        StripMeasure(
            width: try takeInt(), before: try takeInt(), after: try takeInt(), isRightToLeft: try takeBool())
    }
}
