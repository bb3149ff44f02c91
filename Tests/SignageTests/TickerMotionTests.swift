import Testing

@testable import Signage

/// Properties of the ticker over many random histories.
struct TickerMotionTests {
    /// Ten minutes, looked at ten times a second.
    @Test(arguments: [("x 1000", 1000), ("x 9000", 9000), ("", 1_000_000), ("ש 1000000", 1_000_000)])
    func memoryDoesNotDependOnTheTextsLength(_ text: String, _ width: Int) {
        let longest = String(repeating: "x", count: Ticker.characterLimit - 8) + " \(width)"
        var driver = TickerDriver(text.isEmpty ? longest : text, at: 0)
        var most = 0
        for step in 1...6000 {
            driver.paint(at: Double(step) / 10)
            most = max(most, driver.painted.count)
        }
        #expect(most <= 4 && driver.mostWanted <= 4)
        #expect(driver.offset(at: 600) == Double(60_000 % (width + 80)))
        #expect(driver.ticker.strips.count == 1)
        // What is known of tiles goes with them.
        #expect(driver.ticker.strips.values.allSatisfy { $0.tiles.count <= 4 && $0.failures.isEmpty })
    }

    /// A text every ten seconds, for ten minutes: what has passed is forgotten.
    @Test func textsThatHavePassedAreForgotten() {
        var driver = TickerDriver("a 1000")
        for number in 1...60 {
            let time = Double(number) * 10
            _ = driver.ticker.setText("\(number) 300", now: false, at: Instant(seconds: time))
            driver.paint(at: time)
            #expect(driver.ticker.strips.count <= 4 && driver.ticker.line.runs.count <= 4)
            #expect(driver.painted.count <= 8)
        }
    }

    @Test(arguments: [(100, 4), (1000, 4), (5000, 9)])
    func tilesAreThereWhenTheyShow(_ speed: Double, _ most: Int) throws {
        var driver = TickerDriver("a 40000") { $0.speed = speed }
        var now = Instant(seconds: 0)
        let end = Instant(seconds: 90_000 / speed)
        while now < end {
            let next = min(end, try #require(driver.ticker.nextDeadline(after: now)))
            // As far as the text can travel before anybody looks again, no tile is missing.
            for part in 0...8 {
                let time = now.seconds + (next.seconds - now.seconds) * Double(part) / 8
                #expect(isGapless(driver.shown(at: time)), "\(time)")
            }
            driver.paint(at: next.seconds)
            now = next
        }
        #expect(driver.mostWanted <= most)
    }

    /// Whether the tiles fill the band but for the gap between two copies.
    private func isGapless(_ shown: [TickerDriver.Shown]) -> Bool {
        var end = shown.first.map { min($0.x, 80) } ?? 800
        for tile in shown {
            guard tile.x - end <= (tile.tile == 0 ? 80 : 0) else { return false }
            end = tile.x + tile.width
        }
        return end >= 720
    }

    @Test func aWeekIsAsExactAsTheFirstSecond() {
        let driver = TickerDriver("a 1000")
        let week = 7 * 86_400.0
        // 60,480,000 px are 56,000 blocks.
        #expect(driver.offset(at: week) == 0)
        #expect(driver.copies(at: week + 5.4) == ["a 1000@-540", "a 1000@540"])
    }
}
