import Signage
import Testing

/// Where a sign begins.
@Suite struct SignPlaceTests {
    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var place: Place?
        var first: Int
    }

    @Test(arguments: [
        Case(testDescription: "nowhere", first: 0),
        Case(testDescription: "the slide before", place: Place(id: "b"), first: 1),
        Case(testDescription: "a slide that ends the sign", place: Place(id: "b", isPassed: true), first: 2),
        Case(
            testDescription: "the last, which ends the sign", place: Place(id: "c", isPassed: true), first: 0),
        Case(testDescription: "a slide that is gone", place: Place(id: "x"), first: 0),
    ])
    func beginsWhereItWas(_ case: Case) {
        var play = SignPlay(place: `case`.place)
        #expect(play.restingIndex == `case`.first)
        play.run(to: 3)
        #expect(play.changes == [Change(0, `case`.first), Change(3, (`case`.first + 1) % 3)])
    }

    @Test func theGlassIsLeftAsItIsUntilThereIsAPicture() {
        var play = SignPlay(unpainted: ["a"])
        #expect(play.sign.isAwaitingFirstPicture(at: play.now))
        play.run(to: 1)
        play.unpainted = []
        play.work()
        #expect(!play.sign.isAwaitingFirstPicture(at: play.now))
        // Later the page before stays.
        play.unpainted = ["b"]
        play.run(to: 5)
        #expect(!play.sign.isAwaitingFirstPicture(at: play.now))
    }

    @Test func withoutSlidesTheIdlePageIsAwaited() {
        let sign = Sign(
            playlist: Playlist(slides: []), settings: SignSettings(name: "test", scale: .fixed(1)),
            output: .wide, at: Instant(seconds: 0))
        #expect(sign.isAwaitingFirstPicture(at: Instant(seconds: 0)))
    }
}
