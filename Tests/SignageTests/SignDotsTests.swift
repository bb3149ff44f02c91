import Signage
import Testing

/// Dots in a band that comes and goes.
@Suite struct SignDotsTests {
    private let band = PixelRect(x: 0, y: 574, width: 800, height: 26)

    private func playlist(_ ids: [String], _ change: (inout CarouselSettings) -> Void = { _ in }) -> Playlist
    {
        .slides(ids) {
            $0.indicator.style = .dots
            $0.background = .white
            change(&$0)
        }
    }

    private func marks(_ play: SignPlay, at seconds: Double) -> [Mark] {
        play.sign.scene(at: Instant(seconds: seconds)).layers.flatMap { layer -> [Mark] in
            if case .marks(let marks) = layer.content { marks } else { [] }
        }
    }

    private static let cyan = Color(red: 0x32, green: 0xAD, blue: 0xE6)

    /// The number of the mark that is all cyan.
    private func marked(_ play: SignPlay, at seconds: Double) -> Int? {
        marks(play, at: seconds).firstIndex { $0.fill == Self.cyan }
    }

    @Test func pagesLieAboveTheBand() {
        let play = SignPlay(playlist(["a", "b"]))
        #expect(play.frame(of: "a", at: 0) == PixelRect(x: 0, y: 0, width: 800, height: 574))
        // The band has the carousel's colour, below all.
        #expect(play.layers(at: 0).first?.content == .color(.white))
        #expect(marks(play, at: 0).allSatisfy { $0.y == 582 })
    }

    @Test func theBandComesWithTheSecondSlide() throws {
        var play = SignPlay(playlist(["a"]))
        let old = try #require(play.id(of: "a"))
        #expect(play.frame(of: "a", at: 0)?.height == 600)
        #expect(marks(play, at: 0).isEmpty)
        play.unpainted = ["a", "b"]
        play.handle(.reload(playlist(["a", "b"])), at: 1)
        // What was painted shows until it is painted for its new place, the dots already.
        let layers = play.layers(at: 1)
        #expect(layers.map(\.content) == [.picture(old), .color(.white)])
        #expect(layers.map(\.frame) == [PixelRect(x: 0, y: 0, width: 800, height: 600), band])
        #expect(marks(play, at: 1).count == 2)
        play.unpainted = []
        play.work()
        #expect(play.frame(of: "a", at: 1)?.height == 574)
        #expect(play.changes == [Change(0, 0)])
        play.run(to: 4.5)
        #expect(play.restingIndex == 1)
    }

    @Test func theBandGoesWithTheSlideThatFails() throws {
        var play = SignPlay(playlist(["a", "b"]))
        let b = try #require(play.id(of: "b"))
        play.run(to: 1)
        play.unpainted = ["a"]
        play.handle(.dropped(b))
        play.handle(.unpaintable(b, reason: "bad"))
        // The old frame stays whole: the page, and the band that it had.
        #expect(play.layers(at: 1).map(\.frame.height) == [600, 574])
        #expect(marks(play, at: 1).isEmpty)
        play.unpainted = []
        play.work()
        #expect(play.layers(at: 1).map(\.frame.height) == [600])
        // Its file is mended: the band is back.
        play.handle(
            .fileChanged(path: "/pictures/b.jpg", FileStamp(device: 1, inode: 2, size: 3, modified: 4)))
        #expect(play.frame(of: "a", at: 1)?.height == 574)
        #expect(play.selected?.id == "a")
        #expect(marks(play, at: 1).count == 2)
    }

    @Test func aMotionEndsWhenTheBandGoes() throws {
        var play = SignPlay(playlist(["a", "b"]))
        let a = try #require(play.id(of: "a"))
        play.run(to: 3.1)
        #expect(play.selected?.moving == true)
        play.handle(.dropped(a))
        play.handle(.unpaintable(a, reason: "bad"))
        #expect(play.selected?.id == "b" && play.selected?.moving == false)
        #expect(play.frame(of: "b", at: 3.1) == PixelRect(x: 0, y: 0, width: 800, height: 600))
    }

    @Test func withoutSwipingThereIsNoBand() {
        var play = SignPlay(playlist(["a", "b"]))
        play.handle(.reload(playlist(["a", "b"]) { $0.swipe = false }), at: 1)
        #expect(play.frame(of: "a", at: 1)?.height == 600)
        #expect(marks(play, at: 1).isEmpty)
        play.handle(.reload(playlist(["a", "b"])), at: 2)
        #expect(play.frame(of: "a", at: 2)?.height == 574)
        #expect(play.changes == [Change(0, 0)])
    }

    /// The band is a part of the carousel.
    @Test func aSwipeMayBeginOnTheDots() {
        var play = SignPlay(playlist(["a", "b", "c"]))
        play.down(400, 590, at: 1)
        play.move(from: (400, 590), to: (300, 590), from: 1, until: 1.3)
        play.up(at: 1.4)
        play.run(to: 2.5)
        #expect(play.restingIndex == 1)
    }

    @Test func marksStatusAndPageAgreeAtRest() {
        var play = SignPlay(playlist(["a", "b", "c", "d"]))
        for (second, command) in [Command.next, .previous, .previous, .show(id: "c", for: nil), .next]
            .enumerated()
        {
            play.command(command, at: Double(second) + 0.1)
            play.run(to: Double(second) + 0.9)
            #expect(marked(play, at: play.now.seconds) == play.restingIndex)
            #expect(play.restingIndex != nil)
        }
        play.handle(.reload(playlist(["x", "d", "c", "a"])))
        #expect(marked(play, at: play.now.seconds) == 1 && play.selected?.id == "d")
        play.run(to: 60)
        #expect(marked(play, at: play.now.seconds) == play.restingIndex)
    }

    @Test func marksKeepAboveATickerOverThePages() {
        var list = playlist(["a", "b"])
        var ticker = TickerSettings(text: .plain("news"))
        ticker.overlay = true
        list.ticker = ticker
        let dots = SignPlay(list)
        #expect(marks(dots, at: 0).allSatisfy { $0.y == 600 - 64 - 26 + 8 })
        #expect(dots.frame(of: "a", at: 0)?.height == 600 - 64 - 26)
        list.carousel.indicator.style = .capsule
        let capsules = SignPlay(list)
        #expect(marks(capsules, at: 0).allSatisfy { $0.y == 600 - 64 - 24 - 6 })
        #expect(capsules.frame(of: "a", at: 0)?.height == 600)
    }
}
