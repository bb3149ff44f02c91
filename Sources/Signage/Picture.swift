/// A name for one painted picture, unique in the life of a `Sign`.
public struct PictureID: Hashable, Sendable {
    public var number: UInt64
    /// How its pixels are turned: the same picture turned otherwise has other pixels, and another name.
    public var rotation: Rotation

    public init(number: UInt64, rotation: Rotation = .none) {
        self.number = number
        self.rotation = rotation
    }

    /// The name of the same picture turned otherwise.
    public func turned(by rotation: Rotation) -> PictureID { PictureID(number: number, rotation: rotation) }
}

/// What the painter can be asked for: everything that decides its pixels, and nothing else.
///
/// Sizes are those of the upright picture. The painter turns the pixels when it has painted them, so that no frame
/// has to; signs ask for upright pictures only, and whoever has them painted decides how they are turned.
public enum Picture: Hashable, Sendable {
    case slide(SlidePicture)
    /// The width of a ticker's text; has no pixels.
    case tickerStrip(TickerStrip)
    case tickerTile(TickerTile)
    case idle(IdlePage)
    case badge(Badge)
    case counter(Counter)
}

extension Picture {
    /// How its pixels are turned; `none` for what has none.
    public var rotation: Rotation {
        switch self {
        case .slide(let slide): slide.rotation
        case .tickerStrip: .none
        case .tickerTile(let tile): tile.rotation
        case .idle(let page): page.rotation
        case .badge(let badge): badge.rotation
        case .counter(let counter): counter.rotation
        }
    }

    /// The same picture with its pixels turned this way.
    public func turned(by rotation: Rotation) -> Picture {
        switch self {
        case .slide(var slide):
            slide.rotation = rotation
            return .slide(slide)
        case .tickerStrip: return self
        case .tickerTile(var tile):
            tile.rotation = rotation
            return .tickerTile(tile)
        case .idle(var page):
            page.rotation = rotation
            return .idle(page)
        case .badge(var badge):
            badge.rotation = rotation
            return .badge(badge)
        case .counter(var counter):
            counter.rotation = rotation
            return .counter(counter)
        }
    }

    /// Pixels to paint, upright; nil when it has none. Turned, its sides may be swapped.
    ///
    /// A tile's or counter's width is the most it can have: how wide its text is, only the painter knows. A tile's height
    /// is that of all its phases.
    public var pixelSize: PixelSize? {
        switch self {
        case .slide(let slide): slide.size
        case .tickerStrip: nil
        case .tickerTile(let tile):
            PixelSize(width: TickerTile.width, height: tile.strip.height * TickerTile.phases)
        case .idle(let page): page.size
        case .badge(let badge): PixelSize(width: badge.side, height: badge.side)
        case .counter(let counter): counter.largestSize
        }
    }

    /// Whether what is painted may be narrower than `pixelSize`.
    public var mayBeNarrower: Bool {
        switch self {
        case .tickerTile, .counter: true
        case .slide, .tickerStrip, .idle, .badge: false
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

/// A part of a strip, transparent where there is no text: columns `index · 2048 ..< (index + 1) · 2048` of what is to be
/// painted of it, counted from the text's beginning (see `StripMeasure`).
///
/// The text is there four times, one below the other, each a quarter pixel farther from the beginning than the one above
/// it: a text that moves shows the one that is nearest to where it is.
public struct TickerTile: Hashable, Sendable {
    /// The most pixels across a tile.
    public static let width = 2048
    /// How many times the text is there.
    public static let phases = 4

    public var strip: TickerStrip
    public var index: Int
    public var rotation: Rotation

    public init(strip: TickerStrip, index: Int, rotation: Rotation = .none) {
        self.strip = strip
        self.index = index
        self.rotation = rotation
    }
}

/// What is shown when there is no slide to show.
public struct IdlePage: Hashable, Sendable {
    /// How high its lines are, points.
    public static let lineSize = 30.0

    public var size: PixelSize
    public var color: Color
    public var title: String
    /// What is wrong and what to do, a line each; less bright than the title, if there is one.
    public var lines: [String]
    /// Pixels per point.
    public var scale: Double
    public var rotation: Rotation

    public init(
        size: PixelSize, color: Color, title: String, lines: [String], scale: Double,
        rotation: Rotation = .none
    ) {
        self.size = size
        self.color = color
        self.title = title
        self.lines = lines
        self.scale = scale
        self.rotation = rotation
    }
}

/// The sign that a tap has paused or resumed: 120 pt square, transparent around its disc.
public struct Badge: Hashable, Sendable {
    public enum Symbol: String, Hashable, Sendable { case paused, playing }
    public var symbol: Symbol
    /// Pixels a side.
    public var side: Int
    public var rotation: Rotation

    public init(symbol: Symbol, side: Int, rotation: Rotation = .none) {
        self.symbol = symbol
        self.side = side
        self.rotation = rotation
    }
}

/// What came of painting.
public struct PaintedPicture: Hashable, Sendable {
    /// Pixels of the upright picture, however they are turned in memory; for `tickerStrip` the text's width rounded up
    /// and the height the text would like.
    public var size: PixelSize
    /// No pixel lets through what is below.
    public var isOpaque: Bool
    /// What the operator should know: "shown as its first frame", "text taller than its band".
    public var notes: [String]
    /// The file it was painted from, for an operator: "JPEG, 6000 × 4000"; nil when there is none.
    public var source: String?
    /// Of a `tickerStrip`: how its text is to be laid on the line; nil: from left to right, all within its width.
    public var measure: StripMeasure?

    public init(
        size: PixelSize, isOpaque: Bool, notes: [String] = [], source: String? = nil,
        measure: StripMeasure? = nil
    ) {
        self.size = size
        self.isOpaque = isOpaque
        self.notes = notes
        self.source = source
        self.measure = measure
    }
}

/// A picture that the sign wants painted and kept.
public struct PictureRequest: Hashable, Sendable {
    public var id: PictureID
    public var picture: Picture
    /// The slide it belongs to, for messages; nil for ticker, idle page, badges and counters.
    public var slideID: String?

    public init(id: PictureID, picture: Picture, slideID: String? = nil) {
        self.id = id
        self.picture = picture
        self.slideID = slideID
    }
}
