import Compositor
import Signage

/// A screen in one colour with a small square of another in it.
func testFrame(
    _ size: PixelSize, _ color: Color = .black, square: Color? = nil, at x: Int = 0
) -> Frame {
    let screen = PixelRect(size)
    var layers = [Layer(.color(color), frame: screen, clip: screen)]
    if let square {
        layers.append(Layer(.color(square), frame: PixelRect(x: x, y: 1, width: 2, height: 2), clip: screen))
    }
    return Frame(scene: Scene(size: size, layers: layers), surfaces: [:])
}

/// 0x00RRGGBB of an opaque colour.
func pixel(_ color: Color) -> UInt32 { color.premultiplied & 0x00FF_FFFF }
