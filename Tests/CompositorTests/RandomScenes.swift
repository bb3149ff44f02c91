import Compositor
import Signage
import TestSupport

/// A history of scenes as signs have them, and wilder ones: pages, fades, tickers, marks, layers that come and go.
struct RandomScenes {
    private var stage: Stage
    private var pictures: [PictureID] = []

    init(size: PixelSize, random: inout SplitMix) throws {
        stage = Stage(size.width, size.height)
        let sizes = [
            (size.width, size.height), (size.width, size.height), (size.width / 2, size.height / 3), (7, 5),
        ]
        for (width, height) in sizes {
            for isOpaque in [true, false] {
                var noise = SplitMix(state: random.next())
                let picture = try stage.picture(
                    width, height, isOpaque: isOpaque, padding: random.below(3) * 4
                ) {
                    _, _ in Self.pixel(&noise, isOpaque: isOpaque)
                }
                pictures.append(picture)
            }
        }
    }

    private static func pixel(_ noise: inout SplitMix, isOpaque: Bool) -> UInt32 {
        let bits = UInt32(truncatingIfNeeded: noise.next())
        guard !isOpaque else { return bits }
        let alpha = UInt32([0, 255, noise.below(256)][noise.below(3)])
        return alpha << 24 | share(bits >> 16 & 0xff, alpha) << 16 | share(bits >> 8 & 0xff, alpha) << 8
            | share(bits & 0xff, alpha)
    }

    /// The next scene: the last one with some changes.
    mutating func next(_ random: inout SplitMix) -> Frame {
        for _ in 0...random.below(3) {
            switch random.below(6) {
            case 0, 1: stage.layers.insert(layer(&random), at: random.below(stage.layers.count + 1))
            case 2 where !stage.layers.isEmpty: stage.layers.remove(at: random.below(stage.layers.count))
            case 3 where stage.layers.count > 1:
                stage.layers.swapAt(random.below(stage.layers.count), random.below(stage.layers.count))
            case 4 where !stage.layers.isEmpty:
                stage.layers[random.below(stage.layers.count)].frame.x += random.below(9) - 4
            case 5 where !stage.layers.isEmpty:
                stage.layers[random.below(stage.layers.count)].opacity = UInt8(random.below(256))
            default: break
            }
        }
        if stage.layers.count > 9 { stage.layers.removeFirst(5) }
        return stage.frame
    }

    private func layer(_ random: inout SplitMix) -> Layer {
        let size = stage.size
        let place = PixelRect(
            x: random.below(size.width) - 8, y: random.below(size.height) - 8,
            width: 1 + random.below(size.width),
            height: 1 + random.below(size.height))
        let clip = random.below(3) == 0 ? place : stage.screen
        let opacity = random.below(2) == 0 ? 255 : UInt8(random.below(256))
        switch random.below(4) {
        case 0:
            let color = Color(
                red: UInt8(random.below(256)), green: UInt8(random.below(256)),
                blue: UInt8(random.below(256)),
                alpha: [255, UInt8(random.below(256))][random.below(2)])
            return Layer(.color(color), frame: place, clip: clip, opacity: opacity)
        case 1:
            let scale = Double(1 + random.below(3)) / 2
            var carousel = CarouselSettings()
            carousel.axis = random.below(2) == 0 ? .horizontal : .vertical
            carousel.indicator.style = random.below(2) == 0 ? .capsule : .dots
            let marks = Indicator.layer(
                settings: carousel, count: 2 + random.below(20), position: Double(random.below(100)) / 16,
                region: stage.screen, scale: scale)
            var layer = marks ?? Layer(.marks([]), frame: place, clip: clip)
            layer.opacity = opacity
            return layer
        default:
            let id = pictures[random.below(pictures.count)]
            let size = stage.surfaces[id]?.size ?? PixelSize(width: 0, height: 0)
            let frame = PixelRect(
                x: random.below(3) == 0 ? 0 : place.x, y: random.below(3) == 0 ? 0 : place.y,
                width: size.width,
                height: size.height)
            return Layer(.picture(id), frame: frame, clip: clip, opacity: opacity)
        }
    }
}
