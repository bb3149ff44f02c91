import Signage
import Testing

struct TickerReloadTests {
    @Test func sameTextKeepsItsOffset() {
        var driver = TickerDriver("a 1000")
        driver.reload("a 1000", at: 5) { $0.speed = 200 }
        #expect(driver.offset(at: 5) == 500)
        #expect(driver.offset(at: 6) == 700)
    }

    @Test func offsetIsTakenModuloTheNewBlock() {
        var driver = TickerDriver("a 1000") { $0.gap = 500 }
        driver.reload("a 1000", at: 14) { $0.gap = 80 }
        #expect(driver.offset(at: 14) == 320)
        #expect(driver.copies(at: 14) == ["a 1000@-320", "a 1000@760"])
    }

    @Test func anotherStyleComesOnWhenItIsPainted() {
        var driver = TickerDriver("a 1000")
        driver.reload("a 1000", at: 5, paint: false) { $0.style.size = 20 }
        #expect(driver.offset(at: 6) == 600)
        #expect(driver.copies(at: 6) == ["a 1000@-600", "a 1000@480"])
        let wanted = driver.ticker.wantedPictures(at: Instant(seconds: 6))
        #expect(wanted.count == 2)
        driver.paint(at: 7)
        #expect(driver.copies(at: 7) == ["a 1000@-700", "a 1000@380"])
    }

    @Test func anotherTextFollows() {
        var driver = TickerDriver("a 1000")
        driver.reload("b 900", at: 4)
        #expect(driver.copies(at: 14) == ["a 1000@-320", "b 900@760"])
    }

    @Test func liveChangesAreDropped() {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setSpeed(300, at: Instant(seconds: 1))
        driver.reload("a 1000", at: 2)
        #expect(driver.offset(at: 3) == 500)

        _ = driver.ticker.stop(at: Instant(seconds: 4))
        driver.reload("a 1000", at: 5)
        #expect(driver.offset(at: 6) == 100)

        _ = driver.ticker.setText("b 900", now: true, at: Instant(seconds: 7))
        driver.paint(at: 7)
        driver.reload("a 1000", at: 8)
        // b finishes, then the file's text enters.
        #expect(driver.copies(at: 15) == ["b 900@-800", "a 1000@180"])
    }

    @Test func textThatWaitsIsForgottenWhenTheFileHasTheOldOne() {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setText("b 900", now: true, at: Instant(seconds: 1))
        driver.reload("a 1000", at: 2)
        #expect(driver.copies(at: 5.4) == ["a 1000@-540", "a 1000@540"])
    }

    @Test func newGapOrBandDecidesAgainWhetherItScrolls() {
        var driver = TickerDriver("a 750")
        #expect(driver.isMoving(at: 1))
        driver.reload("a 750", at: 2) { $0.gap = 20 }
        #expect(!driver.isMoving(at: 2))
        #expect(driver.copies(at: 3) == ["a 750@0"])
        driver.reload("a 750", band: PixelRect(x: 0, y: 0, width: 400, height: 64), at: 4) { $0.gap = 20 }
        #expect(driver.offset(at: 5) == 100)
        driver.reload("a 750", at: 6) { $0.scroll = .never }
        #expect(driver.copies(at: 7) == ["a 750@0"])
    }

    @Test func reloadWhileATextComesInLeavesItOnItsWay() {
        var driver = TickerDriver("a 1000")
        driver.reload("b 900", at: 1)
        driver.reload("b 900", at: 2)
        #expect(driver.copies(at: 9) == ["a 1000@-900", "b 900@180"])
    }

    @Test func anotherHeightIsPaintedAgainAndTheOldCentredMeanwhile() {
        var driver = TickerDriver("a 1000")
        let band = PixelRect(x: 0, y: 500, width: 800, height: 100)
        driver.reload("a 1000", band: band, at: 5, paint: false)
        let layers = driver.ticker.layers(at: Instant(seconds: 5)) { driver.ids[$0] }
        #expect(layers.count == 3)
        #expect(
            layers.dropFirst().allSatisfy { $0.frame.y == 518 && $0.clip.y == 518 && $0.clip.height == 64 })
        driver.paint(at: 6)
        #expect(driver.copies(at: 6) == ["a 1000@-600", "a 1000@480"])
    }

    @Test func whatCouldNotBePaintedIsTriedAgain() throws {
        var driver = TickerDriver("a 1000", paint: false)
        let now = Instant(seconds: 0)
        let measure = try #require(driver.ticker.wantedPictures(at: now).first)
        driver.ticker.unpaintable(measure, reason: "the painter died", at: now)
        #expect(driver.ticker.wantedPictures(at: now).isEmpty)
        driver.reload("a 1000", at: 1, paint: false)
        #expect(driver.ticker.wantedPictures(at: Instant(seconds: 1)) == [measure])
    }
}
