/// What is painted of a ticker's text, and where its tiles lie: the same for the painter and for the rules.
///
/// All places are counted along the reading direction from the text's beginning: to the right, or for right-to-left text
/// from its right end to the left.
public struct StripMeasure: Hashable, Sendable {
    /// Pixels of a text at most; far beyond what any text has.
    static let longest = 1 << 30
    /// Pixels of ink outside of the text's width at most.
    static let farthest = TickerTile.width

    /// Pixels of the text, rounded up.
    public let width: Int
    /// Pixels of ink before its beginning, as slanted letters have.
    public let before: Int
    /// Pixels of ink beyond its end.
    public let after: Int
    public let isRightToLeft: Bool

    /// A measure, with every number kept to what a text can have.
    public init(width: Int, before: Int = 0, after: Int = 0, isRightToLeft: Bool = false) {
        self.width = min(Self.longest, max(0, width))
        self.before = min(Self.farthest, max(0, before))
        self.after = min(Self.farthest, max(0, after))
        self.isRightToLeft = isRightToLeft
    }

    /// Where its ink may be; one column more than the ink has, for text that is a part of a pixel farther.
    public var painted: Range<Int> { width > 0 ? -before..<width + after + 1 : 0..<0 }

    /// How many tiles that takes.
    public var tileCount: Int { (painted.count + TickerTile.width - 1) / TickerTile.width }

    /// What a tile holds of it; nil: there is no such tile.
    public func columns(ofTile index: Int) -> Range<Int>? {
        guard 0..<tileCount ~= index else { return nil }
        let first = painted.lowerBound + index * TickerTile.width
        return first..<min(first + TickerTile.width, painted.upperBound)
    }
}
