import Compositor
import Signage
import TestSupport
import Testing

/// Turned surfaces in turned scenes are the turned picture, to the last pixel.
@Suite struct TurnedFramesTests {
    struct Case: CustomTestStringConvertible {
        var mounting: Mounting
        var picture: PixelSize
        var testDescription: String { "\(mounting.rotation.rawValue)° \(picture.width)x\(picture.height)" }
    }

    static let cases = Rotation.allCases.flatMap { rotation in
        [
            Case(mounting: Mounting(rotation: rotation), picture: PixelSize(width: 61, height: 40)),
            Case(
                mounting: Mounting(
                    rotation: rotation, margins: Mounting.Margins(top: 1, right: 4, bottom: 3, left: 2)),
                picture: PixelSize(width: 40, height: 53)),
        ]
    }

    /// Where a pixel of a picture lies when it is turned: each rotation as text books have it.
    private static func turned(_ x: Int, _ y: Int, _ rotation: Rotation, in size: PixelSize) -> (Int, Int) {
        switch rotation {
        case .none: (x, y)
        case .clockwise90: (size.height - 1 - y, x)
        case .half: (size.width - 1 - x, size.height - 1 - y)
        case .clockwise270: (y, size.width - 1 - x)
        }
    }

    private static func turned(_ surface: Surface, by rotation: Rotation) throws -> Surface {
        var pixels: [UInt32] = []
        for y in 0..<surface.size.height {
            for x in 0..<surface.size.width {
                pixels.append(
                    surface.pixels.load(fromByteOffset: y * surface.stride + x * 4, as: UInt32.self))
            }
        }
        let size = surface.size.turned(by: rotation)
        var turnedPixels = pixels
        for y in 0..<surface.size.height {
            for x in 0..<surface.size.width {
                let place = turned(x, y, rotation, in: surface.size)
                turnedPixels[place.1 * size.width + place.0] = pixels[y * surface.size.width + x]
            }
        }
        return try Surface(size: size, isOpaque: surface.isOpaque) { turnedPixels[$1 * size.width + $0] }
    }

    /// The same frame for the display.
    private static func turned(
        _ frame: Frame, _ mounting: Mounting, onto display: PixelSize, _ surfaces: inout [PictureID: Surface]
    ) throws -> Frame {
        for (id, surface) in frame.surfaces where surfaces[id.turned(by: mounting.rotation)] == nil {
            surfaces[id.turned(by: mounting.rotation)] = try turned(surface, by: mounting.rotation)
        }
        return Frame(scene: mounting.turned(frame.scene, onto: display), surfaces: surfaces)
    }

    private static func display(of example: Case) -> PixelSize {
        let margins = example.mounting.margins
        return PixelSize(
            width: example.picture.width + margins.left + margins.right,
            height: example.picture.height + margins.top + margins.bottom
        ).turned(by: example.mounting.rotation)
    }

    @Test(arguments: cases) func theTurnedSceneIsTheTurnedPicture(_ example: Case) throws {
        let (mounting, display) = (example.mounting, Self.display(of: example))
        let seen = display.turned(by: mounting.rotation)
        let picture = mounting.picture(on: display)
        #expect(picture.size == example.picture)
        var random = SplitMix(state: 77)
        var history = try RandomScenes(size: example.picture, random: &random)
        var surfaces: [PictureID: Surface] = [:]
        var uprightBuffer = BufferContents()
        var turnedBuffer = BufferContents()
        for _ in 0..<60 {
            let upright = history.next(&random)
            let frame = try Self.turned(upright, mounting, onto: display, &surfaces)
            let expected = drawnWhole(upright)
            let drawn = drawnWhole(frame)
            #expect(drawn.faults == [])
            var wrong = 0
            for y in 0..<seen.height {
                for x in 0..<seen.width {
                    let place = Self.turned(x, y, mounting.rotation, in: seen)
                    let isInside = picture.contains(x: Double(x), y: Double(y))
                    let pixel = isInside ? expected[x - picture.x, y - picture.y] : 0xff00_0000
                    if drawn[place.0, place.1] != pixel { wrong += 1 }
                }
            }
            #expect(wrong == 0)

            // A turned frame costs no pixel more than an upright one.
            let damage = uprightBuffer.damage(for: upright)
            let area = damage.rectangles.reduce(0) { $0 + $1.width * $1.height }
            let turnedArea = turnedBuffer.damage(for: frame).intersection(
                picture.turned(by: mounting.rotation, in: seen)
            ).rectangles.reduce(0) { $0 + $1.width * $1.height }
            #expect(turnedArea == area)
            uprightBuffer.hold(upright)
            turnedBuffer.hold(frame)
        }
    }

    /// What `screenshot` sends, whatever parts it is asked for in.
    @Test(arguments: cases, [1, 7, 1000]) func rowsAreTurnedBack(_ example: Case, _ step: Int) throws {
        let (mounting, display) = (example.mounting, Self.display(of: example))
        let seen = display.turned(by: mounting.rotation)
        let picture = mounting.picture(on: display)
        var random = SplitMix(state: 78)
        var history = try RandomScenes(size: example.picture, random: &random)
        var surfaces: [PictureID: Surface] = [:]
        for _ in 0..<9 { _ = history.next(&random) }
        let upright = history.next(&random)
        let frame = try Self.turned(upright, mounting, onto: display, &surfaces)
        let expected = drawnWhole(upright)
        let compositor = Compositor()
        var bytes: [UInt8] = []
        for top in stride(from: 0, to: seen.height, by: step) {
            bytes += compositor.rows(of: frame, turned: mounting.rotation, top..<top + step)
        }
        #expect(bytes.count == seen.width * seen.height * 4)
        let wrong = bytes.withUnsafeBytes { bytes in
            (0..<seen.width * seen.height).count { place in
                let (x, y) = (place % seen.width, place / seen.width)
                let isInside = picture.contains(x: Double(x), y: Double(y))
                return bytes.load(fromByteOffset: place * 4, as: UInt32.self)
                    != (isInside ? expected[x - picture.x, y - picture.y] : 0xff00_0000)
            }
        }
        #expect(wrong == 0)
    }

    /// Marks between two pages have fractions of pixels everywhere.
    @Test(arguments: Rotation.allCases) func marksInMotionAreTurnedExactly(_ rotation: Rotation) throws {
        let size = PixelSize(width: 120, height: 60)
        let mounting = Mounting(rotation: rotation)
        let display = size.turned(by: rotation)
        for step in 0..<40 {
            var stage = Stage(size.width, size.height)
            stage.fill(Color(red: 200, green: 100, blue: 50))
            let scale = [1, 0.875, 1.125, 0.7][step % 4]
            var carousel = CarouselSettings()
            carousel.axis = step % 3 == 0 ? .vertical : .horizontal
            carousel.indicator.style = step % 2 == 0 ? .capsule : .dots
            stage.layers.append(
                try #require(
                    Indicator.layer(
                        settings: carousel, count: step % 4 == 1 ? 50 : 3, position: Double(step) / 13,
                        region: stage.screen, scale: scale)))
            let expected = drawnWhole(stage.frame)
            let drawn = drawnWhole(
                Frame(scene: mounting.turned(stage.frame.scene, onto: display), surfaces: [:]))
            let wrong = (0..<size.width * size.height).count { place in
                let (x, y) = (place % size.width, place / size.width)
                let turned = Self.turned(x, y, rotation, in: size)
                return drawn[turned.0, turned.1] != expected[x, y]
            }
            #expect(wrong == 0)
        }
    }
}
