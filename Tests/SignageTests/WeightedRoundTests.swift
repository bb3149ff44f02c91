import TestSupport
import Testing

@testable import Signage

/// Slides that come more often than others.
@Suite struct WeightedRoundTests {
    struct Case: CustomTestStringConvertible {
        var weights: [Int]
        /// The slides of a round by letters; empty: each once, in order.
        var round: String
        var testDescription: String { "\(weights)" }
    }

    @Test(arguments: [
        Case(weights: [], round: ""),
        Case(weights: [1], round: ""),
        Case(weights: [7], round: ""),
        Case(weights: [1, 1, 1], round: ""),
        Case(weights: [3, 3, 3], round: ""),
        Case(weights: [2, 1], round: ""),
        Case(weights: [2, 1, 1], round: "abac"),
        Case(weights: [1, 2, 1], round: "abcb"),
        Case(weights: [2, 1, 1, 1], round: "abacd"),
        Case(weights: [2, 1, 1, 1, 1], round: "abcade"),
        Case(weights: [3, 1, 1, 1], round: "abacad"),
        // No more often than all others together.
        Case(weights: [5, 1, 1], round: "abac"),
        Case(weights: [100, 1, 1, 1], round: "abacad"),
        Case(weights: [4, 2, 2], round: "abac"),
    ])
    func eachComesAsOftenAsItWeighs(test: Case) {
        let letters = Array("abcdefgh")
        #expect(String(WeightedRound.pages(test.weights).map { letters[Int($0)] }) == test.round)
    }

    @Test func noSlideComesTwiceInARow() {
        var random = SplitMix(state: 5)
        func number(_ range: ClosedRange<Int>) -> Int {
            range.lowerBound + Int(random.next() % UInt64(range.count))
        }
        for _ in 0..<400 {
            let most = [3, 10, 100][number(0...2)]
            let weights = (0..<number(2...12)).map { _ in number(1...most) }
            let pages = WeightedRound.pages(weights)
            guard !pages.isEmpty else { continue }
            for place in pages.indices {
                #expect(pages[place] != pages[(place + 1) % pages.count], "\(weights)")
            }
            // As often as they weigh, the heaviest at most as often as the others.
            let total = weights.reduce(0, +)
            let shares = weights.map { min($0, total - $0) }
            let counts = weights.indices.map { slide in pages.count { $0 == Int32(slide) } }
            #expect(zip(counts, shares).allSatisfy { $0 * shares[0] == $1 * counts[0] }, "\(weights)")
        }
    }

    @Test func theyAreSpreadEvenly() {
        // Among many others the distances of one slide differ by no more than those others do.
        let weights = [5] + [Int](repeating: 1, count: 45)
        let places = WeightedRound.pages(weights).enumerated().filter { $0.element == 0 }.map(\.offset)
        #expect(places.count == 5)
        let distances = zip(places, places.dropFirst() + [places[0] + 50]).map { $1 - $0 }
        #expect(distances.allSatisfy { (9...11).contains($0) })
    }
}

/// A carousel in which a comes twice as often as b and c: a, b, a, c.
@Suite struct SignWeightTests {
    private func play(_ change: (inout Playlist) -> Void = { _ in }) -> SignPlay {
        var playlist = Playlist.three()
        playlist.slides[0].weight = 2
        change(&playlist)
        return SignPlay(playlist)
    }

    private func ids(_ play: SignPlay) -> [String] {
        play.effects.compactMap { if case .slideShown(_, let id, _) = $0 { id } else { nil } }
    }

    @Test func theTimerGoesThroughTheRound() {
        var play = play()
        play.run(to: 16)
        #expect(ids(play) == ["a", "b", "a", "c", "a", "b"])
        // Numbers are the slides'.
        #expect(play.changes.map(\.index) == [0, 1, 0, 2, 0, 1])
        #expect(play.sign.status(at: play.now).slideCount == 3)
    }

    @Test func fingersGoBackTheWayThePagesCame() {
        var play = play { $0.carousel.auto = false }
        for at in [1.0, 2, 3, 4] { play.drag(200, down: at, up: at + 0.3) }
        #expect(ids(play) == ["a", "c", "a", "b", "a"])
        for at in [5.0, 6, 7, 8] { play.drag(-200, down: at, up: at + 0.3) }
        #expect(ids(play) == ["a", "c", "a", "b", "a", "b", "a", "c", "a"])
    }

    @Test func showGoesToTheNearestOfItsPages() {
        var play = play { $0.carousel.auto = false }
        play.command(.show(id: "c", for: nil), at: 1)
        // One page back.
        #expect(play.frame(of: "a", at: 1.2)?.x == 400 && play.frame(of: "c", at: 1.2)?.x == -400)
        play.command(.show(id: "a", for: nil), at: 2)
        #expect(play.sign.isMoving(at: play.now))
        play.command(.next, at: 3)
        #expect(ids(play) == ["a", "c", "a", "b"])
        play.command(.showNumber(3, for: nil), at: 4)
        #expect(play.selected?.id == "c")
        play.command(.showNumber(4, for: nil), at: 5)
        #expect(play.answers.last == .refused("there is no slide number 4: 3 are shown"))
    }

    @Test func whatIsShownAlreadyStays() {
        var play = play { $0.carousel.auto = false }
        play.command(.next, at: 1)
        play.command(.next, at: 2)
        play.command(.show(id: "a", for: nil), at: 3)
        play.command(.next, at: 4)
        // It was the second of its pages.
        #expect(ids(play) == ["a", "b", "a", "c"])
    }

    @Test func withEndsARoundIsFromEndToEnd() {
        var play = play { $0.carousel.loop = false }
        play.run(to: 12)
        #expect(ids(play) == ["a", "b", "a", "c", "a"])
        // Over the end it fades.
        #expect(play.layers(at: 12.2).map(\.opacity) == [255, 128])
    }

    @Test func withEndsShowGoesToTheNearestOfItsPagesToo() {
        var play = play {
            $0.carousel.auto = false
            $0.carousel.loop = false
        }
        for at in [1.0, 2, 3] { play.command(.next, at: at) }
        // From c at the end one page back, not over the end to the first.
        play.command(.show(id: "a", for: nil), at: 4)
        #expect(play.frame(of: "a", at: 4.2)?.x == -400 && play.frame(of: "c", at: 4.2)?.x == 400)
        play.command(.next, at: 5)
        #expect(ids(play) == ["a", "b", "a", "c", "a", "c"])
        // From b, between two of its pages, forward.
        play.command(.show(id: "b", for: nil), at: 6)
        play.command(.show(id: "a", for: nil), at: 7)
        play.command(.next, at: 8)
        #expect(ids(play).suffix(3) == ["b", "a", "c"])
    }

    private func widths(_ play: inout SignPlay, at seconds: Double) -> [Double] {
        play.run(to: seconds)
        for layer in play.sign.scene(at: Instant(seconds: seconds)).layers {
            if case .marks(let marks) = layer.content { return marks.map(\.width) }
        }
        return []
    }

    @Test func theIndicatorHasAMarkForEachSlide() throws {
        var play = play()
        let first = widths(&play, at: 1)
        let (selected, other) = (first[0], first[1])
        #expect(selected > other)
        let half = (selected + other) / 2
        #expect(first == [selected, other, other])
        #expect(widths(&play, at: 3.2) == [half, half, other])
        #expect(widths(&play, at: 4) == [other, selected, other])
        // From b back to a, and from a over the end to c.
        #expect(widths(&play, at: 6.2) == [half, half, other])
        #expect(widths(&play, at: 7) == first)
        #expect(widths(&play, at: 9.2) == [half, other, half])
        #expect(widths(&play, at: 10) == [other, other, selected])
    }

    /// Of a, b, a, c, d the third and the fourth page are not those of neighbours.
    @Test func betweenSlidesThatAreNotNeighboursTheMarkChangesHalfWay() {
        var play = play { $0.slides.append(Slide(content: .color(.white), id: "d")) }
        let first = widths(&play, at: 7)
        #expect(ids(play) == ["a", "b", "a"] && first.count == 4 && first[0] > first[2])
        #expect(widths(&play, at: 9.1) == first)
        #expect(widths(&play, at: 9.3) == [first[2], first[1], first[0], first[3]])
    }

    /// The last mark is far from the first, and of many slides not even in sight.
    @Test func withEndsTheFirstAndTheLastAreNotNeighbours() {
        var play = play { $0.carousel.loop = false }
        let first = widths(&play, at: 7)
        #expect(ids(play) == ["a", "b", "a"] && first[0] > first[2])
        #expect(widths(&play, at: 9.1) == first)
        #expect(widths(&play, at: 9.3) == [first[2], first[1], first[0]])
    }

    @Test func aReloadKeepsThePageAmongThoseOfItsSlide() {
        var play = play()
        play.run(to: 7)
        var same = Playlist.three()
        same.slides[0].weight = 2
        play.handle(.reload(same), at: 7)
        play.run(to: 10)
        #expect(ids(play) == ["a", "b", "a", "c"])
        var lighter = Playlist.three()
        lighter.carousel.duration = .seconds(5)
        play.handle(.reload(lighter), at: 11)
        play.run(to: 18)
        #expect(ids(play).suffix(2) == ["a", "b"])
    }

    @Test func aloneItsWeightMeansNothing() {
        var play = play {
            $0.slides.removeSubrange(1...)
            $0.slides[0].weight = 5
        }
        play.run(to: 100)
        #expect(play.changes == [Change(0, 0)] && !play.sign.isMoving(at: play.now))
    }
}
