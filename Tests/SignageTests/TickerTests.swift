import Signage
import Testing

struct TickerTests {
    // MARK: Offsets

    @Test func offsetIsAFunctionOfTime() {
        let driver = TickerDriver("a 1000")
        #expect(driver.offset(at: 0) == 0)
        #expect(driver.offset(at: 5.4) == 540)
        #expect(driver.offset(at: 10.8) == 0)
        #expect(driver.copies(at: 0) == ["a 1000@0"])
        #expect(driver.copies(at: 5.4) == ["a 1000@-540", "a 1000@540"])
    }

    @Test(arguments: [
        ("a 700", TickerSettings.Scroll.auto, false), ("a 720", .auto, false), ("a 721", .auto, true),
        ("a 700", .always, true), ("a 1000", .never, false), ("", .always, false),
    ])
    func scrollsOnlyWhenItMust(_ text: String, _ scroll: TickerSettings.Scroll, _ scrolls: Bool) {
        let driver = TickerDriver(text) { $0.scroll = scroll }
        #expect(driver.isMoving(at: 1) == scrolls)
        #expect(driver.offset(at: 1) == (scrolls ? 100 : 0))
        if !scrolls, !text.isEmpty { #expect(driver.copies(at: 100) == ["\(text)@0"]) }
    }

    @Test(arguments: [
        (1.0, "-100"), (1.001, "-100"), (1.0013, "-100.25"), (1.0024, "-100.25"), (1.006, "-100.5"),
        (1.0087, "-100.75"), (1.0088, "-101"),
    ])
    func positionsAreRoundedToTheNearestQuarterOfAPixel(_ time: Double, _ place: String) {
        #expect(TickerDriver("a 1000").copies(at: time) == ["a 1000@\(place)"])
        #expect(TickerDriver("ש 1000").copies(at: time) == ["ש 1000@\(place)"])
    }

    @Test func speedChangeKeepsTheOffset() {
        var driver = TickerDriver("a 1000")
        #expect(driver.ticker.setSpeed(300, at: Instant(seconds: 5)) == .done(waited: .zero))
        #expect(driver.offset(at: 5) == 500)
        #expect(driver.offset(at: 6) == 800)
        #expect(driver.ticker.status(at: Instant(seconds: 6)).speed == 300)
    }

    @Test func speedZeroStandsStill() {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setSpeed(0, at: Instant(seconds: 2))
        #expect(!driver.isMoving(at: 2))
        #expect(driver.offset(at: 100) == 200)
        _ = driver.ticker.setSpeed(100, at: Instant(seconds: 100))
        #expect(driver.offset(at: 101) == 300)
    }

    @Test(arguments: [-1, 5001, .nan, .infinity])
    func speedsOutOfRangeAreRefused(_ speed: Double) {
        var driver = TickerDriver("a 1000")
        guard case .refused = driver.ticker.setSpeed(speed, at: Instant(seconds: 1)) else {
            Issue.record("\(speed) was taken")
            return
        }
        #expect(driver.ticker.status(at: Instant(seconds: 1)).speed == 100)
    }

    @Test func lengthsAndSpeedsFollowTheScale() {
        let driver = TickerDriver("a 1000", scale: 2)
        #expect(driver.offset(at: 1) == 200)
        // Gap 160: the block is 1160.
        #expect(driver.copies(at: 3) == ["a 1000@-600", "a 1000@560"])
    }

    @Test func severalCopiesOfAShortTextShow() {
        let driver = TickerDriver("a 120") { $0.scroll = .always }
        #expect(driver.copies(at: 0) == ["a 120@0", "a 120@200", "a 120@400", "a 120@600"])
        #expect(driver.copies(at: 0.5).first == "a 120@-50")
        #expect(driver.copies(at: 0.5).last == "a 120@750")
    }

    // MARK: Start and stop

    @Test func stopGoesBackToTheOrigin() {
        var driver = TickerDriver("a 1000")
        #expect(driver.ticker.stop(at: Instant(seconds: 3)) == .done(waited: .zero))
        #expect(!driver.isMoving(at: 3))
        #expect(driver.copies(at: 9) == ["a 1000@0"])
        #expect(!driver.ticker.status(at: Instant(seconds: 9)).scrolling)
    }

    @Test func startBeginsAtTheOriginOnlyAfterAStop() {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.start(at: Instant(seconds: 3))
        #expect(driver.offset(at: 4) == 400)
        _ = driver.ticker.stop(at: Instant(seconds: 5))
        _ = driver.ticker.start(at: Instant(seconds: 6))
        #expect(driver.offset(at: 8) == 200)
    }

    @Test func startWaitsForTilesThatWereDropped() throws {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.stop(at: Instant(seconds: 1))
        let tile = try #require(driver.ticker.wantedPictures(at: Instant(seconds: 1)).first)
        driver.ticker.dropped(tile)
        _ = driver.ticker.start(at: Instant(seconds: 2))
        #expect(!driver.isMoving(at: 5))
        driver.paint(tile, at: Instant(seconds: 5))
        #expect(driver.offset(at: 6) == 100)
    }

    @Test func startLeavesATextThatFits() {
        var driver = TickerDriver("a 100")
        _ = driver.ticker.stop(at: Instant(seconds: 1))
        #expect(driver.ticker.start(at: Instant(seconds: 2)) == .done(waited: .zero))
        #expect(!driver.isMoving(at: 3))
    }

    @Test func startAnswersThatScrollingIsOff() {
        var driver = TickerDriver("a 1000") { $0.scroll = .never }
        guard case .refused(let reason) = driver.ticker.start(at: Instant(seconds: 1)) else {
            Issue.record("not refused")
            return
        }
        #expect(reason.contains("never"))
    }

    // MARK: Painting

    @Test func nothingScrollsBeforeTheFirstTilesArePainted() {
        var driver = TickerDriver("a 5000", paint: false)
        #expect(!driver.isMoving(at: 1))
        #expect(driver.ticker.wantedPictures(at: Instant(seconds: 1)).count == 1)
        driver.paint(at: 7)
        #expect(driver.isMoving(at: 7))
        #expect(driver.offset(at: 8) == 100)
    }

    @Test func measureComesFirstThenTheTilesThatShow() throws {
        var driver = TickerDriver("a 50000", paint: false)
        let now = Instant(seconds: 0)
        let first = try #require(driver.ticker.wantedPictures(at: now).first)
        guard case .tickerStrip(let strip) = first else {
            Issue.record("\(first)")
            return
        }
        driver.paint(first, at: now)
        #expect(
            driver.ticker.wantedPictures(at: now) == [.tickerTile(TickerTile(strip: strip, index: 0))])
        driver.paint(at: 0)
        // At 900 px the band's end is at 1700 of 2048; a tile ahead is wanted.
        let wanted = driver.ticker.wantedPictures(at: Instant(seconds: 9))
        #expect(wanted == [0, 1].map { .tickerTile(TickerTile(strip: strip, index: $0)) })
    }

    @Test func unpaintableTileIsLeftOutAndTriedAgainAfterAMinute() throws {
        var driver = TickerDriver("a 1000", paint: false)
        let now = Instant(seconds: 0)
        driver.paint(try #require(driver.ticker.wantedPictures(at: now).first), at: now)
        let tile = try #require(driver.ticker.wantedPictures(at: now).first)
        driver.ticker.unpaintable(tile, reason: "the painter died", at: now)
        #expect(driver.isMoving(at: 0))
        #expect(driver.shown(at: 1).isEmpty)
        #expect(driver.ticker.wantedPictures(at: Instant(seconds: 59)).isEmpty)
        #expect(driver.ticker.nextDeadline(after: Instant(seconds: 59)) == Instant(seconds: 60))
        #expect(driver.ticker.wantedPictures(at: Instant(seconds: 60)) == [tile])
        driver.paint(at: 60)
        #expect(driver.copies(at: 60) == ["a 1000@-600", "a 1000@480"])
    }

    @Test func unmeasurableTextLeavesTheOldOne() throws {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setText("b 900", now: true, at: Instant(seconds: 1))
        let now = Instant(seconds: 2)
        driver.ticker.unpaintable(
            try #require(driver.ticker.wantedPictures(at: now).first), reason: "no", at: now)
        #expect(driver.copies(at: 3) == ["a 1000@-300", "a 1000@780"])
        #expect(driver.ticker.nextDeadline(after: now) == Instant(seconds: 62))
        driver.paint(at: 62)
        #expect(driver.copies(at: 62) == ["b 900@0"])
    }

    @Test func droppedTileIsLeftOutAndTheTextGoesOn() throws {
        var driver = TickerDriver("a 1000")
        let tile = try #require(driver.ticker.wantedPictures(at: Instant(seconds: 1)).first)
        driver.ticker.dropped(tile)
        #expect(driver.shown(at: 2).isEmpty)
        #expect(driver.ticker.wantedPictures(at: Instant(seconds: 2)) == [tile])
        driver.paint(tile, at: Instant(seconds: 3))
        #expect(driver.copies(at: 3) == ["a 1000@-300", "a 1000@780"])
    }

    @Test func deadlineComesWhenAnotherTileIsWanted() throws {
        var driver = TickerDriver("a 50000")
        var now = Instant(seconds: 0)
        for _ in 0..<40 {
            let next = try #require(driver.ticker.nextDeadline(after: now))
            #expect(next > now)
            let before = driver.ticker.wantedPictures(at: next - .milliseconds(20))
            let after = driver.ticker.wantedPictures(at: next)
            #expect(Set(after).subtracting(before).count == 1)
            driver.paint(at: next.seconds)
            now = next
        }
        #expect(now.seconds > 500)
    }

    // MARK: New text

    @Test func newTextFollowsTheCopiesThatShow() {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setText("b 900", now: false, at: Instant(seconds: 4))
        driver.paint(at: 4)
        // The copy at 680 shows: it finishes, and the new text begins 80 behind it.
        #expect(driver.copies(at: 4) == ["a 1000@-400", "a 1000@680"])
        #expect(driver.copies(at: 14) == ["a 1000@-320", "b 900@760"])
        #expect(driver.copies(at: 24) == ["b 900@-240", "b 900@740"])
        #expect(driver.offset(at: 24) == 240)
    }

    @Test func oldTextStaysUntilTheNewOneIsPainted() {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setText("b 900", now: true, at: Instant(seconds: 4))
        #expect(driver.copies(at: 4.5) == ["a 1000@-450", "a 1000@630"])
        driver.paint(at: 5)
        #expect(driver.copies(at: 5) == ["b 900@0"])
        #expect(driver.offset(at: 6) == 100)
    }

    @Test func newTextReplacesARestingOneInOneFrame() {
        var driver = TickerDriver("a 300")
        _ = driver.ticker.setText("b 900", now: false, at: Instant(seconds: 4))
        driver.paint(at: 4)
        #expect(driver.copies(at: 4) == ["b 900@0"])
        #expect(driver.offset(at: 5) == 100)
    }

    @Test func newTextReplacesAStillOneInOneFrame() {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setSpeed(0, at: Instant(seconds: 4))
        _ = driver.ticker.setText("b 900", now: false, at: Instant(seconds: 4))
        driver.paint(at: 4)
        #expect(driver.copies(at: 4) == ["b 900@0"])
    }

    @Test func newTextOfAStoppedTickerRestsToo() {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.stop(at: Instant(seconds: 4))
        _ = driver.ticker.setText("b 900", now: false, at: Instant(seconds: 4))
        driver.paint(at: 4)
        #expect(driver.copies(at: 9) == ["b 900@0"])
        _ = driver.ticker.start(at: Instant(seconds: 10))
        #expect(driver.offset(at: 11) == 100)
    }

    @Test func newTextThatFitsTravelsToTheOriginAndRests() {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setText("b 300", now: false, at: Instant(seconds: 0))
        driver.paint(at: 0)
        #expect(driver.copies(at: 8) == ["a 1000@-800", "b 300@280"])
        #expect(driver.isMoving(at: 10.7))
        #expect(!driver.isMoving(at: 10.8))
        #expect(driver.copies(at: 20) == ["b 300@0"])
        #expect(driver.offset(at: 20) == 0)
    }

    @Test func textThatHasNotEnteredIsReplacedByALaterOne() {
        var driver = TickerDriver("a 1000")
        for text in ["b 900", "c 800"] {
            _ = driver.ticker.setText(text, now: false, at: Instant(seconds: 1))
            driver.paint(at: 1)
        }
        #expect(driver.copies(at: 9) == ["a 1000@-900", "c 800@180"])
    }

    @Test func sameTextIsLeftAlone() {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setText("b 900", now: false, at: Instant(seconds: 1))
        _ = driver.ticker.setText("a 1000", now: false, at: Instant(seconds: 1))
        driver.paint(at: 1)
        #expect(driver.copies(at: 5.4) == ["a 1000@-540", "a 1000@540"])
    }

    @Test func emptyTextLeavesTheBandEmpty() {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setText("", now: true, at: Instant(seconds: 1))
        let layers = driver.ticker.layers(at: Instant(seconds: 1)) { _ in nil }
        #expect(layers.map(\.frame) == [TickerDriver.band])
        #expect(!driver.isMoving(at: 1))
    }

    @Test func lineBreaksAndTabsBecomeSpaces() throws {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setText("x\ny\r\nz\t\u{2028}1", now: true, at: Instant(seconds: 1))
        let picture = try #require(driver.ticker.wantedPictures(at: Instant(seconds: 1)).first)
        guard case .tickerStrip(let strip) = picture else {
            Issue.record("\(picture)")
            return
        }
        #expect(strip.text == .plain("x y z  1"))
    }

    @Test func textTooLongIsRefused() {
        var driver = TickerDriver("a 1000")
        let most = String(repeating: "ä", count: Ticker.characterLimit)
        #expect(driver.ticker.setText(most, now: false, at: Instant(seconds: 1)) == .done(waited: .zero))
        guard case .refused = driver.ticker.setText(most + "x", now: false, at: Instant(seconds: 1)) else {
            Issue.record("not refused")
            return
        }
    }
}
