import SystemCalls
import TestSupport
import Testing

@testable import Store

@Suite struct QuarantineTests {
    @Test func whatIsAddedIsKnownAfterARestart() throws {
        let disk = try FaultyDisk()
        let bench = try StoreBench(disk: disk)
        let quarantine = Quarantine(of: bench.store)
        let one = Quarantine.Entry(key: [0, 255, 10], reason: "the painter was killed by signal 9 (Killed)")
        try quarantine.add(one)
        try quarantine.add(Quarantine.Entry(key: [], reason: "é"))
        #expect(Quarantine(of: bench.reopened).list() == [one, Quarantine.Entry(key: [], reason: "é")])
        let calls = disk.calls
        try quarantine.add(one)
        #expect(disk.calls == calls)
        try quarantine.add(Quarantine.Entry(key: one.key, reason: "took longer than 20 s"))
        #expect(quarantine.list().map(\.reason) == ["é", "took longer than 20 s"])
    }

    @Test func theOldestBeyondAThousandIsForgotten() throws {
        let bench = try StoreBench()
        let entries = (0..<Quarantine.mostEntries).map { number in
            "{\"key\":\"\(["AAAA", "AAAB"][number % 2])\",\"reason\":\"\(number)\"}"
        }
        try bench.store.prepare()
        try bench.folder.write("state/quarantine", "[" + entries.joined(separator: ",") + "]")
        let quarantine = Quarantine(of: bench.store)
        try quarantine.add(Quarantine.Entry(key: [9], reason: "new"))
        #expect(quarantine.list().count == Quarantine.mostEntries)
        #expect(quarantine.list().first?.reason == "1" && quarantine.list().last?.reason == "new")
    }

    @Test(arguments: ["", "[", "{}", "[{}]", "[{\"key\":\"%\",\"reason\":\"\"}]", "\0", "[1]"])
    func aFileThatMakesNoSenseIsNone(text: String) throws {
        let bench = try StoreBench()
        try bench.store.prepare()
        try bench.folder.write("state/quarantine", text)
        let quarantine = Quarantine(of: bench.store)
        #expect(quarantine.list().isEmpty)
        try quarantine.add(Quarantine.Entry(key: [1], reason: "a"))
        #expect(quarantine.list().count == 1)
    }
}
