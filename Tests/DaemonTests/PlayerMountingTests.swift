import Compositor
import Display
import PaintJobs
import Signage
import SystemCalls
import Testing

@testable import Daemon

/// A player on a virtual screen, 50 Hz, that is turned or not; the same picture of 64 × 48 whatever it is.
private final class Stage {
    static let picture = PixelSize(width: 64, height: 48)

    let painter = FakePainter()
    let screen: HeadlessScreen
    let player: Player
    private(set) var now = Instant(seconds: 0)
    private(set) var shown: [String] = []

    init(_ mounting: Mounting = Mounting()) throws {
        let margins = mounting.margins
        let seen = PixelSize(
            width: Self.picture.width + margins.left + margins.right,
            height: Self.picture.height + margins.top + margins.bottom)
        screen = try HeadlessScreen(
            size: seen.turned(by: mounting.rotation), refreshMillihertz: 50_000, clock: .virtual, at: now)
        painter.paintsPatterns = true
        var ticker = TickerSettings(text: .plain("a long text"))
        ticker.height = 8
        let slides = ["a", "b", "c"].map { Slide(content: .text($0), id: $0) }
        player = Player(
            playlist: Playlist(slides: slides, ticker: ticker),
            settings: SignSettings(name: "test", scale: .fixed(1)), screen: screen,
            painter: PictureSupply(painter: painter), mounting: mounting, spareBudget: 0, at: now)
    }

    func play(until seconds: Double) {
        let end = Instant(seconds: seconds)
        while true {
            for case .slideShown(_, let id, _) in player.turn(at: now).effects { shown.append(id) }
            let next = [player.nextDeadline(), screen.nextDeadline()].compactMap { $0 }.min()
            if painter.isBusy, case .paint = painter.manner(painter.pictures[painter.pictures.count - 1]) {
                continue
            }
            guard let next, next <= end else { break }
            now = max(now, next)
        }
        now = end
    }

    /// The glass as it is seen: of a turned display turned back, without what the margins hide, which must be black.
    func seen() throws -> [UInt32] {
        let pixels = try #require(screen.shownPixels())
        let display = try #require(screen.output?.geometry.size)
        let rotation = player.mounting.rotation
        let whole = display.turned(by: rotation)
        let picture = player.mounting.picture(on: display)
        var seen: [UInt32] = []
        var strays = 0
        for y in 0..<whole.height {
            for x in 0..<whole.width {
                let place = PixelRect(x: x, y: y, width: 1, height: 1).turned(by: rotation, in: whole)
                let pixel = pixels[place.y * display.width + place.x]
                if picture.contains(x: Double(x), y: Double(y)) {
                    seen.append(pixel)
                } else if pixel != 0 {
                    strays += 1
                }
            }
        }
        #expect(strays == 0)
        return seen
    }
}

struct PlayerMountingTests {
    static let mountings = Rotation.allCases.flatMap { rotation in
        [
            Mounting(rotation: rotation),
            Mounting(rotation: rotation, margins: Mounting.Margins(top: 3, right: 1, bottom: 2, left: 5)),
        ]
    }

    /// At rest, in motion, in a fade, with ticker and indicator: the same pixels, whichever way the display hangs.
    @Test(arguments: mountings) func thePictureIsTheSameInEveryMounting(_ mounting: Mounting) throws {
        let plain = try Stage()
        let turned = try Stage(mounting)
        for moment in [1, 3.1, 3.2, 3.39, 4, 6.2, 9.1] {
            plain.play(until: moment)
            turned.play(until: moment)
            let expected = try plain.seen()
            let isSame = try turned.seen() == expected
            #expect(isSame)
            #expect(Set(expected).count > 100)
        }
        for stage in [plain, turned] {
            stage.player.handle(.command(.show(id: "b", for: nil), number: 1), at: stage.now)
            stage.play(until: 9.3)
        }
        let isSame = try turned.seen() == plain.seen()
        #expect(isSame)
        #expect(turned.shown == plain.shown)
        #expect(turned.screen.counts == plain.screen.counts)
        // Every picture was painted once, turned already.
        #expect(turned.painter.pictures.count == plain.painter.pictures.count)
        #expect(
            turned.painter.pictures == plain.painter.pictures.map { $0.turned(by: mounting.rotation) })
    }

    /// From the right to the left, as seen by the one whose finger it is.
    @Test(arguments: mountings) func aSwipeFollowsTheSeenAxis(_ mounting: Mounting) throws {
        let stage = try Stage(mounting)
        stage.play(until: 1)
        let display = try #require(stage.screen.output?.geometry.size)
        let whole = display.turned(by: mounting.rotation)
        /// Where the panel says that a pixel of the seen screen is.
        func panel(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
            let pixel = PixelRect(x: x, y: y, width: 1, height: 1).turned(by: mounting.rotation, in: whole)
            return mounting.seen(x: Double(pixel.x), y: Double(pixel.y), on: display)
        }
        func touch(_ phase: Touch.Phase, at seconds: Double) {
            stage.play(until: seconds)
            stage.player.handle(
                .touch(Touch(contact: 1, phase: phase, time: Instant(seconds: seconds))),
                at: Instant(seconds: seconds))
        }
        var place = panel(60, 20)
        touch(.down(x: place.x, y: place.y), at: 1)
        for step in 1...10 {
            place = panel(60 - 5 * step - (step == 10 ? 3 : 0), 20)
            touch(.motion(x: place.x, y: place.y), at: 1 + Double(step) * 0.03)
        }
        touch(.up, at: 1.4)
        stage.play(until: 2)
        #expect(stage.shown == ["a", "b"])
    }

    /// The glass keeps the old frame until what shows now is painted for the new mounting, and then has all of it.
    @Test(arguments: [
        (Rotation.none, Rotation.half), (.half, .none), (.none, .clockwise90), (.clockwise90, .clockwise270),
    ])
    func anotherMountingComesOnWhole(_ old: Rotation, _ new: Rotation) throws {
        // The display stays as it is: with a quarter turn the picture gets another shape.
        let stage = try Stage(Mounting(rotation: old))
        stage.play(until: 1)
        stage.painter.manner = { _ in .hang }
        stage.player.mount(Mounting(rotation: new), at: stage.now)
        // A frame was on its way.
        stage.play(until: 1.05)
        let before = try #require(stage.screen.shownPixels())
        let presented = stage.screen.counts.presented
        stage.play(until: 1.5)
        let isHeld = stage.screen.shownPixels() == before
        #expect(isHeld && stage.screen.counts.presented == presented)
        #expect(!stage.player.expectsFlips)
        #expect(stage.screen.counts.missed == 0)
        stage.painter.manner = { _ in .paint }
        stage.play(until: 2)
        #expect(stage.player.expectsFlips)

        let fresh = try Stage(Mounting(rotation: new))
        // The same display, not the same picture.
        if old.swapsSides == new.swapsSides {
            fresh.play(until: 2)
            let isSame = try stage.seen() == fresh.seen()
            #expect(isSame)
        }
        let slide = stage.painter.pictures.last { if case .slide = $0 { true } else { false } }
        #expect(slide?.rotation == new)
        let hasBlack = try stage.seen().contains(0)
        #expect(!hasBlack)
        #expect(stage.player.picture == stage.screen.output?.geometry.size.turned(by: new))
    }

    /// Back as it was: names that stood for other pixels meanwhile stand for the old ones again.
    @Test func turningBackIsAsIfNothingHadBeen() throws {
        let stage = try Stage()
        let still = try Stage()
        for (seconds, rotation) in [(1.0, Rotation.half), (1.3, .none), (1.35, .half), (1.4, .none)] {
            stage.play(until: seconds)
            stage.player.mount(Mounting(rotation: rotation), at: stage.now)
        }
        stage.play(until: 2)
        still.play(until: 2)
        let isSame = try stage.seen() == still.seen()
        #expect(isSame)
        #expect(stage.player.surfaces.byteCount == still.player.surfaces.byteCount)
    }

    /// A job for the old mounting that ends after the change is nobody's picture.
    @Test func whatWasBeingPaintedForTheOldMountingIsNotShown() throws {
        let stage = try Stage()
        stage.play(until: 1)
        stage.painter.manner = { _ in .hang }
        stage.player.mount(Mounting(rotation: .half), at: stage.now)
        stage.play(until: 1.1)
        stage.player.mount(Mounting(), at: stage.now)
        stage.painter.manner = { _ in .paint }
        stage.play(until: 2)
        let still = try Stage()
        still.play(until: 2)
        let isSame = try stage.seen() == still.seen()
        #expect(isSame)
    }

    /// No memory, for a long time: the picture does not stand still and the wrong way round until there is some.
    @Test func whatCannotBePaintedDoesNotHoldTheOldFrameForEver() throws {
        let stage = try Stage()
        stage.play(until: 1)
        stage.painter.manner = { _ in .postpone("there is no memory") }
        stage.player.mount(Mounting(rotation: .half), at: stage.now)
        stage.play(until: 5.9)
        #expect(stage.player.isRemounting)
        #expect(stage.player.shown?.mounting.rotation == Rotation.none)
        stage.play(until: 6.1)
        #expect(!stage.player.isRemounting)
        #expect(stage.player.shown?.mounting.rotation == .half)
    }

    @Test func marginsAtRunTimeMakeThePictureSmaller() throws {
        let stage = try Stage()
        stage.play(until: 1)
        let margins = Mounting(margins: Mounting.Margins(top: 4, right: 6, bottom: 8, left: 10))
        stage.player.mount(margins, at: stage.now)
        stage.play(until: 2)
        #expect(stage.player.picture == PixelSize(width: 48, height: 36))
        let seen = try stage.seen()
        let hasBlack = seen.contains(0)
        #expect(seen.count == 48 * 36 && !hasBlack)
    }
}
