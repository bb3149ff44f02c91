import Signage
import TestSupport
import Testing

/// Properties of the ticker over many random histories.
struct TickerMotionTests {
    /// A text is changed at random moments, painted late, at changing speeds: whatever shows moves evenly, what comes
    /// enters at the end, what goes leaves at the start.
    @Test(arguments: 0..<20)
    func texts(follow seed: UInt64) {
        var random = SplitMix(state: seed)
        var driver = TickerDriver("a 1000") { $0.scroll = seed % 2 == 0 ? .auto : .always }
        var speed = 100.0
        var frame: [TickerDriver.Shown] = driver.shown(at: 0)
        let texts = (0..<6).map { "\($0) \([3, 150, 500, 790, 2500, 9000][$0])" }
        for number in 1..<1000 {
            let before = Double(number - 1) / 60
            let time = Double(number) / 60
            let moved = driver.isMoving(at: before)
            let next = driver.shown(at: time)
            let most = Int((speed / 60).rounded(.up))
            let least = driver.isMoving(at: time) ? Int((speed / 60).rounded(.down)) : 0
            if moved {
                #expect(
                    (least...most).contains { follows(frame, next, shift: $0) },
                    "seed \(seed), frame \(number): \(frame) to \(next)")
            } else {
                #expect(frame == next)
            }
            let moves = moved && driver.isMoving(at: time)
            if random.below(40) == 0 {
                _ = driver.ticker.setText(texts[random.below(6)], now: false, at: Instant(seconds: time))
            }
            if random.below(100) == 0 {
                speed = Double(60 + random.below(2000))
                _ = driver.ticker.setSpeed(speed, at: Instant(seconds: time))
            }
            if random.below(8) == 0 {
                // At rest a text is replaced at once: only what shows after that is compared.
                driver.paint(at: time)
            }
            frame = driver.shown(at: time)
            if moves { #expect(frame == next, "a change showed at once") }
        }
    }

    /// Whether a frame is the one before it moved to the left.
    private func follows(_ old: [TickerDriver.Shown], _ new: [TickerDriver.Shown], shift: Int) -> Bool {
        let width = TickerDriver.band.width
        let moved = old.map { shown in
            var shown = shown
            shown.x -= shift
            return shown
        }
        let stayed = Set(moved.filter { $0.x + $0.width > 0 })
        return stayed.isSubset(of: new)
            && new.allSatisfy { stayed.contains($0) || $0.x + shift >= width }
            && zip(new, new.dropFirst()).allSatisfy { $0.x + $0.width <= $1.x }
    }

    @Test func memoryDoesNotDependOnTheTextsLength() throws {
        let long = String(repeating: "x", count: Ticker.characterLimit - 8) + " 1000000"
        var driver = TickerDriver(long, at: 0)
        for step in 1...6000 {
            let time = Double(step) / 10
            driver.paint(at: time)
            #expect(driver.painted.count <= 4)
        }
        #expect(driver.mostWanted <= 4)
        #expect(driver.offset(at: 600) == 60_000)
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
