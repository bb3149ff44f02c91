import Testing

@testable import Signage

struct MarkRowTests {
    static let capsules = MarkRow.Measures(thickness: 6, selectedLength: 16, distance: 4)
    static let dots = MarkRow.Measures(thickness: 10, selectedLength: 10, distance: 9)

    private func row(
        _ measures: MarkRow.Measures = dots, count: Int = 200, loops: Bool = true, at position: Double,
        room: Int = 800
    ) throws -> MarkRow {
        try #require(
            MarkRow(count: count, loops: loops, position: position, room: room, measures: measures))
    }

    /// 62 · 10 + 16 = 636, 63 · 10 + 16 = 646 pixels; 80 % of 800 are 640.
    @Test func moreThanEightyPercentAreCutToNine() throws {
        #expect(try row(Self.capsules, count: 63, at: 0).places.count == 63)
        #expect(try row(Self.capsules, count: 64, at: 0).places.count == 9)
    }

    /// 19 · 8 + 10 = 162 pixels fit from 203 on, 19 · 6 + 10 = 124 from 155 on, and so on.
    @Test(arguments: [(203, 9), (202, 7), (155, 7), (154, 5), (108, 5), (107, 3), (60, 3), (59, 1), (13, 1)])
    func aNarrowRoomHasASmallerWindow(_ room: Int, _ shown: Int) throws {
        let row = try row(at: 7, room: room)
        #expect(row.places.count == shown)
        #expect(row.length == 19 * (shown - 1) + 10)
        #expect(row.places[shown / 2].selection == 1)
    }

    @Test func aWindowIsSmallerThanAllMarks() throws {
        // Five would be 86 of 80 allowed, three are left: 48.
        #expect(try row(count: 5, at: 0, room: 100).places.count == 3)
        #expect(try row(count: 2, at: 0, room: 20).places.count == 1)
    }

    @Test func theSelectedIsInTheMiddleOfAnEndlessWindow() throws {
        for position in [0.0, 1, 199, 200, -3, 1e9] {
            let places = try row(at: position).places
            #expect(places.map(\.selection) == [0, 0, 0, 0, 1, 0, 0, 0, 0])
            #expect(places.map(\.share) == [0.5, 1, 1, 1, 1, 1, 1, 1, 0.5])
            #expect(places.map(\.start) == [2.5, 19, 38, 57, 76, 95, 114, 133, 154.5])
            #expect(places.map(\.length) == [5, 10, 10, 10, 10, 10, 10, 10, 5])
        }
    }

    @Test func aWindowStopsAtTheEnds() throws {
        let first = try row(loops: false, at: 0).places
        #expect(first.map(\.selection) == [1, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(first.map(\.share) == [1, 1, 1, 1, 1, 1, 1, 1, 0.5])
        #expect(try row(loops: false, at: 4).places.map(\.selection).firstIndex(of: 1) == 4)
        let last = try row(loops: false, at: 199).places
        #expect(last.map(\.selection) == [0, 0, 0, 0, 0, 0, 0, 0, 1])
        #expect(last.map(\.share) == [0.5, 1, 1, 1, 1, 1, 1, 1, 1])
        // Beyond an end it is as at the end.
        #expect(try row(loops: false, at: 250).places == last)
    }

    /// Capsules of 6, the selected of 16, 4 apart: the selected one's extra length is on its way from one to the next.
    @Test func lengthsOfAWindowAreBetweenThoseOfTheTwoPages() throws {
        let places = try row(Self.capsules, at: 50.25).places
        let whole = places.filter { $0.share == 1 }
        #expect(whole.map(\.length) == [6, 6, 13.5, 8.5, 6, 6])
        for (one, next) in zip(whole, whole.dropFirst()) { #expect(next.start - one.start - one.length == 4) }
    }

    struct Glide: Sendable, CustomStringConvertible {
        var description: String
        var measures = dots
        var count = 200
        var loops = true
        var room = 800
        var positions: ClosedRange<Double>
    }

    /// In steps of a 64th page no mark moves or changes by more than some pixels, none appears or goes that is more
    /// than a few pixels long, and never more show than the window has.
    @Test(arguments: [
        Glide(description: "dots over the end", positions: 197...203),
        Glide(description: "capsules over the end", measures: capsules, positions: 197...203),
        Glide(description: "backwards over the beginning", positions: -3...3),
        Glide(description: "a carousel with ends", loops: false, positions: -1...8),
        Glide(description: "its end", measures: capsules, loops: false, positions: 192...200),
        Glide(description: "three marks", count: 5, room: 100, positions: 3...7),
        Glide(description: "one mark", count: 3, room: 20, positions: 0...4),
        Glide(description: "all marks", count: 5, positions: 3...7),
    ])
    func marksNeverJump(_ glide: Glide) throws {
        let step = 1.0 / 64
        let most = 19.0 / 64 + 10.0 / 64 + 0.3
        var position = glide.positions.lowerBound
        func places(_ position: Double) throws -> [MarkRow.Place] {
            try row(
                glide.measures, count: glide.count, loops: glide.loops, at: position, room: glide.room
            ).places
        }
        while position < glide.positions.upperBound {
            let (now, next) = (try places(position), try places(position + step))
            #expect(now.count <= (glide.room == 20 ? 2 : 9))
            for (from, to) in [(now, next), (next, now)] {
                for mark in from where mark.length > most {
                    let follower = to.min { abs($0.start - mark.start) < abs($1.start - mark.start) }
                    let moved = follower.map { abs($0.start - mark.start) } ?? .infinity
                    let grown = follower.map { abs($0.length - mark.length) } ?? .infinity
                    #expect(moved <= most && grown <= most, "at \(position): \(mark)")
                }
            }
            position += step
        }
    }
}
