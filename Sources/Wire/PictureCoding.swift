public import Signage

extension Picture {
    /// The picture as bytes: all that decides its pixels, which version of its file included.
    public var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.put(self)
        return writer.bytes
    }

    /// A picture from its bytes.
    ///
    /// - Throws: what is wrong with them.
    public init(encoded bytes: [UInt8]) throws(MalformedMessage) {
        var reader = ByteReader(bytes)
        self = try reader.takePicture()
        try reader.end()
    }
}

extension ByteWriter {
    public mutating func put(_ picture: Picture) {
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
            put(tile.rotation)
        case .idle(let page):
            put(UInt8(3))
            put(page.size)
            put(page.color)
            put(page.title)
            put(UInt32(page.lines.count))
            for line in page.lines { put(line) }
            put(page.scale)
            put(page.rotation)
        case .badge(let badge):
            put(UInt8(4))
            put(badge.symbol.rawValue)
            put(badge.side)
            put(badge.rotation)
        case .counter(let counter):
            put(UInt8(5))
            put(counter.number)
            put(counter.count)
            put(counter.color)
            put(counter.ground)
            put(counter.scale)
            put(counter.rotation)
        }
    }

    private mutating func put(_ slide: SlidePicture) {
        put(slide.content)
        put(slide.stamp)
        put(slide.size)
        put(slide.fit.rawValue)
        put(slide.background)
        put(slide.style)
        put(slide.scale)
        put(slide.rotation)
    }

    private mutating func put(_ strip: TickerStrip) {
        put(strip.text)
        put(strip.style)
        put(strip.scale)
        put(strip.height)
    }
}

extension ByteReader {
    public mutating func takePicture() throws(MalformedMessage) -> Picture {
        switch try take(UInt8.self) {
        case 0: .slide(try takeSlide())
        case 1: .tickerStrip(try takeStrip())
        case 2:
            .tickerTile(
                TickerTile(strip: try takeStrip(), index: try takeInt(), rotation: try takeRotation()))
        case 3: .idle(try takeIdlePage())
        case 4: .badge(Badge(symbol: try takeCase(), side: try takeInt(), rotation: try takeRotation()))
        case 5:
            .counter(
                Counter(
                    number: try takeInt(), count: try takeInt(), color: try takeColor(),
                    ground: try takeColor(), scale: try takeDouble(), rotation: try takeRotation()))
        default: throw MalformedMessage(what: "unknown picture")
        }
    }

    private mutating func takeSlide() throws(MalformedMessage) -> SlidePicture {
        let content = try takeContent()
        let stamp = try takeStamp()
        let size = try takeSize()
        let fit: Fit = try takeCase()
        let background = try takeColor()
        let style = try takeStyle()
        let scale = try takeDouble()
        return SlidePicture(
            content: content, stamp: stamp, size: size, fit: fit, background: background, style: style,
            scale: scale, rotation: try takeRotation())
    }

    private mutating func takeStrip() throws(MalformedMessage) -> TickerStrip {
        let text = try takeTickerText()
        let style = try takeStyle()
        return TickerStrip(text: text, style: style, scale: try takeDouble(), height: try takeInt())
    }

    private mutating func takeIdlePage() throws(MalformedMessage) -> IdlePage {
        let size = try takeSize()
        let color = try takeColor()
        let title = try takeString()
        var lines: [String] = []
        for _ in 0..<(try take(UInt32.self)) { lines.append(try takeString()) }
        return IdlePage(
            size: size, color: color, title: title, lines: lines, scale: try takeDouble(),
            rotation: try takeRotation())
    }
}
