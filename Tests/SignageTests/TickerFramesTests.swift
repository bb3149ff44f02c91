import TestSupport
import Testing

@testable import Signage

/// What is seen of the ticker, on composed frames at known times.
struct TickerFramesTests {
    /// Between two frames every text moves as far as an even motion would take it, to a quarter of a pixel.
    @Test(arguments: [60.0, 97, 100, 333], ["a 1000", "b 30", "ש 1000", "ש 30"])
    func motionIsEven(_ speed: Double, _ text: String) throws {
        var film = Film(text) {
            $0.speed = speed
            $0.scroll = .always
        }
        let block = Double(TickerDriver.width(of: .plain(text)) + 80)
        var before = try #require(try film.copies(at: 0))
        for number in 1...600 {
            let time = Double(number) / 60
            let copies = try #require(try film.copies(at: time), "frame \(number)")
            for copy in copies {
                // Where it is, but for whole blocks.
                let place = Double(copy.place) / 4 + speed * time
                #expect(abs(place - (place / block).rounded() * block) <= 0.1251, "frame \(number)")
            }
            for copy in before {
                let moved = copies.filter { abs(Double(copy.place - $0.place) / 4 - speed / 60) <= 0.25 }
                let isGone = Double(copy.place + copy.width) / 4 <= speed / 60 + 0.25
                #expect(moved.count == 1 || isGone, "frame \(number): \(before) to \(copies)")
            }
            before = copies
        }
    }

    /// Two hundred changes of the text at random moments, painted late, at changing speeds: no copy is ever cut or jumps,
    /// every one that was seen in part goes on to its end, and whatever comes enters at the end of the band.
    @Test(arguments: 0..<10)
    func textsJoin(_ seed: UInt64) throws {
        var random = SplitMix(state: seed)
        var film = Film("a 400") { $0.scroll = seed % 2 == 0 ? .auto : .always }
        var speed = 100.0
        var changes = 0
        var number = 0
        var copies = try #require(try film.copies(at: 0))
        // And some seconds for the last ones to come on.
        var rest = 300
        while rest > 0 {
            if changes == 25 { rest -= 1 }
            let (last, time) = (Double(number) / 60, Double(number + 1) / 60)
            number += 1
            let next = try #require(try film.copies(at: time), "seed \(seed), frame \(number): a text is cut")
            let isMoving = film.driver.isMoving(at: last)
            check(copies, next, step: isMoving ? speed / 60 : 0, comesToRest: !film.driver.isMoving(at: time))
            {
                "seed \(seed), frame \(number): \(copies) to \(next)"
            }

            if changes < 25, random.below(20) == 0 {
                changes += 1
                let text =
                    "\(["a", "b", "ש"][random.below(3)])\(changes) \([3, 30, 60, 110, 400][random.below(5)])"
                if random.below(2) == 0 {
                    _ = film.driver.ticker.setText(text, now: false, at: Instant(seconds: time))
                } else {
                    speed = Double(60 + random.below(3000))
                    let gap = Double(1 + random.below(120))
                    let isCentred = random.below(2) == 0
                    film.driver.reload(text, band: Film.band, at: time, paint: false) {
                        $0.scroll = seed % 2 == 0 ? .auto : .always
                        $0.speed = speed
                        $0.gap = gap
                        $0.align = isCentred ? .center : nil
                    }
                }
            }
            let goesOn = film.driver.isMoving(at: time)
            if random.below(8) == 0 { film.driver.paint(at: time) }
            copies = try #require(try film.copies(at: time))
            // At rest a text is replaced in one frame.
            if goesOn { #expect(copies == next, "seed \(seed), frame \(number): a change shows at once") }
        }
    }

    /// Whether one frame follows from the one before.
    private func check(
        _ old: Set<Film.Copy>, _ new: Set<Film.Copy>, step: Double, comesToRest: Bool, _ message: () -> String
    ) {
        let band = Film.band.width * 4
        let most = step == 0 ? 0 : Int((step * 4 + 1).rounded(.down))
        let least = comesToRest ? 0 : Int((step * 4 - 1).rounded(.up))
        let isEven = (least...most).contains { moved in
            let goes = old.allSatisfy { copy in
                copy.place + copy.width <= moved
                    || new.contains { $0.text == copy.text && $0.place == copy.place - moved }
            }
            let comes = new.allSatisfy { copy in
                copy.place + moved >= band
                    || old.contains { $0.text == copy.text && $0.place == copy.place + moved }
            }
            return goes && comes
        }
        if !isEven { Issue.record("\(message())") }
    }
}
