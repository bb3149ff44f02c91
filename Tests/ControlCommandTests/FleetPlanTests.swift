import Testing

@testable import ControlCommand

@Suite struct FleetPlanTests {
    private static let second: Int64 = 1_000_000_000

    private static func taken(_ plan: inout FleetPlan, at now: Int64) -> [Int] {
        var indices: [Int] = []
        while let index = plan.next(at: now) { indices.append(index) }
        return indices
    }

    @Test func soManyAreAtWorkAtOnce() {
        var plan = FleetPlan(count: 5, mostAtOnce: 2, retryTime: 0, at: 0)
        #expect(Self.taken(&plan, at: 0) == [0, 1])
        #expect(plan.nextDeadline == nil)
        #expect(plan.end(1, mayRepeat: false, at: 1) == nil)
        #expect(Self.taken(&plan, at: 1) == [2])
        #expect(plan.end(0, mayRepeat: true, at: 2) == nil)
        #expect(plan.end(2, mayRepeat: false, at: 2) == nil)
        #expect(Self.taken(&plan, at: 2) == [3, 4])
        #expect(plan.open == [3, 4])
        _ = plan.end(3, mayRepeat: false, at: 3)
        _ = plan.end(4, mayRepeat: false, at: 3)
        #expect(plan.open == [] && plan.next(at: 4) == nil && plan.nextDeadline == nil)
    }

    @Test func oneThatIsOffIsTriedAgainWithLongerPauses() {
        var plan = FleetPlan(count: 1, mostAtOnce: 1, retryTime: 400 * Self.second, at: 0)
        var now: Int64 = 0
        var pauses: [Int64] = []
        while plan.next(at: now) != nil {
            guard let again = plan.end(0, mayRepeat: true, at: now) else { break }
            #expect(plan.nextDeadline == again && plan.next(at: again - 1) == nil)
            pauses.append((again - now) / Self.second)
            now = again
        }
        // The last try is when the time is over.
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 37])
        #expect(plan.open == [])
    }

    @Test func oneThatAnsweredIsNotTriedAgain() {
        var plan = FleetPlan(count: 1, mostAtOnce: 1, retryTime: Self.second, at: 0)
        _ = plan.next(at: 0)
        #expect(plan.end(0, mayRepeat: false, at: 0) == nil)
        #expect(plan.open == [])
    }

    @Test func oneThatWaitsLeavesItsPlaceToAnother() {
        var plan = FleetPlan(count: 2, mostAtOnce: 1, retryTime: 100 * Self.second, at: 0)
        #expect(Self.taken(&plan, at: 0) == [0])
        _ = plan.end(0, mayRepeat: true, at: 0)
        #expect(Self.taken(&plan, at: 0) == [1])
        #expect(plan.nextDeadline == nil)
        _ = plan.end(1, mayRepeat: false, at: 5)
        #expect(plan.nextDeadline == Self.second && Self.taken(&plan, at: Self.second) == [0])
    }

    @Test func anInterruptEndsAll() {
        var plan = FleetPlan(count: 3, mostAtOnce: 1, retryTime: 100 * Self.second, at: 0)
        _ = plan.next(at: 0)
        plan.endAll()
        #expect(plan.open == [] && plan.next(at: 200 * Self.second) == nil)
    }

    // MARK: Progress

    private static func hosts(_ names: String...) -> [RemoteHost] {
        names.map { RemoteHost(name: $0, address: $0) }
    }

    @Test func progressNamesWhoIsWaitedFor() {
        #expect(FleetProgress.line([], of: 3) == "3 of 3 done")
        #expect(FleetProgress.line(Self.hosts("a", "b"), of: 20) == "18 of 20 done, waiting for a, b")
        #expect(
            FleetProgress.line(Self.hosts("a", "b", "c", "d", "e"), of: 20)
                == "15 of 20 done, waiting for a, b, c and 2 more")
    }

    @Test func aTerminalShowsEveryChangeAndAFileALineNowAndThen() {
        var terminal = FleetProgress(isTerminal: true, at: 0)
        #expect(terminal.deadline == nil)
        #expect(terminal.text(Self.hosts("a"), of: 2, at: 1) == "1 of 2 done, waiting for a")
        #expect(terminal.text(Self.hosts("a"), of: 2, at: 2) == nil)
        #expect(terminal.text([], of: 2, at: 3) == "2 of 2 done")
        var file = FleetProgress(isTerminal: false, at: 0)
        #expect(file.text(Self.hosts("a"), of: 2, at: 9 * Self.second) == nil)
        #expect(file.deadline == 10 * Self.second)
        #expect(file.text(Self.hosts("a"), of: 2, at: 10 * Self.second) == "1 of 2 done, waiting for a")
        #expect(file.deadline == 20 * Self.second)
    }
}
