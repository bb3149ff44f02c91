import Signage
import Testing

/// The picture in place of the idle page.
@Suite struct SignIdleImageTests {
    private static let stamp = FileStamp(device: 1, inode: 2, size: 3, modified: 4)

    private static func settings(_ image: Configuration.IdleImage?) -> SignSettings {
        SignSettings(
            name: "shop-12", scale: .fixed(1), idleColor: Color(red: 1, green: 2, blue: 3),
            idleLines: ["nothing to show"], idleImage: image)
    }

    private static let image = Configuration.IdleImage(path: "/shop/closed.png", stamp: stamp)

    private static let picture = Picture.slide(
        SlidePicture(
            content: .image(path: "/shop/closed.png"), stamp: stamp, size: PixelSize(width: 800, height: 600),
            fit: .contain, background: Color(red: 1, green: 2, blue: 3), style: TextStyle(), scale: 1))

    private func wanted(_ play: SignPlay) -> [Picture] {
        play.sign.wantedPictures(at: play.now).map(\.picture)
    }

    private func isIdlePage(_ picture: Picture?) -> Bool {
        if case .idle(let page)? = picture { page.title == "shop-12" } else { false }
    }

    @Test func itShowsWhereThereIsNothingToPlay() throws {
        let play = SignPlay(.slides([]), settings: Self.settings(Self.image))
        #expect(wanted(play) == [Self.picture])
        let id = try #require(play.sign.wantedPictures(at: play.now).first?.id)
        let screen = PixelRect(x: 0, y: 0, width: 800, height: 600)
        #expect(
            play.sign.scene(at: play.now).layers == [Layer(.picture(id), frame: screen, clip: screen)])
        #expect(play.sign.faultyPaths.isEmpty && play.sign.idleImageFault == nil)
    }

    @Test func whileSlidesPlayItIsNotWanted() {
        let play = SignPlay(settings: Self.settings(Self.image))
        #expect(!wanted(play).contains(Self.picture))
    }

    @Test func oneThatCannotBePaintedGivesWayToTheIdlePageUntilItChanges() throws {
        var play = SignPlay(.slides([]), settings: Self.settings(Self.image))
        let id = try #require(play.sign.wantedPictures(at: play.now).first?.id)
        play.handle(.unpaintable(id, reason: "the file is damaged"))
        #expect(play.effects.contains(.idleImageFailed(reason: "the file is damaged")))
        #expect(wanted(play).count == 1 && isIdlePage(wanted(play).first))
        #expect(play.sign.faultyPaths == ["/shop/closed.png"])
        #expect(play.sign.idleImageFault == "the file is damaged")
        // The same again is not tried again.
        play.handle(.configure(Self.settings(Self.image)))
        #expect(isIdlePage(wanted(play).first))
        var mended = Self.stamp
        mended.modified += 1
        play.handle(.fileChanged(path: "/shop/closed.png", mended))
        #expect(play.sign.faultyPaths.isEmpty && !isIdlePage(wanted(play).first))
    }

    @Test func oneThatIsMissingIsShownWhenItComes() {
        let missing = Configuration.IdleImage(path: "/shop/closed.png")
        var play = SignPlay(.slides([]), settings: Self.settings(missing))
        #expect(isIdlePage(wanted(play).first) && play.sign.faultyPaths == ["/shop/closed.png"])
        play.handle(.fileChanged(path: "/shop/closed.png", Self.stamp))
        #expect(wanted(play) == [Self.picture])
    }
}
