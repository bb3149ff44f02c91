/// A page's own number, "2/5", on its capsule: 15 pt high, 40 pt wide or as wide as its text needs.
public struct Counter: Hashable, Sendable {
    /// #F2F2F7.
    public static let ground = Color(red: 0xF2, green: 0xF2, blue: 0xF7)
    /// Points.
    public static let textSize = 10.0
    /// Points from the page's left and top edges.
    static let inset = 16.0
    /// Points.
    private static let height = 15.0
    private static let leastWidth = 40.0
    /// Points beside the text at least.
    private static let padding = 4.0

    /// From 1.
    public var number: Int
    /// How many pages there are.
    public var count: Int
    /// Of the text.
    public var color: Color
    /// Of the capsule.
    public var ground: Color
    /// Pixels per point.
    public var scale: Double
    public var rotation: Rotation

    public init(
        number: Int, count: Int, color: Color = .black, ground: Color = Counter.ground, scale: Double,
        rotation: Rotation = .none
    ) {
        self.number = number
        self.count = count
        self.color = color
        self.ground = ground
        self.scale = scale
        self.rotation = rotation
    }

    /// "2/5".
    public var text: String { "\(number)/\(count)" }

    /// The capsule around a text.
    ///
    /// - Parameter textWidth: pixels.
    /// - Returns: pixels, not more than `largestSize`.
    public func size(aroundTextOf textWidth: Double) -> PixelSize {
        let needed = textWidth.rounded(.up) + 2 * Double(pixels(Self.padding, scale: scale))
        let width = max(Double(pixels(Self.leastWidth, scale: scale)), needed)
        let largest = largestSize
        return PixelSize(width: max(1, Int(min(width, Double(largest.width)))), height: largest.height)
    }

    /// What no capsule exceeds: digits are narrower than high in any font that can be read.
    public var largestSize: PixelSize {
        let textWidth = Self.textSize * Double(text.utf8.count)
        return PixelSize(
            width: max(
                1, pixels(Self.leastWidth, scale: scale), pixels(textWidth + 2 * Self.padding, scale: scale)),
            height: max(1, pixels(Self.height, scale: scale)))
    }
}
