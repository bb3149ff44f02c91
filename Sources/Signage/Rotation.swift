/// A turn by quarters, clockwise.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
    case none = 0
    case clockwise90 = 90
    case half = 180
    case clockwise270 = 270

    /// Whether what was across lies down after it.
    public var swapsSides: Bool { self == .clockwise90 || self == .clockwise270 }
}

extension PixelSize {
    /// The size of what has been turned.
    public func turned(by rotation: Rotation) -> PixelSize {
        rotation.swapsSides ? PixelSize(width: height, height: width) : self
    }
}

extension PixelRect {
    /// Where it lies when the picture that it is a part of is turned.
    ///
    /// - Parameters:
    ///   - rotation: of the picture.
    ///   - size: the picture's, before it is turned.
    /// - Returns: a rectangle of the turned picture; also what lies outside stays where it is.
    public func turned(by rotation: Rotation, in size: PixelSize) -> PixelRect {
        switch rotation {
        case .none: self
        case .clockwise90: PixelRect(x: size.height - maxY, y: x, width: height, height: width)
        case .half: PixelRect(x: size.width - maxX, y: size.height - maxY, width: width, height: height)
        case .clockwise270: PixelRect(x: y, y: size.width - maxX, width: height, height: width)
        }
    }

    /// The same somewhere else.
    func moved(x distanceX: Int, y distanceY: Int) -> PixelRect {
        PixelRect(x: x + distanceX, y: y + distanceY, width: width, height: height)
    }
}

extension Mark {
    /// The mark where it lies when the picture that it is a part of is turned; exact, see `init`.
    func turned(by rotation: Rotation, in size: PixelSize) -> Mark {
        var mark = self
        let right = Double(size.width) - (x + width)
        let bottom = Double(size.height) - (y + height)
        (mark.x, mark.y) =
            switch rotation {
            case .none: (x, y)
            case .clockwise90: (bottom, x)
            case .half: (right, bottom)
            case .clockwise270: (y, right)
            }
        if rotation.swapsSides { (mark.width, mark.height) = (height, width) }
        return mark
    }

    /// The same somewhere else.
    func moved(x distanceX: Int, y distanceY: Int) -> Mark {
        var mark = self
        mark.x += Double(distanceX)
        mark.y += Double(distanceY)
        return mark
    }
}
