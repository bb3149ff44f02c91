import Glibc
import PushProtocol
import Signage
import StoreJobs
import SystemCalls
import TestSupport
import Testing

@testable import Store

/// A ticker's file in the store, and read again from the disk.
@Suite struct StoredTickerTests {
    private static let playlist = "slides: []\nticker: {file: ./news.txt}\n"

    private func push(_ news: [UInt8], to bench: StoreBench, force: Bool = false) throws
        -> StoreBench.Result
    {
        var push = TestPush(Self.playlist, [("news.txt", news)])
        push.offer.force = force
        return try bench.push(push)
    }

    private func playing(_ bench: StoreBench) -> TickerSettings? {
        bench.reopened.current().loaded?.playlist.ticker
    }

    @Test func aPushedTextPlays() throws {
        let bench = try StoreBench()
        let result = try push(Array("one\ntwo\n".utf8), to: bench)
        #expect(result.done?.generation == 1 && result.findings == [])
        let ticker = try #require(playing(bench))
        #expect(ticker.text == .plain("one   ·   two") && ticker.file?.fault == nil)
        let object = ContentHash.id(of: Array("one\ntwo\n".utf8))
        #expect(ticker.file?.path == bench.store.layout.object(object))
        #expect(ticker.file?.name == "./news.txt")
    }

    @Test func aTextThatIsNoneStopsAPushThatIsNotForced() throws {
        let bench = try StoreBench()
        let refused = try push([0xFF], to: bench)
        #expect(refused.done == nil && refused.refusal?.reason.hasPrefix("1 warning;") == true)
        #expect(
            refused.findings.contains(
                "playlist.yaml:2:16: warning: ticker.file: './news.txt': is not in UTF-8; "
                    + "the ticker keeps the text it had"))
        #expect(try push([0xFF], to: bench, force: true).done?.generation == 1)
        #expect(playing(bench)?.file?.fault == "is not in UTF-8" && playing(bench)?.text == .plain(""))
        let large = [UInt8](repeating: 10, count: 1 << 20 + 1)
        #expect(
            try push(large, to: bench).findings.first?.contains("is larger than 1 MiB, the limit") == true)
    }

    @Test func aTextThatIsNotPushedIsNamed() throws {
        let bench = try StoreBench()
        var push = TestPush(Self.playlist, [])
        push.offer.force = true
        #expect(
            try bench.push(push).findings.first?.contains("'./news.txt': is not among the pushed files")
                == true)
    }

    @Test func aDamagedTextIsNamedAndTheRestPlays() throws {
        let bench = try StoreBench()
        _ = try push(Array("one\ntwo\n".utf8), to: bench)
        let path = try #require(playing(bench)?.file?.path)
        chmod(path, 0o600)
        try bench.damage(path)
        #expect(playing(bench)?.file?.fault == "is damaged on this device; push it again")
        #expect(playing(bench)?.text == .plain(""))
    }

    // MARK: Read again

    private func outcome(_ job: StoreJob, _ folder: TemporaryFolder) -> StoreOutcome {
        StoreDesk(
            StoreSettings(
                stateDirectory: folder.path + "/state", cacheDirectory: folder.path + "/cache",
                painter: "/nowhere", configuration: folder.path + "/signaged.yaml",
                configurationIsOptional: true, playlist: folder.path + "/playlist.yaml",
                playlistIsGiven: true, outputSize: PixelSize(width: 32, height: 18), epoch: 0)
        ).outcome(of: job)
    }

    @Test func aFileIsReadAgainUnlessItsVersionIsTheKnownOne() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("news.txt", "one\ntwo\n")
        var file = TickerFile(path: path, name: "news.txt", separator: " / ")
        guard case .ticker(let read, let text) = outcome(.readTicker(file), folder) else {
            Issue.record("it was not read")
            return
        }
        #expect(text == "one / two" && read.stamp?.size == 8)
        guard case .done = outcome(.readTicker(read), folder) else {
            Issue.record("it was read once more")
            return
        }
        file = read
        try folder.write("news.txt", "one\n")
        guard case .ticker(_, "one") = outcome(.readTicker(file), folder) else {
            Issue.record("the new version was not read")
            return
        }
        unlink(path)
        guard case .ticker(let gone, nil) = outcome(.readTicker(file), folder) else {
            Issue.record("that it has gone was not noticed")
            return
        }
        #expect(gone.fault == "no such file" && gone.stamp == nil)
    }

    /// Paths of a configuration start from the device's configuration file, wherever the text came from.
    @Test func theIdlePictureIsLookedForBesideTheConfigurationFile() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("closed.png", "a picture")
        let text = ConfigurationText(name: "new.yaml", bytes: Array("idle: {image: closed.png}\n".utf8))
        guard case .setup(let tried) = outcome(.tryConfiguration(text), folder),
            case .setup(let kept) = outcome(.keepConfiguration(text), folder)
        else {
            Issue.record("it was not read")
            return
        }
        #expect(tried.diagnostics == [] && tried.configuration.idleImage?.path == path)
        #expect(kept.diagnostics == [] && kept.configuration.idleImage?.stamp?.size == 9)
    }
}
