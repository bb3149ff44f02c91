extension Ticker {
    /// One text on the line: copies side by side, each beginning with its reading direction's beginning.
    struct Run: Sendable {
        enum Extent: Hashable, Sendable {
            /// As many copies as show.
            case endless
            /// So many copies are left to pass; another run follows.
            case finishing(copies: Int)
            /// One copy that stays, once it is so many pixels from the band's start edge.
            case resting(at: Int)
            /// Copies that have passed, as many as a finger brings back; the first of them is the last one.
            case behind
        }

        /// Names a strip in `strips`.
        var strip: Int
        var measure: StripMeasure
        /// Where the first copy begins on the line, pixels.
        var start: Int
        /// Pixels from one copy's beginning to the next one's.
        var block: Int
        var extent: Extent

        /// The number after that of the last copy.
        var end: Int {
            switch extent {
            case .endless: .max
            case .finishing(let copies): copies
            case .resting, .behind: 1
            }
        }

        /// The number of the first copy of which something lies beyond a place on the line.
        func firstCopy(beyond place: Int) -> Int {
            let copy = (place - start - measure.painted.upperBound).dividedDown(by: block) + 1
            return extent == .behind ? copy : max(0, copy)
        }

        /// How many copies have something before a place on the line; at most `end`.
        func copies(before place: Int) -> Int {
            min(end, max(0, (place - 1 - start - measure.painted.lowerBound).dividedDown(by: block) + 1))
        }

        /// Where the ink of a copy ends.
        func inkEnd(ofCopy copy: Int) -> Int { start + copy * block + measure.painted.upperBound }

        /// Whether nothing of it lies at or beyond a place.
        func hasPassed(_ place: Int) -> Bool { end < .max && inkEnd(ofCopy: end - 1) <= place }
    }

    /// Texts that are read in one direction, in their order. The window travels towards the higher places.
    struct Line: Sendable {
        var runs: [Run] = []
        var isRightToLeft = false

        /// A way that the window has come, kept to where a text rests.
        func settled(_ way: Double) -> Double {
            guard let last = runs.last, case .resting(let place) = last.extent else { return way }
            return min(way, Double(last.start - place))
        }

        /// Whether the window goes on by itself once it has come this far.
        func goesOn(from way: Double) -> Bool {
            guard let last = runs.last, case .resting(let place) = last.extent else { return !runs.isEmpty }
            return way < Double(last.start - place)
        }
    }

    /// Texts that are read the other way: they come when the band is empty.
    struct Turn: Sendable {
        var line: Line
        /// How far the window travels until then.
        var place: Double
    }

    /// Where the window is at a moment.
    struct Standing {
        var line: Line
        /// How far it has travelled along that line.
        var travel: Double
        /// Whether the line is the one that came after a turn.
        var hasTurned: Bool

        /// The same to the nearest quarter of a pixel: the first column of the line that shows, and how many quarters
        /// of a pixel every text is farther along the reading direction than whole columns say.
        var window: (left: Int, phase: Int) {
            let quarters = Int((travel * Double(TickerTile.phases) + 0.5).rounded(.down))
            let left = -(-quarters).dividedDown(by: TickerTile.phases)
            return (left, left * TickerTile.phases - quarters)
        }
    }
}

extension Int {
    /// The quotient rounded down, by a positive number.
    func dividedDown(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
