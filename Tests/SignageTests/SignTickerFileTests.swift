import Signage
import Testing

/// A ticker whose text comes from a file.
@Suite struct SignTickerFileTests {
    private static let file = TickerFile(path: "/shop/news.txt", name: "news.txt", separator: " / ")
    /// 1000 pixels: SignPlay's painter makes 10 of a character.
    private static let long = String(repeating: "long text ", count: 10)
    private static let other = String(repeating: "other one ", count: 9)

    private static func playlist(_ text: String, fault: String? = nil) -> Playlist {
        var playlist = Playlist.three()
        var ticker = TickerSettings(text: .plain(text))
        ticker.file = file
        ticker.file?.fault = fault
        playlist.ticker = ticker
        return playlist
    }

    /// What the ticker's picture says and where its copies lie, from the left.
    private static func shown(_ play: SignPlay, at seconds: Double) -> [String] {
        let names = Dictionary(
            play.sign.wantedPictures(at: play.now).compactMap { request -> (PictureID, String)? in
                guard case .tickerTile(let tile) = request.picture else { return nil }
                return (request.id, tile.strip.text.source)
            }, uniquingKeysWith: { $1 })
        return play.sign.scene(at: Instant(seconds: seconds)).layers.compactMap { layer in
            guard case .picture(let id) = layer.content, let text = names[id] else { return nil }
            return "\(text.prefix(5))@\(layer.frame.x)"
        }
    }

    @Test func anotherTextFollowsAndNothingJumps() {
        var play = SignPlay(Self.playlist(Self.long))
        play.run(to: 4)
        #expect(Self.shown(play, at: 4) == ["long @-400", "long @680"])
        play.handle(.tickerFile(Self.file, text: Self.other))
        #expect(Self.shown(play, at: 4) == ["long @-400", "long @680"])
        play.run(to: 13)
        // The copy that began at 680 when it came in is the last of the old ones.
        #expect(Self.shown(play, at: 13) == ["long @-220"])
        play.run(to: 14)
        #expect(Self.shown(play, at: 14) == ["long @-320", "other@760"])
    }

    @Test func theSameTextChangesNothing() {
        var play = SignPlay(Self.playlist(Self.long))
        play.run(to: 4)
        play.command(.tickerSpeed(200), at: 4)
        let before = play.sign.scene(at: Instant(seconds: 4))
        play.handle(.tickerFile(Self.file, text: Self.long))
        #expect(play.sign.scene(at: Instant(seconds: 4)) == before)
        // Nor does it take back what an operator said.
        #expect(play.sign.status(at: play.now).ticker?.speed == 200)
    }

    @Test func aFileThatCannotBeUsedKeepsTheTextWhetherFoundOutByItselfOrByAReload() {
        var play = SignPlay(Self.playlist(Self.long))
        play.run(to: 4)
        let shown = Self.shown(play, at: 4)
        var bad = Self.file
        bad.fault = "is not in UTF-8"
        play.handle(.tickerFile(bad, text: nil))
        #expect(Self.shown(play, at: 4) == shown)
        play.handle(.reload(Self.playlist("", fault: "no such file")))
        #expect(Self.shown(play, at: 4) == shown)
        #expect(play.sign.tickerFile?.fault == "no such file")
        play.handle(.tickerFile(Self.file, text: Self.other))
        #expect(play.sign.tickerFile?.fault == nil)
        play.run(to: 14)
        #expect(Self.shown(play, at: 14).last == "other@760")
    }

    @Test func whateverTheFileHoldsThePagesHaveTheirPlace() {
        func page(_ play: SignPlay) -> PixelRect? { play.frame(of: "a", at: play.now.seconds) }
        let beside = PixelRect(x: 0, y: 0, width: 800, height: 536)
        var play = SignPlay(Self.playlist("", fault: "no such file"))
        #expect(page(play) == beside && Self.shown(play, at: 0).isEmpty)
        play.handle(.tickerFile(Self.file, text: Self.long))
        #expect(page(play) == beside && Self.shown(play, at: 0) == ["long @0"])
        play.handle(.tickerFile(Self.file, text: ""))
        play.run(to: 2)
        #expect(page(play) == beside)
    }

    @Test func anAnswerForAnotherPlaylistIsNotTaken() {
        var play = SignPlay(Self.playlist(Self.long))
        var other = Self.file
        other.path = "/shop/old.txt"
        play.handle(.tickerFile(other, text: Self.other))
        #expect(play.sign.tickerFile == Self.file)
        play.handle(.reload(.three()))
        play.handle(.tickerFile(Self.file, text: Self.other))
        #expect(play.sign.tickerFile == nil && play.sign.status(at: play.now).ticker == nil)
    }
}
