/// How a display hangs, and how much of it its frame hides: what lies between the picture as seen and the display's
/// own pixels.
///
/// A sign knows nothing of it: its picture is upright, and has the size that the margins leave. The display is black
/// outside that picture. Everything is turned here, the scene out and the finger in, so that both always agree.
public struct Mounting: Hashable, Sendable {
    /// Pixels at the edges, as seen, that show nothing.
    public struct Margins: Hashable, Sendable {
        public var top: Int
        public var right: Int
        public var bottom: Int
        public var left: Int

        public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
            self.top = top
            self.right = right
            self.bottom = bottom
            self.left = left
        }
    }

    /// How the picture is turned on its way to the display.
    public var rotation: Rotation
    public var margins: Margins

    public init(rotation: Rotation = .none, margins: Margins = Margins()) {
        self.rotation = rotation
        self.margins = margins
    }

    // MARK: Sizes

    /// Whether the margins leave at least half of each side; if not, they count as none.
    ///
    /// - Parameter display: pixels of the display.
    /// - Returns: true also when there are none.
    public func marginsFit(_ display: PixelSize) -> Bool {
        let seen = display.turned(by: rotation)
        return margins.left + margins.right <= seen.width / 2
            && margins.top + margins.bottom <= seen.height / 2
    }

    /// Where the picture lies on a display.
    ///
    /// - Parameter display: pixels of the display.
    /// - Returns: in all that would be seen if nothing were hidden: `display` upright.
    public func picture(on display: PixelSize) -> PixelRect {
        let seen = display.turned(by: rotation)
        guard marginsFit(display) else { return PixelRect(seen) }
        return PixelRect(
            x: margins.left, y: margins.top, width: seen.width - margins.left - margins.right,
            height: seen.height - margins.top - margins.bottom)
    }

    /// The screen as the rules see it.
    ///
    /// - Parameter display: in the display's own pixels.
    /// - Returns: the picture, upright, and the millimetres that it covers.
    public func picture(on display: OutputGeometry) -> OutputGeometry {
        let seen = display.size.turned(by: rotation)
        let size = picture(on: display.size).size
        func share(_ length: Int, _ part: Int, of whole: Int) -> Int {
            whole > 0 ? (length * part * 2 + whole) / (whole * 2) : length
        }
        let millimetres = display.millimetres?.turned(by: rotation)
        return OutputGeometry(
            size: size,
            millimetres: millimetres.map {
                PixelSize(
                    width: share($0.width, size.width, of: seen.width),
                    height: share($0.height, size.height, of: seen.height))
            })
    }

    // MARK: Out and in

    /// A scene of the picture in the display's pixels.
    ///
    /// - Parameters:
    ///   - scene: upright; its size is that of `picture(on:)`.
    ///   - display: pixels of the display.
    /// - Returns: a scene of the display's size whose pictures have the names of those painted turned; nothing lies
    ///   outside the picture.
    public func turned(_ scene: Scene, onto display: PixelSize) -> Scene {
        let seen = display.turned(by: rotation)
        let picture = picture(on: display)
        if rotation == .none, scene.size == display { return scene }
        let layers = scene.layers.map { layer in
            var layer = layer
            layer.frame = layer.frame.moved(x: picture.x, y: picture.y).turned(by: rotation, in: seen)
            layer.clip = layer.clip.moved(x: picture.x, y: picture.y).intersection(picture)
                .turned(by: rotation, in: seen)
            switch layer.content {
            case .color: break
            case .picture(let id): layer.content = .picture(id.turned(by: rotation))
            case .marks(let marks):
                layer.content = .marks(
                    marks.map { $0.moved(x: picture.x, y: picture.y).turned(by: rotation, in: seen) })
            }
            return layer
        }
        return Scene(size: display, layers: layers)
    }

    /// The pixel of the picture where a pixel of the display is seen.
    ///
    /// - Parameters:
    ///   - x: of the display.
    ///   - y: of the display.
    ///   - display: pixels of the display.
    /// - Returns: in pixels of the picture, beyond its edges for what lies in the margins.
    public func seen(x: Double, y: Double, on display: PixelSize) -> (x: Double, y: Double) {
        let right = Double(display.width - 1) - x
        let bottom = Double(display.height - 1) - y
        let (seenX, seenY) =
            switch rotation {
            case .none: (x, y)
            case .clockwise90: (y, right)
            case .half: (right, bottom)
            case .clockwise270: (bottom, x)
            }
        let picture = picture(on: display)
        return (seenX - Double(picture.x), seenY - Double(picture.y))
    }
}
