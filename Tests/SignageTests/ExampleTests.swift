import PlaylistFile
import Signage
import TestSupport
import Testing

/// Each playlist in `etc/signaged/examples` plays as its first lines say, point by point: at 1920 × 1080, where a point
/// is a pixel.
@Suite struct ExampleTests {
    private static let screen = PixelRect(x: 0, y: 0, width: 1920, height: 1080)

    private static func play(_ name: String, _ change: (inout Playlist) -> Void = { _ in }) throws
        -> (play: SignPlay, ids: [String])
    {
        let reading = PlaylistReader.read(path: "\(repository)/etc/signaged/examples/\(name).yaml")
        var playlist = try #require(reading.value, "\(reading.diagnostics)")
        change(&playlist)
        let play = SignPlay(playlist, output: OutputGeometry(size: screen.size))
        return (play, playlist.slides.map(\.id))
    }

    private func marks(_ play: SignPlay, at seconds: Double) -> [Mark] {
        play.sign.scene(at: Instant(seconds: seconds)).layers.flatMap { layer -> [Mark] in
            if case .marks(let marks) = layer.content { marks } else { [] }
        }
    }

    /// The layers of one colour.
    private func fills(_ play: SignPlay, _ color: Color) -> [PixelRect] {
        play.sign.scene(at: play.now).layers.filter { $0.content == .color(color) }.map(\.extent)
    }

    // MARK: Origin 1

    @Test func endlessTurnsEveryThreeSecondsAndGoesRoundInBothDirections() throws {
        let (first, ids) = try Self.play("endless")
        var play = first
        play.run(to: 9.9)
        #expect(play.changes == [Change(0, 0), Change(3, 1), Change(6, 2), Change(9, 0)])
        play.drag(60, down: 10, up: 10.5)
        #expect(play.changes.last == Change(10.5, 2))
        play.run(to: 14)
        #expect(play.changes.last == Change(13.5, 0))
        #expect(play.frame(of: ids[0], at: 14) == Self.screen)
    }

    @Test func endlessSlidesFromPageToPage() throws {
        let (first, ids) = try Self.play("endless")
        var play = first
        play.run(to: 3.2)
        // Half of 400 ms, half of the way.
        #expect(play.frame(of: ids[0], at: 3.2)?.x == -960 && play.frame(of: ids[1], at: 3.2)?.x == 960)
    }

    @Test func endlessBeginsAgainAfterASwipeThatTurnsNothing() throws {
        let (first, ids) = try Self.play("endless")
        var play = first
        play.drag(-40, down: 1, up: 1.5)
        play.run(to: 2)
        #expect(play.frame(of: ids[0], at: 2) == Self.screen)
        play.run(to: 5.1)
        // Half a second after the release, and a full interval.
        #expect(play.changes == [Change(0, 0), Change(5, 1)])
    }

    @Test func endlessAddsQuickSwipesUp() throws {
        var (play, _) = try Self.play("endless")
        play.fling(-80, down: 0.9, up: 1)
        play.fling(-80, down: 1.05, up: 1.15)
        play.run(to: 5)
        #expect(play.changes == [Change(0, 0), Change(1, 1), Change(1.15, 2), Change(4.15, 0)])
    }

    @Test func endlessAlwaysGoesOn() throws {
        // A finger that is never lifted stops it for a minute at the most.
        var (play, _) = try Self.play("endless")
        play.down(400, at: 1)
        play.run(to: 65)
        #expect(play.changes.last == Change(64.5, 1))
    }

    @Test func endlessHasCapsulesThatFollowThePage() throws {
        var (play, _) = try Self.play("endless")
        let resting = marks(play, at: 0)
        // 16 + 4 + 6 + 4 + 6 = 36 wide in the middle of 1920, 6 high, 24 above the bottom.
        #expect(resting.map(\.x) == [942, 962, 972] && resting.map(\.width) == [16, 6, 6])
        #expect(resting.allSatisfy { $0.y == 1050 && $0.height == 6 })
        play.run(to: 3.2)
        #expect(marks(play, at: 3.2).map(\.width) == [11, 11, 6])
    }

    // MARK: Origin 2

    /// c = 1920 − 2·120 − 2·40, and q = c + 40.
    private static let peekingLength = 1600
    private static let peekingPitch = 1640

    @Test func peekingShowsAnEdgeOfEachNeighbour() throws {
        let (first, ids) = try Self.play("peeking")
        var play = first
        func page(_ x: Int) -> PixelRect {
            PixelRect(x: x, y: 162, width: Self.peekingLength, height: 756)
        }
        // The first page sits at the padding; all have 70 % of the height.
        #expect(play.frame(of: ids[0], at: 0) == page(60))
        #expect(play.frame(of: ids[1], at: 0) == page(60 + Self.peekingPitch))
        play.drag(-51, from: 960, down: 1, up: 1.5)
        play.run(to: 1.6)
        // It snaps by moving, and is there within 0.4 s.
        #expect(play.restingIndex == nil)
        play.run(to: 1.9)
        #expect(play.restingIndex == 1)
        #expect(play.frame(of: ids[1], at: 1.9) == page(160))
        #expect(play.frame(of: ids[0], at: 1.9)?.maxX == 120)
        #expect(play.frame(of: ids[2], at: 1.9)?.x == 1800)
        #expect(fills(play, Color(red: 0x1b, green: 0x14, blue: 0x13)) == [Self.screen])
        #expect(marks(play, at: 1.9).isEmpty)
    }

    @Test func peekingTurnsByMoreThanFiftyPointsOfAFingerAndByNothingElse() throws {
        for (travel, turns) in [(-50.0, false), (-51, true)] {
            var (play, _) = try Self.play("peeking")
            play.drag(travel, from: 960, down: 1, up: 1.5)
            #expect((play.changes.last == Change(1.5, 1)) == turns, "\(travel)")
        }
        var (play, _) = try Self.play("peeking")
        play.fling(-27, down: 0.946, up: 1)
        play.run(to: 1000)
        #expect(play.changes == [Change(0, 0)])
    }

    @Test func peekingEnds() throws {
        let (first, ids) = try Self.play("peeking")
        var play = first
        play.drag(300, down: 1, up: 1.5)
        for number in 0..<5 {
            play.drag(-300, from: 960, down: 2 + Double(number), up: 2.5 + Double(number))
        }
        play.run(to: 9)
        #expect(play.changes.map(\.index) == [0, 1, 2, 3])
        #expect(play.frame(of: ids[3], at: 9)?.x == 160)
    }

    // MARK: Origin 3

    private static let banner = PixelRect(x: 0, y: 0, width: 1920, height: 170)

    @Test func bannerShowsItsThreePicturesInTurn() throws {
        let (first, ids) = try Self.play("banner")
        var play = first
        #expect(play.frame(of: ids[0], at: 0) == Self.banner)
        #expect(
            fills(play, Color(red: 0x1b, green: 0x14, blue: 0x13)) == [
                PixelRect(x: 0, y: 170, width: 1920, height: 910)
            ])
        for request in play.sign.wantedPictures(at: play.now) {
            guard case .slide(let slide) = request.picture else { continue }
            #expect(slide.fit == .cover && slide.size == Self.banner.size)
        }
        play.run(to: 9.9)
        #expect(play.changes == [Change(0, 0), Change(3, 1), Change(6, 2), Change(9, 0)])
    }

    @Test func bannerTurnsByASwipeOnItOnly() throws {
        var (play, _) = try Self.play("banner")
        // At y = 300, below it.
        play.drag(-100, down: 1, up: 1.5)
        #expect(play.changes == [Change(0, 0)])
        play.down(400, 85, at: 2)
        play.move(from: (400, 85), to: (300, 85), from: 2, until: 2.3)
        play.up(at: 2.4)
        #expect(play.changes.last == Change(2.4, 1))
    }

    @Test func bannerHasOnEachPageItsOwnNumber() throws {
        let (first, ids) = try Self.play("banner")
        var play = first
        func number(_ number: Int, at seconds: Double) -> PixelRect? {
            let id = play.sign.wantedPictures(at: play.now).first {
                if case .counter(let counter) = $0.picture { counter.text == "\(number)/3" } else { false }
            }?.id
            return id.flatMap { id in
                play.layers(at: seconds).first { $0.content == .picture(id) }?.frame
            }
        }
        let resting = try #require(number(1, at: 0))
        #expect(resting.x == 16 && resting.y == 16 && resting.height == 15)
        #expect(number(2, at: 0) == nil)
        play.run(to: 3.2)
        // They travel with their pages.
        #expect(number(1, at: 3.2)?.x == (play.frame(of: ids[0], at: 3.2)?.x ?? 0) + 16)
        #expect(number(2, at: 3.2)?.x == (play.frame(of: ids[1], at: 3.2)?.x ?? 0) + 16)
    }

    // MARK: Origin 4

    private func dragUp(_ play: inout SignPlay, by travel: Double, down: Double, until: Double) {
        play.down(900, 900, at: down)
        play.move(from: (900, 900), to: (900, 900 - travel), from: down, until: until)
    }

    @Test func verticalTurnsUpwardsByHandOnly() throws {
        let (first, ids) = try Self.play("vertical")
        var play = first
        // A column of 26 at the right is the dots'.
        let page = PixelRect(x: 0, y: 0, width: 1894, height: 1080)
        #expect(play.frame(of: ids[0], at: 0) == page)
        play.run(to: 100)
        #expect(play.changes == [Change(0, 0)])
        dragUp(&play, by: 60, down: 100, until: 100.3)
        play.up(at: 100.4)
        play.run(to: 101)
        #expect(play.changes.last == Change(100.4, 1))
        #expect(play.frame(of: ids[1], at: 101) == page)
        #expect(play.layers(at: 101).allSatisfy { $0.extent != page || $0.frame == page })
    }

    @Test func verticalKnowsItsPageWhileTheFingerMoves() throws {
        var (play, _) = try Self.play("vertical")
        dragUp(&play, by: 500, down: 1, until: 1.5)
        #expect(play.selected?.index == 0)
        play.move(from: (900, 400), to: (900, 300), from: 1.5, until: 1.6)
        #expect(play.selected?.index == 1 && play.selected?.moving == true)
        let moving = marks(play, at: 1.6)
        // Between grey and cyan, both of them.
        #expect(moving.count == 3 && Set(moving.prefix(2).map(\.fill)).count == 2)
        #expect(!moving.prefix(2).contains { $0.fill == Color(red: 0x32, green: 0xAD, blue: 0xE6) })
    }

    @Test func verticalHasDotsInAColumnOfTheirOwn() throws {
        let (play, _) = try Self.play("vertical")
        let dots = marks(play, at: 0)
        // 3·10 + 2·9 = 48 high, in the middle of 1080.
        #expect(dots.map(\.y) == [516, 535, 554])
        #expect(dots.allSatisfy { $0.x >= 1894 && $0.x + $0.width <= 1920 && $0.width == 10 })
        #expect(dots[0].fill == Color(red: 0x32, green: 0xAD, blue: 0xE6))
        #expect(dots[1].fill == Color(red: 0x8E, green: 0x8E, blue: 0x93))
    }

    @Test func verticalEnds() throws {
        var (play, _) = try Self.play("vertical")
        dragUp(&play, by: -400, down: 1, until: 1.3)
        play.up(at: 1.4)
        play.run(to: 3)
        #expect(play.changes == [Change(0, 0)] && play.restingIndex == 0)
    }

    @Test func verticalWithoutSwipesHasNoDotsAndSidewaysTheyAreBelow() throws {
        let (first, ids) = try Self.play("vertical") { $0.carousel.swipe = false }
        var still = first
        dragUp(&still, by: 400, down: 1, until: 1.3)
        #expect(still.frame(of: ids[0], at: 1.3) == Self.screen && marks(still, at: 1.3).isEmpty)
        var (sideways, _) = try Self.play("vertical") { $0.carousel.axis = .horizontal }
        #expect(
            sideways.frame(of: ids[0], at: 0) == PixelRect(x: 0, y: 0, width: 1920, height: 1054))
        #expect(marks(sideways, at: 0).allSatisfy { $0.y >= 1054 })
        sideways.drag(-60, from: 960, down: 1, up: 1.5)
        #expect(sideways.changes.last == Change(1.5, 1))
    }

    // MARK: Origin 5

    /// SignPlay's painter makes 10 pixels of each character.
    private func ticker(_ characters: Int) throws -> SignPlay {
        try Self.play("ticker") { $0.ticker?.text = .plain(String(repeating: "x", count: characters)) }.play
    }

    @Test func tickerHasItsBandAndRunsFromItsBeginning() throws {
        let (play, ids) = try Self.play("ticker")
        #expect(
            fills(play, Color(red: 0x0b, green: 0x3f, blue: 0x42)) == [
                PixelRect(x: 0, y: 0, width: 1920, height: 80)
            ])
        #expect(play.frame(of: ids[0], at: 0) == PixelRect(x: 0, y: 80, width: 1920, height: 1000))
        var long = try ticker(200)
        #expect(long.sign.status(at: long.now).ticker?.offset == 0)
        long.run(to: 5)
        #expect(long.sign.status(at: long.now).ticker?.offset == 500)
    }

    @Test func tickerScrollsOnlyIfTextAndGapNeedIt() throws {
        // 1840 + 80 are the band's 1920.
        for (characters, scrolls) in [(184, false), (185, true), (300, true)] {
            let status = try ticker(characters).sign.status(at: Instant(seconds: 2)).ticker
            #expect(status?.scrolling == scrolls && status?.offset == (scrolls ? 200 : 0), "\(characters)")
        }
    }

    @Test func tickerGoesRoundStopsStartsAndChangesItsSpeed() throws {
        var play = try ticker(200)
        func offset(at seconds: Double) -> Double? {
            play.run(to: seconds)
            return play.sign.status(at: play.now).ticker?.offset
        }
        // Once round is 2000 + 80.
        #expect(offset(at: 20.8) == 0)
        #expect(offset(at: 22.8) == 200)
        play.command(.tickerSpeed(300), at: 22.8)
        #expect(offset(at: 22.8) == 200)
        #expect(offset(at: 23.8) == 500)
        play.command(.tickerStop, at: 23.8)
        #expect(offset(at: 25) == 0)
        play.command(.tickerStart, at: 25)
        #expect(offset(at: 26) == 300)
    }

    @Test func tickerFollowsAFinger() throws {
        var play = try ticker(200)
        play.run(to: 5)
        play.down(900, 40, at: 5)
        play.move(from: (900, 40), to: (700, 40), from: 5, until: 5.5)
        let moved = try #require(play.sign.status(at: play.now).ticker?.offset)
        // As far as the finger, from where the slop was passed.
        #expect(moved > 650 && moved <= 700)
        play.move(from: (700, 40), to: (900, 40), from: 5.5, until: 6)
        #expect(abs((play.sign.status(at: play.now).ticker?.offset ?? 0) - (moved - 200)) < 0.5)
    }

    // MARK: Banners

    @Test func bannerBottomIsAsHighOnAnyScreen() throws {
        let (first, ids) = try Self.play("banner-bottom")
        var play = first
        // The ticker has 64 at the bottom.
        #expect(play.frame(of: ids[0], at: 0) == PixelRect(x: 0, y: 846, width: 1920, height: 170))
        play.handle(.output(OutputGeometry(size: PixelSize(width: 1080, height: 1920))))
        #expect(
            play.frame(of: ids[0], at: play.now.seconds)
                == PixelRect(x: 0, y: 1686, width: 1080, height: 170))
        play.run(to: 5.1)
        #expect(play.changes.last == Change(5, 1))
    }

    @Test func bannerColumnMovesUpwards() throws {
        let (first, ids) = try Self.play("banner-column")
        var play = first
        #expect(play.frame(of: ids[0], at: 0) == PixelRect(x: 1440, y: 0, width: 480, height: 1080))
        #expect(
            fills(play, Color(red: 0x24, green: 0x52, blue: 0x3f)) == [
                PixelRect(x: 0, y: 0, width: 1440, height: 1080)
            ])
        play.run(to: 4.2)
        #expect(play.frame(of: ids[0], at: 4.2)?.y == -540 && play.frame(of: ids[1], at: 4.2)?.y == 540)
    }

    @Test func bannerWindowHasAFrameAroundItAndTheNewsOverIt() throws {
        let (play, ids) = try Self.play("banner-window")
        #expect(play.frame(of: ids[0], at: 0) == PixelRect(x: 480, y: 270, width: 960, height: 540))
        let around = fills(play, Color(red: 0x7a, green: 0x2e, blue: 0x1c))
        #expect(around.reduce(0) { $0 + $1.width * $1.height } == 1920 * 1080 - 960 * 540)
        #expect(
            fills(play, Color(red: 0x2b, green: 0x16, blue: 0x10)) == [
                PixelRect(x: 0, y: 1016, width: 1920, height: 64)
            ])
        #expect(play.sign.tickerFile?.name == "news.txt" && play.sign.tickerFile?.fault == nil)
    }
}
