/// Width and height in pixels, never negative.
public struct PixelSize: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Whether it has no pixels.
    public var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// A rectangle in pixels; the origin is at the top left, the far edges are not included.
public struct PixelRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// All of a size, from the origin.
    public init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    public var maxX: Int { x + width }
    public var maxY: Int { y + height }
    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// Whether it has no pixels.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// What both share; empty when they do not meet.
    public func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return PixelRect(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top))
    }

    /// Whether a point lies in it.
    public func contains(x pointX: Double, y pointY: Double) -> Bool {
        pointX >= Double(x) && pointX < Double(maxX) && pointY >= Double(y) && pointY < Double(maxY)
    }
}

/// A colour in sRGB, 8 bits a channel, alpha not multiplied in.
public struct Color: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    public var alpha: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public static let black = Color(red: 0, green: 0, blue: 0)
    public static let white = Color(red: 255, green: 255, blue: 255)

    /// Whether nothing shows through.
    public var isOpaque: Bool { alpha == 255 }

    /// 0xAARRGGBB with alpha multiplied in, rounded: the pixel of ARGB8888 surfaces.
    public var premultiplied: UInt32 {
        func scaled(_ channel: UInt8) -> UInt32 { (UInt32(channel) * UInt32(alpha) + 127) / 255 }
        return UInt32(alpha) << 24 | scaled(red) << 16 | scaled(green) << 8 | scaled(blue)
    }
}
