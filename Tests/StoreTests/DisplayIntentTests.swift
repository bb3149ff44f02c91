import Signage
import SystemCalls
import TestSupport
import Testing

@testable import Store

@Suite struct DisplayIntentTests {
    @Test func whatIsWantedIsKnownAfterARestart() throws {
        let disk = try FaultyDisk()
        let bench = try StoreBench(disk: disk)
        #expect(bench.store.displayIntent == .auto)
        for intent in [DisplayIntent.off, .on, .auto] {
            try bench.store.keep(intent)
            #expect(bench.reopened.displayIntent == intent)
            let calls = disk.calls
            try bench.store.keep(intent)
            #expect(disk.calls == calls)
        }
    }

    @Test(arguments: ["", "dark\n", "\0", "of", "off off off"])
    func aFileThatMakesNoSenseIsAuto(text: String) throws {
        let bench = try StoreBench()
        try bench.store.prepare()
        try bench.folder.write("state/display", text)
        #expect(bench.store.displayIntent == (text == "off off off" ? .off : .auto))
    }
}
