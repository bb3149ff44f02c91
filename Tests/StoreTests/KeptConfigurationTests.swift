import Glibc
import PlaylistFile
import Signage
import StoreJobs
import SystemCalls
import TestSupport
import Testing

@testable import Store

/// The configuration that was sent and confirmed.
@Suite struct KeptConfigurationTests {
    private let bench: StoreBench
    private var path: String { bench.store.layout.configuration }
    private var file: String { bench.folder.path + "/signaged.yaml" }

    init() throws {
        bench = try StoreBench()
        try bench.folder.write("signaged.yaml", "name: by-file\n")
    }

    private func kept(_ disk: any DiskCalls = SystemDisk()) -> KeptConfiguration {
        KeptConfiguration(in: Store(at: bench.store.layout.root, disk: disk))
    }

    private var loader: ContentLoader {
        ContentLoader(
            StoreSettings(
                stateDirectory: bench.store.layout.root, cacheDirectory: bench.folder.path + "/cache",
                painter: bench.painter, configuration: file, configurationIsOptional: true,
                playlist: bench.folder.path + "/playlist.yaml", playlistIsGiven: false,
                outputSize: PixelSize(width: 32, height: 18), epoch: 0), store: bench.reopened)
    }

    @Test func withoutOneTheFileCounts() throws {
        #expect(try kept().read() == nil)
        let setup = loader.loadSetup(isStart: false)
        #expect(setup.configuration.name == "by-file" && setup.source == .file && setup.path == file)
        #expect(setup.ignored == nil && setup.diagnostics.isEmpty)
    }

    @Test func itCountsInPlaceOfTheFileAndThatIsSaid() throws {
        let text = Array("name: sent # as ever\n".utf8)
        try kept().write(text)
        #expect(try kept().text() == text)
        for isStart in [true, false] {
            let setup = loader.loadSetup(isStart: isStart)
            #expect(setup.configuration.name == "sent" && setup.source == .store && setup.path == path)
            #expect(setup.ignored == "'\(file)' is not used: 'signagectl configure --file' goes back to it")
        }
        // What is wrong with the file does not matter now.
        try bench.folder.write("signaged.yaml", "nmae: x\n")
        #expect(loader.load(isStart: false).setup.diagnostics.isEmpty)
        unlink(file)
        #expect(loader.loadSetup(isStart: false).ignored == nil)
        try kept().remove()
        #expect(loader.loadSetup(isStart: false).configuration.name == nil)
        try kept().remove()
    }

    @Test func anotherTakesItsPlace() throws {
        try kept().write(Array("name: one\n".utf8))
        try kept().write([0xEF, 0xBB, 0xBF] + Array("name: two\n".utf8))
        #expect(loader.loadSetup(isStart: true).configuration.name == "two")
    }

    struct Damage: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var content: String?
    }

    @Test(arguments: [
        Damage(testDescription: "empty", content: ""), Damage(testDescription: "cut short", content: nil),
        Damage(testDescription: "edited by hand", content: "name: other\n"),
        Damage(testDescription: "a heading alone", content: "# signaged-configuration 1 "),
    ])
    func aDamagedOneGivesWayToTheFileWithAWarning(damage: Damage) throws {
        try kept().write(Array("name: sent\nscale: 2\n".utf8))
        if let content = damage.content {
            try bench.folder.write("state/configuration.yaml", content)
        } else {
            truncate(path, try #require(try fileStatus(path)).st_size - 3)
        }
        for isStart in [true, false] {
            let setup = loader.loadSetup(isStart: isStart)
            #expect(setup.source == .file && setup.configuration.name == "by-file" && !setup.hasErrors)
            #expect(
                setup.diagnostics.first?.description
                    == "\(path):1:1: warning: the configuration that was sent cannot be used "
                    + "('\(path)' is cut short or changed); '\(file)' is used instead")
        }
    }

    @Test func oneThatIsNotUnderstoodAnyMoreGivesWayToTheFile() throws {
        try kept().write(Array("name: sent\nfuture: 1\n".utf8))
        let setup = loader.loadSetup(isStart: false)
        #expect(setup.source == .file && setup.configuration.name == "by-file")
        // By its line in the file.
        #expect(setup.diagnostics.first?.line == 3 && setup.diagnostics.first?.severity == .warning)
    }

    @Test func aTextIsTriedWithoutBeingKept() throws {
        let good = loader.setup(toTry: ConfigurationText(name: "a.yaml", bytes: Array("scale: 2".utf8)))
        #expect(good.configuration.scale == .fixed(2) && good.source == .trial && good.path == "a.yaml")
        let bad = loader.setup(toTry: ConfigurationText(name: "a.yaml", bytes: Array("x: 1\ny: 2".utf8)))
        #expect(bad.hasErrors && bad.diagnostics.map(\.line) == [1, 2])
        #expect(loader.setup(toTry: nil).configuration.name == "by-file")
        #expect(try kept().read() == nil)
    }

    /// What is done to the one that is kept.
    enum Change: String, CaseIterable, CustomTestStringConvertible {
        case first, another, none
        var testDescription: String { rawValue }
    }

    private func run(_ change: Change, _ disk: FaultyDisk) throws {
        switch change {
        case .first, .another: try kept(disk).write(Array("name: new\n".utf8))
        case .none: try kept(disk).remove()
        }
    }

    private func calls(of change: Change, in bench: KeptConfigurationTests) throws -> [String] {
        let disk = try FaultyDisk()
        try bench.run(change, disk)
        return disk.calls
    }

    @Test(arguments: Change.allCases)
    func aChangeThatFailsHasChangedNothing(change: Change) throws {
        let count = try calls(of: change, in: KeptConfigurationTests()).count
        for step in 0..<count {
            let bench = try KeptConfigurationTests()
            let old = change == .first ? nil : Array("name: old\n".utf8)
            if let old { try bench.kept().write(old) }
            let disk = try FaultyDisk()
            disk.fault = { number, _ in number == step ? .fails(ENOSPC) : nil }
            do {
                try bench.run(change, disk)
                // Directories that are there need not be made: it was done before that step.
                #expect(disk.calls.count <= step)
            } catch {
                #expect(try bench.kept().text() == old, "\(disk.calls)")
            }
        }
    }

    @Test(arguments: Change.allCases, [false, true])
    func whenThePowerGoesThereIsTheOldOneOrTheNewOne(change: Change, losing: Bool) throws {
        let count = try calls(of: change, in: KeptConfigurationTests()).count
        for step in 0..<count {
            let bench = try KeptConfigurationTests()
            if change != .first { try bench.kept().write(Array("name: old\n".utf8)) }
            let disk = try FaultyDisk()
            disk.fault = { number, _ in number == step ? .powerGoes : nil }
            try? bench.run(change, disk)
            if losing { disk.loseWhatWasNotSynced() }
            let name = bench.loader.loadSetup(isStart: true).configuration.name
            let allowed = ["by-file", change == .none ? "old" : "new", change == .first ? "new" : "old"]
            #expect(allowed.contains(name ?? ""))
            #expect(bench.loader.loadSetup(isStart: true).diagnostics.isEmpty)
        }
    }
}
