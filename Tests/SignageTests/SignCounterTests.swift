import Signage
import Testing

/// The pages' own numbers.
@Suite struct SignCounterTests {
    private func playlist(_ ids: [String], _ change: (inout CarouselSettings) -> Void = { _ in }) -> Playlist
    {
        .slides(ids) {
            $0.indicator.style = .counter
            change(&$0)
        }
    }

    /// The numbers that show and where, from the bottom to the top: "2/3@816,16".
    private func counters(_ play: SignPlay, at seconds: Double) -> [String] {
        let names = Dictionary(
            uniqueKeysWithValues: play.sign.wantedPictures(at: play.now).map { ($0.id, $0.picture) })
        return play.layers(at: seconds).compactMap { layer in
            guard case .picture(let id) = layer.content, case .counter(let counter)? = names[id] else {
                return nil
            }
            return "\(counter.text)@\(layer.frame.x),\(layer.frame.y)"
        }
    }

    @Test func everyPageBearsItsOwnNumberAndTakesItAlong() {
        var play = SignPlay(playlist(["a", "b", "c"]))
        #expect(counters(play, at: 1) == ["1/3@16,16"])
        play.run(to: 3)
        // Half-way: page 0 begins at −400, page 1 at 400.
        #expect(counters(play, at: 3.2) == ["1/3@-384,16", "2/3@416,16"])
        #expect(counters(play, at: 3.5) == ["2/3@16,16"])
        play.run(to: 9)
        #expect(counters(play, at: 9.2) == ["3/3@-384,16", "1/3@416,16"])
        // Each is clipped to its page.
        let clips = play.layers(at: 9.2).suffix(2).map(\.clip)
        #expect(
            clips == [
                PixelRect(x: 0, y: 0, width: 400, height: 600),
                PixelRect(x: 400, y: 0, width: 400, height: 600),
            ])
    }

    @Test func thereAreNoMarksBesides() {
        let play = SignPlay(playlist(["a", "b"]))
        #expect(play.sign.scene(at: play.now).layers.count == 2)
    }

    @Test func aLonePageHasANumberTooAndTheIdlePageNone() {
        #expect(counters(SignPlay(playlist(["a"])), at: 0) == ["1/1@16,16"])
        #expect(counters(SignPlay(playlist([])), at: 0) == [])
    }

    @Test func aNumberThatIsNotPaintedKeepsNoPage() {
        var play = SignPlay(playlist(["a", "b", "c"]))
        play.paintsCounters = false
        play.handle(.reload(playlist(["a", "b", "c"]) { $0.indicator.color = .white }))
        #expect(play.sign.isIncomplete(at: play.now) == false)
        play.run(to: 3.5)
        #expect(play.changes == [Change(0, 0), Change(3, 1)])
        play.paintsCounters = true
        play.work()
        #expect(counters(play, at: 3.5) == ["2/3@16,16"])

        var bare = SignPlay(unpainted: ["a", "b", "c"])
        bare.paintsCounters = false
        bare.handle(.reload(playlist(["d", "e"])))
        bare.run(to: 4)
        #expect(bare.layers(at: 4).count == 1)
        #expect(bare.restingIndex == 1)
        #expect(bare.sign.isIncomplete(at: bare.now))
    }

    /// Until the new numbers are painted the old ones show: no blink.
    @Test func aReloadWithMoreSlidesChangesTheNumberInOneFrame() {
        var play = SignPlay(playlist(["a", "b", "c"]))
        play.run(to: 1)
        let before = play.sign.scene(at: play.now)
        play.paintsCounters = false
        play.handle(.reload(playlist(["z", "a", "b", "c"])))
        #expect(play.sign.scene(at: play.now) == before)
        #expect(play.selected?.index == 1)
        // And once more, before any is painted.
        play.handle(.reload(playlist(["y", "z", "a", "b", "c"])))
        #expect(play.sign.scene(at: play.now) == before)
        play.paintsCounters = true
        play.work()
        #expect(counters(play, at: 1) == ["3/5@16,16"])
    }

    @Test func aSlideThatLeavesChangesTheNumbers() throws {
        var play = SignPlay(playlist(["a", "b", "c"]))
        let b = try #require(play.id(of: "b"))
        play.handle(.dropped(b))
        play.handle(.unpaintable(b, reason: "bad"))
        #expect(counters(play, at: 0) == ["1/2@16,16"])
        #expect(play.sign.status(at: play.now).slideCount == 2)
    }

    @Test func numbersFadeWithTheirPages() {
        var play = SignPlay(playlist(["a", "b"]) { $0.transition = .fade })
        play.run(to: 3)
        let layers = play.layers(at: 3.1)
        #expect(layers.map(\.opacity) == [255, 255, 64, 64])
        #expect(counters(play, at: 3.1) == ["1/2@16,16", "2/2@16,16"])
    }

    @Test func aNumberKeepsBelowATickerOverThePages() {
        var list = playlist(["a", "b"])
        var ticker = TickerSettings(text: .plain("news"))
        ticker.overlay = true
        ticker.position = .top
        list.ticker = ticker
        #expect(counters(SignPlay(list), at: 0) == ["1/2@16,80"])
        list.ticker?.overlay = false
        #expect(counters(SignPlay(list), at: 0) == ["1/2@16,80"])
        list.ticker?.position = .bottom
        #expect(counters(SignPlay(list), at: 0) == ["1/2@16,16"])
    }

    @Test func onlyNumbersNearbyAreWanted() {
        var play = SignPlay(playlist((0..<1000).map { "s\($0)" }))
        play.command(.showNumber(1000, for: nil), at: 0.5)
        play.run(to: 1)
        #expect(counters(play, at: 2) == ["1000/1000@16,16"])
        let wanted = play.sign.wantedPictures(at: play.now).compactMap { request -> String? in
            if case .counter(let counter) = request.picture { counter.text } else { nil }
        }
        #expect(wanted == ["1000/1000", "1/1000", "999/1000"])
    }

    @Test func capsulesWidenOnlyForTheirText() {
        let size = Counter(number: 10, count: 100, scale: 1).size(aroundTextOf:)
        #expect(size(0) == PixelSize(width: 40, height: 15))
        #expect(size(32) == PixelSize(width: 40, height: 15))
        #expect(size(32.25).width == 41)
        // Not beyond what there is memory for.
        #expect(size(1e9).width == 68)
        let long = Counter(number: 1000, count: 1000, scale: 2)
        #expect(long.size(aroundTextOf: 108.5) == PixelSize(width: 125, height: 30))
        #expect(long.largestSize == PixelSize(width: 196, height: 30))
        #expect(Counter(number: 1, count: 2, scale: 0.25).largestSize == PixelSize(width: 10, height: 4))
    }
}
