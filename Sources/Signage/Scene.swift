/// One frame as a value: layers from the bottom to the top.
///
/// The same scene and the same surfaces give the same pixels on every presenter.
public struct Scene: Hashable, Sendable {
    /// The whole screen; what no layer covers is black.
    public var size: PixelSize
    public var layers: [Layer]

    public init(size: PixelSize, layers: [Layer] = []) {
        self.size = size
        self.layers = layers
    }

    /// The painted pictures that the layers need.
    public var pictures: Set<PictureID> {
        Set(layers.compactMap { if case .picture(let id) = $0.content { id } else { nil } })
    }
}

/// One thing on the screen.
public struct Layer: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case color(Color)
        /// A painted picture, one pixel a pixel, its top left corner at the frame's; the frame has its size.
        case picture(PictureID)
        /// Page indicator marks, in screen coordinates; the frame encloses them and their halo.
        case marks([Mark])
    }

    public var content: Content
    /// Where the content lies; may reach beyond the screen.
    public var frame: PixelRect
    /// The content shows only in here.
    public var clip: PixelRect
    /// 0 … 255, of the whole layer.
    public var opacity: UInt8

    public init(_ content: Content, frame: PixelRect, clip: PixelRect, opacity: UInt8 = 255) {
        self.content = content
        self.frame = frame
        self.clip = clip
        self.opacity = opacity
    }

    /// The pixels it can touch.
    public var extent: PixelRect { frame.intersection(clip) }
}

/// A capsule or circle of a page indicator, anti-aliased; lengths in pixels of the screen.
public struct Mark: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double
    /// Not more than half the shorter side.
    public var cornerRadius: Double
    public var fill: Color
    public var stroke: Color
    /// Drawn inside the outline.
    public var strokeWidth: Double
    /// 0 … 1, of fill and stroke.
    public var opacity: Double
    /// Reach of the soft dark halo around the outline; 0 without.
    public var halo: Double

    /// A mark whose lengths are rounded to 1/1024 pixel: their sums are exact then, and a mark that is turned has the
    /// turned pixels.
    public init(
        x: Double, y: Double, width: Double, height: Double, cornerRadius: Double, fill: Color, stroke: Color,
        strokeWidth: Double, opacity: Double, halo: Double
    ) {
        func rounded(_ length: Double) -> Double { (length * 1024).rounded() / 1024 }
        self.x = rounded(x)
        self.y = rounded(y)
        self.width = rounded(width)
        self.height = rounded(height)
        self.cornerRadius = rounded(cornerRadius)
        self.fill = fill
        self.stroke = stroke
        self.strokeWidth = rounded(strokeWidth)
        self.opacity = opacity
        self.halo = rounded(halo)
    }
}
