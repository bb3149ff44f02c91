import Signage
import Testing

/// Text that is read from right to left, and where texts rest.
struct TickerDirectionTests {
    // MARK: Right to left

    @Test func itBeginsAtTheRightEdgeAndMovesToTheRight() {
        let driver = TickerDriver("ש 1000")
        // The tile has a column more, at its left.
        #expect(driver.shown(at: 0) == [.init(text: "ש 1000", tile: 0, x: -201, width: 1001, phase: 0)])
        #expect(driver.shown(at: 1) == [.init(text: "ש 1000", tile: 0, x: -101, width: 1001, phase: 0)])
        #expect(driver.copies(at: 5.4) == ["ש 1000@540", "ש 1000@-540"])
        #expect(driver.offset(at: 5.4) == 540)
        #expect(driver.offset(at: 10.8) == 0)
    }

    @Test func itsPhasesAreTowardsTheLeft() {
        let driver = TickerDriver("ש 1000")
        // A quarter of a pixel to the right is a whole one and three quarters back.
        #expect(driver.shown(at: 0.0025) == [.init(text: "ש 1000", tile: 0, x: -200, width: 1001, phase: 3)])
    }

    @Test func itsTilesAreCountedFromItsBeginning() {
        let driver = TickerDriver("ש 5000")
        #expect(driver.shown(at: 0) == [.init(text: "ש 5000", tile: 0, x: -1248, width: 2048, phase: 0)])
        // At 1500 px the second tile's first column is 548 px from the right edge.
        #expect(
            driver.shown(at: 15) == [
                .init(text: "ש 5000", tile: 1, x: -1796, width: 2048, phase: 0),
                .init(text: "ש 5000", tile: 0, x: 252, width: 2048, phase: 0),
            ])
        #expect(driver.shown(at: 48).last == .init(text: "ש 5000", tile: 2, x: 599, width: 905, phase: 0))
    }

    @Test func itRestsAtTheRight() {
        let driver = TickerDriver("ש 300")
        #expect(!driver.isMoving(at: 1))
        #expect(driver.shown(at: 1) == [.init(text: "ש 300", tile: 0, x: 499, width: 301, phase: 0)])
    }

    @Test func aTextReadTheOtherWayComesWhenTheBandIsEmpty() throws {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setText("ש 900", now: false, at: Instant(seconds: 2))
        driver.paint(at: 2)
        // The copy at 880 has not entered yet: only the first one finishes, at 1001 px.
        #expect(driver.copies(at: 4) == ["a 1000@-400"])
        #expect(driver.copies(at: 9.9) == ["a 1000@-990"])
        #expect(driver.copies(at: 10.01).isEmpty)
        #expect(driver.copies(at: 11.01) == ["ש 900@700"])
        #expect(driver.copies(at: 18.01) == ["ש 900@0"])
        #expect(driver.copies(at: 19.01) == ["ש 900@-100"])
        #expect(abs(driver.offset(at: 19.01) - 100) < 1e-6)
        #expect(driver.isMoving(at: 100))
        // And back.
        _ = driver.ticker.setText("b 300", now: false, at: Instant(seconds: 19.01))
        driver.paint(at: 19.01)
        #expect(driver.copies(at: 27.03) == ["b 300@799"])
        #expect(driver.isMoving(at: 35))
        #expect(!driver.isMoving(at: 35.03))
        #expect(driver.copies(at: 40) == ["b 300@0"])
    }

    @Test func itsTilesAreAskedForBeforeItComes() throws {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setText("ש 9000", now: false, at: Instant(seconds: 2))
        driver.paint(at: 2)
        let deadline = try #require(driver.ticker.nextDeadline(after: Instant(seconds: 2)))
        #expect(abs(deadline.seconds - 10.01) < 0.01)
        driver.paint(at: deadline.seconds)
        for time in [10.1, 12, 18, 25] { #expect(driver.shown(at: time).map(\.tile).contains(0)) }
    }

    @Test func aTextThatHasNotTurnedYetIsReplacedByALaterOne() {
        var driver = TickerDriver("a 1000")
        for text in ["ש 900", "b 500"] {
            _ = driver.ticker.setText(text, now: false, at: Instant(seconds: 2))
            driver.paint(at: 2)
        }
        #expect(driver.copies(at: 9) == ["a 1000@-900", "b 500@180"])
    }

    @Test func whatIsReplacedInOneFrameMayTurn() {
        var driver = TickerDriver("a 1000")
        _ = driver.ticker.setText("ש 900", now: true, at: Instant(seconds: 2))
        driver.paint(at: 2)
        #expect(driver.copies(at: 3) == ["ש 900@-100"])
    }

    @Test func aReloadWhileATextWaitsForItsTurnLeavesItOnItsWay() {
        var driver = TickerDriver("a 1000")
        driver.reload("ש 900", at: 2)
        driver.reload("ש 900", at: 3) { $0.style.size = 20 }
        #expect(driver.copies(at: 9.9) == ["a 1000@-990"])
        #expect(driver.copies(at: 11.01) == ["ש 900@700"])
    }

    // MARK: Rest

    @Test(
        arguments: [
            (nil, "a 300", 0), (.left, "a 300", 0), (.center, "a 300", 250), (.right, "a 300", 500),
            (nil, "ש 300", 500), (.left, "ש 300", 0), (.center, "ש 300", 250), (.right, "ש 300", 500),
        ] as [(TextStyle.Alignment?, String, Int)])
    func aTextThatNeedNotScrollRestsWhereItsStyleSays(
        _ align: TextStyle.Alignment?, _ text: String, _ left: Int
    ) {
        let driver = TickerDriver(text) { $0.align = align }
        let column = text.first == "ש" ? 1 : 0
        #expect(driver.shown(at: 1).map { $0.x + column } == [left])
        #expect(!driver.isMoving(at: 1))
        #expect(driver.offset(at: 1) == 0)
    }

    @Test func alignmentIsNotForTextThatScrollsOrIsTooWide() {
        for scroll in [TickerSettings.Scroll.auto, .never] {
            let driver = TickerDriver("a 1000") {
                $0.align = .right
                $0.scroll = scroll
            }
            #expect(driver.copies(at: 0) == ["a 1000@0"])
        }
        var stopped = TickerDriver("a 300") {
            $0.align = .right
            $0.scroll = .always
        }
        _ = stopped.ticker.stop(at: Instant(seconds: 2))
        #expect(stopped.copies(at: 3) == ["a 300@0"])
    }

    @Test func aTextOnItsWayToTheMiddleLetsTheOldOneGoFirst() {
        var driver = TickerDriver("a 1000")
        driver.reload("b 100", at: 2) { $0.align = .center }
        // a ends at 1001; b rests at 350.
        #expect(driver.copies(at: 10) == ["a 1000@-1000", "b 100@351"])
        #expect(driver.copies(at: 30) == ["b 100@350"])
        driver.reload("b 100", at: 31) { $0.align = .left }
        #expect(driver.copies(at: 31) == ["b 100@0"])
    }

    // MARK: Ink outside of the width

    @Test func inkOutsideOfItsWidthIsPartOfATextsTiles() {
        let measure = StripMeasure(width: 2040, before: 3, after: 6)
        #expect(measure.painted == -3..<2047)
        #expect(measure.tileCount == 2)
        #expect(measure.columns(ofTile: 0) == -3..<2045)
        #expect(measure.columns(ofTile: 1) == 2045..<2047)
        #expect(measure.columns(ofTile: 2) == nil && measure.columns(ofTile: -1) == nil)
        #expect(StripMeasure(width: 0, before: 5).tileCount == 0)
        #expect(StripMeasure(width: .max, before: .max, after: .min).painted.count > 0)
    }
}
