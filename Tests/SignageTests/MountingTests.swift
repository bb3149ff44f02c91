import Signage
import TestSupport
import Testing

@Suite struct MountingTests {
    /// Margins that are all different.
    static let margins = Mounting.Margins(top: 1, right: 2, bottom: 3, left: 0)
    static let mountings = Rotation.allCases.flatMap { rotation in
        [Mounting(rotation: rotation), Mounting(rotation: rotation, margins: margins)]
    }
    static let displays = [
        PixelSize(width: 17, height: 8), PixelSize(width: 8, height: 17), PixelSize(width: 9, height: 9),
    ]

    struct SizeCase: CustomTestStringConvertible {
        var rotation: Rotation
        var picture: PixelRect
        var millimetres: PixelSize
        var testDescription: String { "\(rotation.rawValue)°" }
    }

    @Test(arguments: [
        SizeCase(
            rotation: .none, picture: PixelRect(x: 40, y: 10, width: 1850, height: 1050),
            millimetres: PixelSize(width: 463, height: 263)),
        SizeCase(
            rotation: .clockwise90, picture: PixelRect(x: 40, y: 10, width: 1010, height: 1890),
            millimetres: PixelSize(width: 253, height: 473)),
        SizeCase(
            rotation: .half, picture: PixelRect(x: 40, y: 10, width: 1850, height: 1050),
            millimetres: PixelSize(width: 463, height: 263)),
        SizeCase(
            rotation: .clockwise270, picture: PixelRect(x: 40, y: 10, width: 1010, height: 1890),
            millimetres: PixelSize(width: 253, height: 473)),
    ])
    func thePictureIsUprightAndWithinTheMargins(_ example: SizeCase) {
        let display = OutputGeometry(
            size: PixelSize(width: 1920, height: 1080), millimetres: PixelSize(width: 480, height: 270))
        let mounting = Mounting(
            rotation: example.rotation, margins: Mounting.Margins(top: 10, right: 30, bottom: 20, left: 40))
        #expect(mounting.picture(on: display.size) == example.picture)
        #expect(
            mounting.picture(on: display)
                == OutputGeometry(size: example.picture.size, millimetres: example.millimetres))
    }

    @Test func withoutMarginsThePictureIsTheDisplay() {
        let display = OutputGeometry(
            size: PixelSize(width: 1920, height: 1080), millimetres: PixelSize(width: 480, height: 270))
        #expect(Mounting().picture(on: display) == display)
        let upright = Mounting(rotation: .clockwise90).picture(on: display)
        #expect(upright.size == PixelSize(width: 1080, height: 1920))
        #expect(upright.millimetres == PixelSize(width: 270, height: 480))
        #expect(Configuration.Scale.auto.factor(for: upright.size) == 1)
        let unknown = OutputGeometry(size: PixelSize(width: 0, height: 0))
        #expect(Mounting(rotation: .half).picture(on: unknown) == unknown)
    }

    @Test func marginsThatLeaveTooLittleAreNone() {
        let display = PixelSize(width: 100, height: 50)
        func picture(_ margins: Mounting.Margins, _ rotation: Rotation) -> PixelRect {
            Mounting(rotation: rotation, margins: margins).picture(on: display)
        }
        #expect(
            picture(.init(right: 25, left: 25), .none) == PixelRect(x: 25, y: 0, width: 50, height: 50))
        #expect(picture(.init(right: 26, left: 25), .none) == PixelRect(display))
        #expect(picture(.init(top: 26), .half) == PixelRect(display))
        // The side of 50 pixels lies across then.
        #expect(
            picture(.init(right: 26), .clockwise90) == PixelRect(x: 0, y: 0, width: 50, height: 100))
        #expect(Mounting(margins: .init(top: 25)).marginsFit(display))
        #expect(!Mounting(margins: .init(top: 26)).marginsFit(display))
        #expect(!Mounting(margins: .init(top: .max / 4, bottom: .max / 4)).marginsFit(display))
    }

    /// Where each corner of a picture of 3 × 2 is on the display.
    @Test(arguments: [
        (Rotation.none, [(0, 0), (2, 0), (0, 1), (2, 1)]),
        (.clockwise90, [(1, 0), (1, 2), (0, 0), (0, 2)]),
        (.half, [(2, 1), (0, 1), (2, 0), (0, 0)]),
        (.clockwise270, [(0, 2), (0, 0), (1, 2), (1, 0)]),
    ])
    func turnsAreClockwise(_ rotation: Rotation, _ corners: [(Int, Int)]) {
        let picture = PixelSize(width: 3, height: 2)
        for ((x, y), (turnedX, turnedY)) in zip([(0, 0), (2, 0), (0, 1), (2, 1)], corners) {
            let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
            #expect(
                pixel.turned(by: rotation, in: picture)
                    == PixelRect(x: turnedX, y: turnedY, width: 1, height: 1))
        }
    }

    /// Every pixel of the picture, drawn as a layer, is under the finger that points at it.
    @Test(arguments: mountings, displays)
    func theFingerFindsWhatTheEyeSees(_ mounting: Mounting, _ display: PixelSize) throws {
        let picture = mounting.picture(on: display).size
        var hit: Set<PixelRect> = []
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
                let scene = Scene(
                    size: picture, layers: [Layer(.color(.white), frame: pixel, clip: PixelRect(picture))])
                let turned = mounting.turned(scene, onto: display)
                #expect(turned.size == display)
                let place = try #require(turned.layers.first).extent
                #expect(place.size == PixelSize(width: 1, height: 1))
                #expect(PixelRect(display).intersection(place) == place)
                let found = mounting.seen(x: Double(place.x) + 0.25, y: Double(place.y) + 0.75, on: display)
                #expect(abs(found.x - Double(x)) < 1 && abs(found.y - Double(y)) < 1)
                let exact = mounting.seen(x: Double(place.x), y: Double(place.y), on: display)
                #expect(exact == (Double(x), Double(y)))
                hit.insert(place)
            }
        }
        #expect(hit.count == picture.width * picture.height)
    }

    @Test(arguments: mountings, displays)
    func nothingIsSeenOutsideThePicture(_ mounting: Mounting, _ display: PixelSize) throws {
        let picture = mounting.picture(on: display)
        let everywhere = PixelRect(x: -50, y: -50, width: 200, height: 200)
        let scene = Scene(
            size: picture.size, layers: [Layer(.color(.white), frame: everywhere, clip: everywhere)])
        let shown = try #require(mounting.turned(scene, onto: display).layers.first).extent
            .intersection(PixelRect(display))
        #expect(shown == picture.turned(by: mounting.rotation, in: display.turned(by: mounting.rotation)))
        #expect(shown.size.turned(by: mounting.rotation) == picture.size)
    }

    @Test func picturesThatAreTurnedHaveNamesOfTheirOwn() {
        let size = PixelSize(width: 4, height: 4)
        let scene = Scene(
            size: size,
            layers: [
                Layer(.picture(PictureID(number: 7)), frame: PixelRect(size), clip: PixelRect(size))
            ])
        let names = Rotation.allCases.map {
            Mounting(rotation: $0).turned(scene, onto: size).pictures
        }
        #expect(Set(names).count == 4)
        #expect(names[0] == [PictureID(number: 7)])
        #expect(Mounting().turned(scene, onto: size) == scene)
    }

    /// Turning is exact: four quarters are nothing, whatever fractions a mark has.
    @Test func aMarkTurnedFourTimesIsTheSame() throws {
        let display = PixelSize(width: 31, height: 31)
        let mounting = Mounting(rotation: .clockwise90)
        var random = SplitMix(state: 5)
        for _ in 0..<1000 {
            func length() -> Double { Double(random.next() % 1_000_000) / 37_373 }
            let mark = Mark(
                x: length(), y: length(), width: length(), height: length(), cornerRadius: length(),
                fill: .white, stroke: .black, strokeWidth: length(), opacity: 0.5, halo: length())
            let all = PixelRect(display)
            var scene = Scene(size: display, layers: [Layer(.marks([mark]), frame: all, clip: all)])
            let before = scene
            for _ in 0..<2 { scene = mounting.turned(scene, onto: display) }
            #expect(scene == Mounting(rotation: .half).turned(before, onto: display))
            for _ in 0..<2 { scene = mounting.turned(scene, onto: display) }
            #expect(scene == before)
        }
    }

    @Test(arguments: Rotation.allCases) func whatIsPaintedTurnedIsAnotherPicture(_ rotation: Rotation) {
        let size = PixelSize(width: 3, height: 5)
        let strip = TickerStrip(text: .plain("a"), style: TextStyle(), scale: 1, height: 9)
        let pictures: [Picture] = [
            .slide(
                SlidePicture(
                    content: .text("a"), stamp: nil, size: size, fit: .cover, background: .black,
                    style: TextStyle(), scale: 1)),
            .tickerTile(TickerTile(strip: strip, index: 0)),
            .idle(IdlePage(size: size, color: .black, title: "t", lines: [], scale: 1)),
            .badge(Badge(symbol: .paused, side: 3)), .counter(Counter(number: 9, count: 10, scale: 1)),
        ]
        for picture in pictures {
            let turned = picture.turned(by: rotation)
            #expect(turned.rotation == rotation)
            #expect((turned == picture) == (rotation == .none))
            #expect(turned.pixelSize == picture.pixelSize)
            #expect(turned.turned(by: .none) == picture)
        }
        // A measure has no pixels to turn.
        #expect(Picture.tickerStrip(strip).turned(by: rotation) == .tickerStrip(strip))
    }

    @Test func aPushIsCheckedWithThePicturesThatWillPlay() {
        var playlist = Playlist(slides: [Slide(content: .text("a"), id: "a")])
        playlist.carousel.indicator.style = .none
        let display = OutputGeometry(size: PixelSize(width: 640, height: 480))
        let mounting = Mounting(rotation: .clockwise270, margins: .init(top: 20))
        let output = mounting.picture(on: display)
        let sign = Sign(
            playlist: playlist, settings: SignSettings(name: "a"), output: output, at: Instant(seconds: 0))
        let wanted = sign.wantedPictures(at: Instant(seconds: 0)).map {
            $0.picture.turned(by: mounting.rotation)
        }
        let checked = playlist.pictures(on: output.size, rotation: mounting.rotation).slides
        #expect(checked == wanted)
        #expect(checked.first??.rotation == .clockwise270)
    }
}
