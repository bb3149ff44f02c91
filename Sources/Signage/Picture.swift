/// A name for one painted picture, unique in the life of a `Sign`.
public struct PictureID: Hashable, Sendable {
    public var number: UInt64

    public init(number: UInt64) {
        self.number = number
    }
}

/// What the painter can be asked for: everything that decides its pixels, and nothing else.
public enum Picture: Hashable, Sendable {
    case slide(SlidePicture)
    /// The width of a ticker's text; has no pixels.
    case tickerStrip(TickerStrip)
    case tickerTile(TickerTile)
    case idle(IdlePage)
    case badge(Badge)
}

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
}

/// A slide at the size of its page.
public struct SlidePicture: Hashable, Sendable {
    public var content: Slide.Content
    /// Another stamp is another picture.
    public var stamp: FileStamp?
    public var size: PixelSize
    public var fit: Fit
    public var background: Color
    public var style: TextStyle
    /// Pixels per point.
    public var scale: Double
    public var rotation: Rotation

    public init(
        content: Slide.Content, stamp: FileStamp?, size: PixelSize, fit: Fit, background: Color,
        style: TextStyle,
        scale: Double, rotation: Rotation = .none
    ) {
        self.content = content
        self.stamp = stamp
        self.size = size
        self.fit = fit
        self.background = background
        self.style = style
        self.scale = scale
        self.rotation = rotation
    }
}

/// How the painted pixels are turned, clockwise. Only `none` until rotation is supported.
public enum Rotation: Int, Hashable, Sendable {
    case none = 0
    case clockwise90 = 90
    case half = 180
    case clockwise270 = 270
}

/// A ticker's text at the height of its band.
public struct TickerStrip: Hashable, Sendable {
    public var text: TickerText
    public var style: TextStyle
    /// Pixels per point.
    public var scale: Double
    /// Pixels: the band's height.
    public var height: Int

    public init(text: TickerText, style: TextStyle, scale: Double, height: Int) {
        self.text = text
        self.style = style
        self.scale = scale
        self.height = height
    }
}

/// A part of a strip: pixels `index · 2048 ..< min((index + 1) · 2048, width)`, transparent where there is no text.
public struct TickerTile: Hashable, Sendable {
    /// The most pixels across a tile.
    public static let width = 2048

    public var strip: TickerStrip
    public var index: Int

    public init(strip: TickerStrip, index: Int) {
        self.strip = strip
        self.index = index
    }
}

/// What is shown when there is no slide to show.
public struct IdlePage: Hashable, Sendable {
    public var size: PixelSize
    public var color: Color
    public var title: String
    /// What is wrong and what to do, a line each.
    public var lines: [String]
    /// Pixels per point.
    public var scale: Double

    public init(size: PixelSize, color: Color, title: String, lines: [String], scale: Double) {
        self.size = size
        self.color = color
        self.title = title
        self.lines = lines
        self.scale = scale
    }
}

/// The sign that a tap has paused or resumed: 120 pt square, transparent around its disc.
public struct Badge: Hashable, Sendable {
    public enum Symbol: String, Hashable, Sendable { case paused, playing }
    public var symbol: Symbol
    /// Pixels a side.
    public var side: Int

    public init(symbol: Symbol, side: Int) {
        self.symbol = symbol
        self.side = side
    }
}

/// What came of painting.
public struct PaintedPicture: Hashable, Sendable {
    /// Pixels; for `tickerStrip` the text's width rounded up and the height the text would like.
    public var size: PixelSize
    /// No pixel lets through what is below.
    public var isOpaque: Bool
    /// What the operator should know: "shown as its first frame", "text taller than its band".
    public var notes: [String]
    /// The file it was painted from, for an operator: "JPEG, 6000 × 4000"; nil when there is none.
    public var source: String?

    public init(size: PixelSize, isOpaque: Bool, notes: [String] = [], source: String? = nil) {
        self.size = size
        self.isOpaque = isOpaque
        self.notes = notes
        self.source = source
    }
}

/// A picture that the sign wants painted and kept.
public struct PictureRequest: Hashable, Sendable {
    public var id: PictureID
    public var picture: Picture
    /// The slide it belongs to, for messages; nil for ticker, idle page and badges.
    public var slideID: String?

    public init(id: PictureID, picture: Picture, slideID: String? = nil) {
        self.id = id
        self.picture = picture
        self.slideID = slideID
    }
}
