public import Signage

extension Picture {
    /// Pixels to paint; nil when it has none.
    ///
    /// A tile's width is the most it can have: how much text it holds is known only to the painter.
    public var pixelSize: PixelSize? {
        switch self {
        case .slide(let slide): slide.size
        case .tickerStrip: nil
        case .tickerTile(let tile): PixelSize(width: TickerTile.width, height: tile.strip.height)
        case .idle(let page): page.size
        case .badge(let badge): PixelSize(width: badge.side, height: badge.side)
        }
    }

    /// The picture as bytes, for the painter.
    var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.put(self)
        return writer.bytes
    }

    /// A picture from its bytes.
    init(encoded bytes: [UInt8]) throws(MalformedMessage) {
        var reader = ByteReader(bytes)
        self = try reader.takePicture()
        try reader.end()
    }
}

extension ByteWriter {
    mutating func put(_ picture: Picture) {
        switch picture {
        case .slide(let slide):
            put(UInt8(0))
            put(slide)
        case .tickerStrip(let strip):
            put(UInt8(1))
            put(strip)
        case .tickerTile(let tile):
            put(UInt8(2))
            put(tile.strip)
            put(tile.index)
        case .idle(let page):
            put(UInt8(3))
            put(page.size)
            put(page.color)
            put(page.title)
            put(UInt32(page.lines.count))
            for line in page.lines { put(line) }
            put(page.scale)
        case .badge(let badge):
            put(UInt8(4))
            put(badge.symbol.rawValue)
            put(badge.side)
        }
    }

    private mutating func put(_ slide: SlidePicture) {
        switch slide.content {
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
        put(slide.size)
        put(slide.fit.rawValue)
        put(slide.background)
        put(slide.style)
        put(slide.scale)
        put(slide.rotation.rawValue)
    }

    private mutating func put(_ strip: TickerStrip) {
        switch strip.text {
        case .plain(let text):
            put(UInt8(0))
            put(text)
        case .markup(let text):
            put(UInt8(1))
            put(text)
        }
        put(strip.style)
        put(strip.scale)
        put(strip.height)
    }

    private mutating func put(_ style: TextStyle) {
        put(style.font)
        put(style.size)
        put(style.color)
        put(style.align.rawValue)
    }

    private mutating func put(_ color: Color) {
        put(
            UInt32(color.alpha) << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8
                | UInt32(color.blue))
    }

    private mutating func put(_ size: PixelSize) {
        put(size.width)
        put(size.height)
    }
}

extension ByteReader {
    mutating func takePicture() throws(MalformedMessage) -> Picture {
        switch try take(UInt8.self) {
        case 0: .slide(try takeSlide())
        case 1: .tickerStrip(try takeStrip())
        case 2: .tickerTile(TickerTile(strip: try takeStrip(), index: try takeInt()))
        case 3: .idle(try takeIdlePage())
        case 4: .badge(Badge(symbol: try takeCase(), side: try takeInt()))
        default: throw MalformedMessage(what: "unknown picture")
        }
    }

    private mutating func takeSlide() throws(MalformedMessage) -> SlidePicture {
        let content: Slide.Content =
            switch try take(UInt8.self) {
            case 0: .image(path: try takeString())
            case 1: .text(try takeString())
            case 2: .markup(try takeString())
            case 3: .color(try takeColor())
            default: throw MalformedMessage(what: "unknown content")
            }
        let size = try takeSize()
        let fit: Fit = try takeCase()
        let background = try takeColor()
        let style = try takeStyle()
        let scale = try takeDouble()
        guard let rotation = Rotation(rawValue: try takeInt()) else {
            throw MalformedMessage(what: "unknown rotation")
        }
        return SlidePicture(
            content: content, stamp: nil, size: size, fit: fit, background: background, style: style,
            scale: scale,
            rotation: rotation)
    }

    private mutating func takeStrip() throws(MalformedMessage) -> TickerStrip {
        let text: TickerText =
            switch try take(UInt8.self) {
            case 0: .plain(try takeString())
            case 1: .markup(try takeString())
            default: throw MalformedMessage(what: "unknown text")
            }
        let style = try takeStyle()
        return TickerStrip(text: text, style: style, scale: try takeDouble(), height: try takeInt())
    }

    private mutating func takeIdlePage() throws(MalformedMessage) -> IdlePage {
        let size = try takeSize()
        let color = try takeColor()
        let title = try takeString()
        var lines: [String] = []
        for _ in 0..<(try take(UInt32.self)) { lines.append(try takeString()) }
        return IdlePage(size: size, color: color, title: title, lines: lines, scale: try takeDouble())
    }

    private mutating func takeStyle() throws(MalformedMessage) -> TextStyle {
        let font = try takeString()
        let size = try takeDouble()
        let color = try takeColor()
        return TextStyle(font: font, size: size, color: color, align: try takeCase())
    }

    private mutating func takeColor() throws(MalformedMessage) -> Color {
        let value = try take(UInt32.self)
        func channel(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
        return Color(red: channel(16), green: channel(8), blue: channel(0), alpha: channel(24))
    }

    private mutating func takeSize() throws(MalformedMessage) -> PixelSize {
        let width = try takeInt()
        let height = try takeInt()
        guard width >= 0, height >= 0 else { throw MalformedMessage(what: "negative size") }
        return PixelSize(width: width, height: height)
    }

    private mutating func takeCase<Value: RawRepresentable<String>>() throws(MalformedMessage) -> Value {
        let name = try takeString()
        guard let value = Value(rawValue: name) else { throw MalformedMessage(what: "unknown value") }
        return value
    }
}
