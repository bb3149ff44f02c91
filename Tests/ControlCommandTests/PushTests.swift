import Control
import Glibc
import PushProtocol
import SystemCalls
import TestSupport
import Testing

@testable import ControlCommand

/// `push` against a store that follows a script.
@Suite struct PushTests {
    /// A folder to push, and a daemon that hands the push to a script.
    final class Stage {
        let folder: TemporaryFolder
        let daemon: FakeDaemon
        /// What the store was offered.
        private(set) var offer: PushOffer?
        /// What the store was sent, by object.
        private(set) var received: [String: [UInt8]] = [:]

        init(_ playlist: String? = nil, files: [String: String] = [:]) throws {
            folder = try TemporaryFolder()
            daemon = try FakeDaemon()
            if let playlist { try folder.write("playlist.yaml", playlist) }
            for (name, content) in files {
                if let slash = name.lastIndex(of: "/") { mkdir(folder.path + "/" + name[..<slash], 0o755) }
                try folder.write(name, content)
            }
        }

        /// Pushes; the pictures are not tried here.
        func push(_ arguments: [String] = [], store: @escaping (PushConnection) throws -> Void) throws
            -> CommandResult
        {
            daemon.store = { connection in
                self.offer = try connection.receive()
                try store(connection)
            }
            return daemon.run(["push", folder.path] + arguments, painter: "/nowhere")
        }

        /// What of an object the store asks for.
        func wanted(_ path: String, from: Int = 0) throws -> WantedObject {
            let offer = try #require(offer)
            let entry = try #require(([offer.playlist] + offer.files).first { $0.path == path })
            return WantedObject(object: entry.object, size: entry.size, from: from)
        }

        /// Takes the bytes of an object.
        func take(_ object: WantedObject, over connection: PushConnection) throws {
            var bytes: [UInt8] = []
            while bytes.count < object.size - object.from {
                bytes += try connection.receiveBytes(atMost: object.size - object.from - bytes.count)
            }
            received["\(object.object)"] = bytes
        }
    }

    static func result(
        generation: Int? = 7, activated: Bool = true, shown: Bool = true, ignored: String? = nil,
        added: [String] = [], removed: [String] = [], repainted: [String] = [], warnings: Int = 0
    ) -> PushResult {
        PushResult(
            generation: generation, activated: activated, shown: shown, ignored: ignored,
            added: SlideList(added), removed: SlideList(removed), repainted: SlideList(repainted),
            warnings: warnings)
    }

    private static let notTried =
        "the pictures are not tried here, as there is no signage-painter; the sign does that"

    @Test func onlyWhatTheSignLacksTravels() throws {
        let stage = try Stage(
            "slides:\n  - image: a/x.jpg\n  - image: b/x.jpg\n  - image: ./b//x.jpg\n  - {image: b/y.jpg}\n",
            files: ["a/x.jpg": "first", "b/x.jpg": "second", "b/y.jpg": "first"])
        let result = try stage.push { connection in
            let wanted = [try stage.wanted("b/x.jpg", from: 4), try stage.wanted("playlist.yaml")]
            try connection.send(PushReply.wanted(wanted))
            for object in wanted { try stage.take(object, over: connection) }
            try connection.send(PushReply.progress(PushProgress(stage: .checking, done: 1, of: 4)))
            try connection.send(PushReply.finding("slide 2 'b/x.jpg': a note"))
            try connection.send(
                PushReply.done(
                    Self.result(added: ["a/x.jpg", "b/x.jpg"], removed: ["old"], warnings: 1)))
        }
        #expect(result.code == .success && result.complaints == [Self.notTried])
        #expect(
            result.text == """
                slide 2 'b/x.jpg': a note
                generation 7: 2 slides added, 1 slide removed, 1 warning; it plays
                  added: 'a/x.jpg', 'b/x.jpg'
                  removed: 'old'

                """)
        let offer = try #require(stage.offer)
        #expect(offer.files.map(\.path) == ["a/x.jpg", "b/x.jpg", "b/y.jpg"])
        #expect(
            offer.files[0].object == offer.files[2].object && offer.files[0].object != offer.files[1].object)
        #expect(offer.files.map(\.size) == [5, 6, 5])
        #expect(offer.activate && !offer.force && !offer.dryRun)
        #expect(offer.origin.hasSuffix(":\(stage.folder.path)/playlist.yaml") && offer.origin.contains("@"))
        #expect(stage.received["\(offer.files[1].object)"] == Array("nd".utf8))
        #expect(
            stage.received["\(offer.playlist.object)"]
                == (try readFile(stage.folder.path + "/playlist.yaml", limit: 1000)))
    }

    @Test func theTickersFileTravelsAlong() throws {
        let stage = try Stage(
            "slides: []\nticker: {file: texts/news.txt}\n", files: ["texts/news.txt": "one\ntwo\n"])
        let result = try stage.push { connection in
            let news = try stage.wanted("texts/news.txt")
            try connection.send(PushReply.wanted([news]))
            try stage.take(news, over: connection)
            try connection.send(PushReply.done(Self.result()))
        }
        #expect(result.code == .success)
        #expect(stage.offer?.files.map(\.path) == ["texts/news.txt"])
        #expect(stage.received.values.map { String(decoding: $0, as: UTF8.self) } == ["one\ntwo\n"])
    }

    @Test func aTickersFileThatIsNoTextStopsAPush() throws {
        let stage = try Stage("slides: []\nticker: {file: news.txt}\n")
        try stage.folder.write("news.txt", [0xFF])
        let result = try stage.push { _ in Issue.record("it was pushed") }
        #expect(result.code == .badContent)
        #expect(result.text.contains("2:16: warning: ticker.file: 'news.txt': is not in UTF-8"))
    }

    @Test func aFolderOfPicturesIsPushedAsAPlaylistOfItsOwn() throws {
        let names = ["b10.jpg", "b2.jpg", "say \"é\" 한글.jpg", "with spaces.jpg"]
        let stage = try Stage(files: Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
        try stage.folder.write("two\nlines.jpg", "x")
        symlink("b2.jpg", stage.folder.path + "/a.jpg")
        let result = try stage.push { connection in
            let wanted = [try stage.wanted("playlist.yaml")]
            try connection.send(PushReply.wanted(wanted))
            try stage.take(wanted[0], over: connection)
            try connection.send(PushReply.done(Self.result()))
        }
        #expect(result.code == .success)
        #expect(
            result.text.hasPrefix("'two\u{fffd}lines.jpg' is left out: its name has a line break"))
        let offer = try #require(stage.offer)
        #expect(
            offer.files.map(\.path) == ["b2.jpg", "b10.jpg", "say \"é\" 한글.jpg", "with spaces.jpg"])
        #expect(
            stage.received["\(offer.playlist.object)"].map { String(decoding: $0, as: UTF8.self) } == """
                slides:
                  - {image: "b2.jpg", id: "a.jpg"}
                  - {image: "b2.jpg"}
                  - {image: "b10.jpg"}
                  - {image: "say \\"é\\" 한글.jpg"}
                  - {image: "with spaces.jpg"}

                """)
        #expect(offer.origin.hasSuffix(":" + stage.folder.path))
    }

    @Test(arguments: [
        (["--dry-run"], false, true, true), (["--no-activate"], false, false, false),
        (["--force"], true, true, false),
    ])
    func whatIsAskedForIsOffered(arguments: [String], forced: Bool, activates: Bool, dry: Bool) throws {
        let stage = try Stage("slides: [{color: red}]\n")
        let result = try stage.push(arguments) { connection in
            try connection.send(PushReply.wanted([]))
            try connection.send(
                PushReply.done(
                    Self.result(generation: dry ? nil : 8, activated: activates && !dry, added: ["color:red"])
                ))
        }
        #expect(result.code == .success)
        let offer = try #require(stage.offer)
        #expect(offer.force == forced && offer.activate == activates && offer.dryRun == dry)
        let first = result.text.split(separator: "\n").first.map(String.init)
        #expect(
            first
                == (dry
                    ? "nothing was changed, this was only tried: 1 slide added"
                    : activates
                        ? "generation 8: 1 slide added; it plays"
                        : "generation 8: 1 slide added; it is kept, and does not play; "
                            + "'signagectl rollback 8' shows it"))
    }

    @Test func warningsStopAPushThatIsNotForced() throws {
        let stage = try Stage("slides: [{color: red}, {image: gone.jpg}]\n")
        let result = try stage.push { _ in Issue.record("it was pushed") }
        #expect(result.code == .badContent)
        #expect(
            result.text.contains("playlist.yaml:1:32: warning: slides[1].image: 'gone.jpg': no such file"))
        #expect(
            result.complaints.last
                == "signagectl: 1 warning: nothing was pushed; --force pushes all the same")
        let forced = try stage.push(["--force"]) { connection in
            try connection.send(PushReply.wanted([]))
            try connection.send(PushReply.done(Self.result(warnings: 1)))
        }
        #expect(forced.code == .success && stage.offer?.files.isEmpty == true)
        #expect(forced.text.hasSuffix("generation 7: no slide changed, 1 warning; it plays\n"))
    }

    struct Refused: CustomTestStringConvertible {
        var path: String
        var reason: String
        var testDescription: String { path }
    }

    @Test(arguments: [
        Refused(
            path: "/etc/hostname",
            reason: "'/etc/hostname' is named from the root on; name it from the playlist's folder on"),
        Refused(
            path: "../outside.jpg",
            reason: "'../outside.jpg' leads out of the playlist's folder ('..')"),
        Refused(path: "a/../../x", reason: "'a/../../x' leads out of the playlist's folder ('..')"),
        Refused(
            path: "etc/hostname", reason: "'etc/hostname' leads out of the playlist's folder, by a link"),
        Refused(path: "\u{301}.jpg", reason: ""),
    ])
    func aPathOutOfTheFolderIsToldWithItsLine(refused: Refused) throws {
        let stage = try Stage("slides:\n  - color: red\n  - image: \"\(refused.path)\"\n")
        symlink("/etc", stage.folder.path + "/etc")
        let result = try stage.push(["--force"]) { connection in
            #expect(refused.reason.isEmpty)
            try connection.send(PushReply.wanted([]))
            try connection.send(PushReply.done(Self.result()))
        }
        guard !refused.reason.isEmpty else {
            #expect(result.code == .success)
            return
        }
        #expect(result.code == .badContent)
        #expect(
            result.text.split(separator: "\n").last.map(String.init)
                == "\(stage.folder.path)/playlist.yaml:3:12: error: slides[1].image: \(refused.reason)")
        #expect(
            result.complaints.last
                == "signagectl: '\(stage.folder.path)/playlist.yaml' cannot be pushed: 1 error")
    }

    @Test func aRefusalOfTheSignIsTold() throws {
        let stage = try Stage("slides: [{color: red}]\n")
        let result = try stage.push { connection in
            try connection.send(
                PushReply.refused(
                    PushRefusal("it does not fit", diagnostics: ["needs 3 GB", "has 1 GB"], exit: .failure)))
        }
        #expect(result.code == .failure && result.text == "needs 3 GB\nhas 1 GB\n")
        #expect(result.complaints.last == "signagectl: it does not fit")
        let bad = try stage.push { connection in
            try connection.send(PushReply.refused(PushRefusal("2 errors", exit: .badContent)))
        }
        #expect(bad.code == .badContent)
    }

    /// The store has its last word in the middle of a file and hangs up.
    @Test func aRefusalInTheMiddleOfAFileIsTold() throws {
        let stage = try Stage(
            "slides: [{image: a.jpg}]\n", files: ["a.jpg": String(repeating: "x", count: 16 << 20)])
        let result = try stage.push { connection in
            try connection.send(PushReply.wanted([try stage.wanted("a.jpg")]))
            _ = try connection.receiveBytes(atMost: 10)
            try connection.send(PushReply.refused(PushRefusal("the disk is full", exit: .failure)))
        }
        #expect(result.code == .failure)
        #expect(result.complaints.last == "signagectl: the disk is full")
    }

    @Test(arguments: [0, 100_000])
    func aLostConnectionSaysThatNothingChangedAndWhatToDo(afterBytes count: Int) throws {
        let stage = try Stage(
            "slides: [{image: a.jpg}]\n", files: ["a.jpg": String(repeating: "x", count: 16 << 20)])
        let result = try stage.push { connection in
            guard count > 0 else { return }
            try connection.send(PushReply.wanted([try stage.wanted("a.jpg")]))
            _ = try connection.receiveBytes(atMost: count)
        }
        #expect(result.code == .unavailable)
        #expect(
            result.complaints.last
                == "signagectl: the connection to the sign was lost: nothing was changed unless the sign was "
                + "switching already; push again, and it goes on with what has arrived")
    }

    @Test func anotherPushIsWaitedForAndToldOnce() throws {
        let stage = try Stage("slides: [{color: red}]\n")
        let result = try stage.push { connection in
            for _ in 0..<3 { try connection.send(PushReply.waiting(reason: "another push is under way")) }
            try connection.send(PushReply.wanted([]))
            try connection.send(PushReply.done(Self.result()))
        }
        #expect(result.code == .success)
        #expect(result.complaints == [Self.notTried, "waiting: another push is under way"])
    }

    @Test(arguments: [5, 1000])
    func aFileThatChangesMeanwhileIsNamed(length: Int) throws {
        let stage = try Stage(
            "slides: [{image: a.jpg}]\n", files: ["a.jpg": String(repeating: "x", count: 1000)])
        let result = try stage.push { connection in
            let file = try stage.folder.write("a.jpg", String(repeating: "y", count: length))
            let times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
            #expect(utimensat(AT_FDCWD, file, times, 0) == 0)
            try connection.send(PushReply.wanted([try stage.wanted("a.jpg")]))
            _ = try connection.receiveBytes(atMost: 10)
        }
        #expect(result.code == .failure)
        #expect(
            result.complaints.last
                == "signagectl: '\(stage.folder.path)/a.jpg' changed while it was being pushed; nothing was "
                + "changed on the sign, push again")
    }

    /// What a store asks for that is no store's.
    struct Hostile: CustomTestStringConvertible {
        var testDescription: String
        /// Made of the playlist and a picture as they may be asked for.
        var objects: @Sendable (_ playlist: WantedObject, _ picture: WantedObject) -> [WantedObject]

        init(
            _ name: String,
            _ objects:
                @escaping @Sendable (_ playlist: WantedObject, _ picture: WantedObject) -> [WantedObject]
        ) {
            (testDescription, self.objects) = (name, objects)
        }

        static func sized(_ size: Int, from: Int = 0)
            -> @Sendable (WantedObject, WantedObject)
            -> [WantedObject]
        {
            { playlist, picture in [playlist, WantedObject(object: picture.object, size: size, from: from)] }
        }
    }

    @Test(arguments: [
        Hostile("not offered") { _, _ in
            [WantedObject(object: ContentHash.id(of: [1]), size: 1, from: 0)]
        },
        Hostile("nothing, not offered") { _, _ in
            [WantedObject(object: ContentHash.id(of: []), size: 0, from: 0)]
        },
        Hostile("a negative size", Hostile.sized(-1)), Hostile("the least size", Hostile.sized(.min)),
        Hostile("the largest size", Hostile.sized(.max)),
        Hostile("an overflow", Hostile.sized(.max, from: .min)),
        Hostile("a smaller size", Hostile.sized(4)), Hostile("a larger size", Hostile.sized(6)),
        Hostile("from before the beginning", Hostile.sized(5, from: -1)),
        Hostile("from long before", Hostile.sized(5, from: .min)),
        Hostile("from beyond the end", Hostile.sized(5, from: 6)),
        Hostile("from far beyond", Hostile.sized(5, from: .max)),
        Hostile("the same twice") { playlist, picture in [picture, playlist, picture] },
        Hostile("many times") { playlist, _ in [WantedObject](repeating: playlist, count: 1000) },
    ])
    func aStoreThatAsksForWhatWasNotOfferedMakesNoSense(hostile: Hostile) throws {
        let stage = try Stage("slides: [{image: a.jpg}]\n", files: ["a.jpg": "12345"])
        let result = try stage.push { connection in
            let objects = hostile.objects(try stage.wanted("playlist.yaml"), try stage.wanted("a.jpg"))
            try connection.send(PushReply.wanted(objects))
            #expect(throws: PushConnection.Failure.closed) { try connection.receiveBytes(atMost: 1) }
        }
        #expect(result.code == .failure)
        #expect(result.complaints.last?.contains("makes no sense") == true)
    }

    @Test func aLargeFileThatIsReadTellsItsBytes() throws {
        let folder = try TemporaryFolder()
        try folder.write("playlist.yaml", "slides: [{image: a.jpg}]\n")
        try folder.write("a.jpg", [UInt8](repeating: 0, count: 5 << 19))
        var now: Int64 = 0
        var lines: [String] = []
        let console = Console(
            environment: [:], isTerminal: true, write: { _ in true }, complain: { _ in },
            rewrite: { lines.append($0) },
            now: {
                now += 1_000_000_000
                return now
            })
        let parcel = try PushParcel(
            PlaylistSource(folder.path), PushParcel.Options(), console: console)
        #expect(parcel.offer.files.map(\.size) == [5 << 19])
        #expect(
            lines == [
                "reading file 1 of 1", "reading file 1 of 1: 1.0 MB of 2.6 MB",
                "reading file 1 of 1: 2.1 MB of 2.6 MB", "reading file 1 of 1: 2.6 MB of 2.6 MB", "",
            ])
    }

    @Test func whatWasResumedOverADamagedPartTravelsOnceMore() throws {
        let stage = try Stage("slides: [{image: a.jpg}]\n", files: ["a.jpg": "picture"])
        let result = try stage.push { connection in
            let first = [try stage.wanted("a.jpg", from: 3), try stage.wanted("playlist.yaml")]
            try connection.send(PushReply.wanted(first))
            for object in first { try stage.take(object, over: connection) }
            let again = try stage.wanted("a.jpg")
            try connection.send(PushReply.wanted([again]))
            try stage.take(again, over: connection)
            try connection.send(PushReply.done(Self.result()))
        }
        #expect(result.code == .success)
        let object = try #require(stage.offer?.files.first?.object)
        #expect(stage.received["\(object)"] == Array("picture".utf8))
    }

    @Test(arguments: [0, 3])
    func aStoreThatAsksForTheSameWithoutReasonMakesNoSense(from: Int) throws {
        let stage = try Stage("slides: [{image: a.jpg}]\n", files: ["a.jpg": "picture"])
        let result = try stage.push { connection in
            let first = try stage.wanted("a.jpg", from: from)
            let whole = try stage.wanted("a.jpg")
            // Of a resumed one the second time is fine, and the third is not.
            for object in from == 0 ? [first, whole] : [first, whole, whole] {
                try connection.send(PushReply.wanted([object]))
                try stage.take(object, over: connection)
            }
        }
        #expect(result.code == .failure)
        #expect(result.complaints.last?.contains("makes no sense") == true)
    }

    @Test func aStoreThatAsksTwiceMakesNoSense() throws {
        let stage = try Stage("slides: [{color: red}]\n")
        let result = try stage.push { connection in
            for _ in 0..<2 { try connection.send(PushReply.wanted([])) }
        }
        #expect(result.code == .failure)
        #expect(result.complaints.last?.contains("makes no sense") == true)
    }

    @Test func aDaemonThatTakesNoPushSaysWhy() throws {
        let folder = try TemporaryFolder()
        try folder.write("playlist.yaml", "slides: []\n")
        let result = run(
            ["push", folder.path], environment: ["SIGNAGED_SOCKET": "/nowhere/control.sock"],
            painter: "/nowhere")
        #expect(result.code == .unavailable)
    }

    @Test func whatComesOfItIsSaidInWords() {
        func line(_ result: PushResult, isDryRun: Bool = false) -> String {
            PushText.lines(result, isDryRun: isDryRun)[0]
        }
        #expect(
            line(Self.result(shown: false, repainted: ["a"]))
                == "generation 7: 1 slide repainted; it plays as soon as it is painted")
        #expect(
            line(Self.result(shown: false, ignored: "the file /etc/x plays, see 'signagectl use'"))
                == "generation 7: no slide changed; it does not play: the file /etc/x plays, see 'signagectl use'"
        )
        let many = SlideList((0..<150).map { "\($0)" })
        var result = Self.result()
        result.added = many
        let lines = PushText.lines(result, isDryRun: false)
        #expect(lines[0] == "generation 7: 150 slides added; it plays")
        #expect(lines[1].hasPrefix("  added: '0', '1', ") && lines[1].hasSuffix("'99' and 50 others"))
    }
}

@Suite struct ProgressTests {
    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (12_345_678, "12.3 MB"), (999_949, "999.9 kB"),
        (999_950, "1.0 MB"), (2_147_483_648, "2.1 GB"),
    ])
    func sizesAreSaidInTheirUnit(bytes: Int, text: String) {
        #expect(Transfer.size(bytes) == text)
    }

    @Test func aTransferTellsBytesSpeedAndTimeLeft() {
        var transfer = Transfer(total: 50_000_000, since: 0)
        transfer.done = 20_000_000
        #expect(
            transfer.text(at: 4_000_000_000, hasBar: false)
                == "sending: 20.0 MB of 50.0 MB, 5.0 MB/s, 6 s left")
        #expect(
            transfer.text(at: 4_000_000_000, hasBar: true)
                == "[#########···············] 40 %  20.0 MB of 50.0 MB, 5.0 MB/s, 6 s left")
        #expect(Transfer(total: 0, since: 0).text(at: 0, hasBar: true).contains("100 %"))
    }

    @Test func plainLinesComeAtMostOnceASecondAndOnlyAfterOne() {
        final class Clock { var now: Int64 = 0 }
        let clock = Clock()
        var lines: [String] = []
        let console = Console(
            environment: [:], isTerminal: false, write: { _ in true }, complain: { lines.append($0) },
            now: { clock.now })
        var progress = ProgressLine(console, plain: true)
        var quiet = ProgressLine(console, plain: false)
        for tenth in 0...25 {
            clock.now = Int64(tenth) * 100_000_000
            progress.tell("\(tenth)")
            quiet.tell("quiet \(tenth)")
        }
        progress.clear()
        #expect(lines == ["10", "20"])
    }

    @Test func aTerminalHasOneLineTenTimesASecondThatGoesAway() {
        final class Clock { var now: Int64 = 0 }
        let clock = Clock()
        var lines: [String] = []
        let console = Console(
            environment: [:], isTerminal: true, write: { _ in true }, complain: { _ in },
            rewrite: { lines.append($0) }, now: { clock.now })
        var progress = ProgressLine(console, plain: true)
        for hundredth in 0...125 {
            clock.now = Int64(hundredth) * 10_000_000
            progress.tell("\(hundredth)")
        }
        progress.clear()
        progress.clear()
        #expect(lines == ["100", "110", "120", ""])
    }
}
