import Glibc
import PushProtocol
import SystemCalls
import TestSupport
import Testing

@Suite struct PushConnectionTests {
    private typealias Failure = PushConnection.Failure

    /// Two ends that wait for 20 seconds at most.
    private func pair(alreadyRead: [UInt8] = []) throws -> (client: PushConnection, store: PushConnection) {
        let (one, other) = try streamPair()
        return (
            try PushConnection(one, patience: 20),
            try PushConnection(other, alreadyRead: alreadyRead, patience: 20)
        )
    }

    private func entry(_ path: String, _ content: String) -> FileEntry {
        FileEntry(path: path, object: ContentHash.id(of: Array(content.utf8)), size: content.utf8.count)
    }

    private var everyReply: [PushReply] {
        let object = ContentHash.id(of: [1, 2, 3])
        let list = SlideList(["a", "é\n"])
        let result = PushResult(
            generation: 7, activated: true, shown: false, ignored: "--playlist is given", added: list,
            removed: SlideList([]), repainted: list, warnings: 2)
        return [
            .waiting(reason: "another push is under way"),
            .wanted([WantedObject(object: object, size: 3, from: 1)]), .wanted([]),
            .progress(PushProgress(stage: .receiving, done: 1, of: 2)),
            .progress(PushProgress(stage: .checking, done: 0, of: 0)), .finding("slide 1 'a': shown"),
            .done(result), .refused(PushRefusal("no", diagnostics: ["a", "b"], exit: .badContent)),
        ]
    }

    @Test func everyMessageArrivesAsItWasSent() throws {
        let (client, store) = try pair()
        let offer = PushOffer(
            playlist: entry("playlist.yaml", "slides: []"),
            files: [entry("a b\n\"é\u{301}한글.jpg", "x"), entry("b/a.jpg", "")], activate: false, force: true,
            dryRun: true, origin: "anna@office")
        try client.send(offer)
        #expect(try store.receive() == offer)
        for reply in everyReply {
            try store.send(reply)
            #expect(try client.receive() == reply)
        }
    }

    @Test func bytesReadBeforeComeFirstAndRawBytesFollowMessages() throws {
        let (one, other) = try streamPair()
        let client = try PushConnection(one, patience: 20)
        let begin = Array(#"{"kind":"finding","line":"a"}"#.utf8)
        let store = try PushConnection(other, alreadyRead: begin, patience: 20)
        try client.send(bytes: [0] + Array("raw".utf8))
        try client.send(PushReply.finding("b"))
        #expect(try store.receive() == PushReply.finding("a"))
        var raw: [UInt8] = []
        while raw.count < 3 { raw += try store.receiveBytes(atMost: 3 - raw.count) }
        #expect(raw == Array("raw".utf8))
        #expect(try store.receive() == PushReply.finding("b"))
        #expect(try store.arrived(PushReply.self) == nil)
    }

    @Test func aFileTravelsFromAPlaceInIt() throws {
        let folder = try TemporaryFolder()
        let content = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
        let file = try Descriptor(opening: folder.write("f", content), O_RDONLY)
        let (client, store) = try pair()
        let sender = Worker { Result { try client.send(file: file, from: 1000, count: 999_000) } }
        var received: [UInt8] = []
        while received.count < 999_000 {
            received += try store.receiveBytes(atMost: 999_000 - received.count)
        }
        try sender.result().get()
        #expect(received == Array(content[1000...]))
        #expect(throws: Failure.file(SystemError("pread", errno: ENODATA))) {
            try client.send(file: file, from: 999_999, count: 2)
        }
    }

    @Test func neitherSideCanBlockTheOtherByTalking() throws {
        let (client, store) = try pair()
        let lines = 3000
        let talker = Worker {
            Result {
                for number in 0..<lines { try store.send(PushReply.finding("\(number)")) }
                var left = 4_000_000
                while left > 0 { left -= try store.receiveBytes(atMost: left).count }
            }
        }
        try client.send(bytes: [UInt8](repeating: 1, count: 4_000_000))
        try talker.result().get()
        for number in 0..<lines { #expect(try client.receive() == PushReply.finding("\(number)")) }
    }

    @Test func whyTheOtherSideLeftCanBeReadAfterwards() throws {
        let (one, other) = try streamPair()
        let client = try PushConnection(one, patience: 20)
        let refusal = PushReply.refused(PushRefusal("the disk is full", exit: .failure))
        do {
            let store = try PushConnection(other, patience: 20)
            try client.send(PushReply.finding("not read"))
            try store.send(refusal)
            shutdown(other.number, CInt(SHUT_RDWR))
        }
        #expect(throws: Failure.closed) { try client.send(bytes: [UInt8](repeating: 0, count: 1 << 20)) }
        #expect(try client.receive() == refusal)
        #expect(throws: Failure.closed) { try client.receive(PushReply.self) }
    }

    @Test func whoSaysNothingIsGivenUp() throws {
        let (one, other) = try streamPair()
        let store = try PushConnection(one, patience: 0)
        #expect(throws: Failure.timedOut(seconds: 0)) { try store.receive(PushOffer.self) }
        #expect(throws: Failure.timedOut(seconds: 0)) { try store.receiveBytes(atMost: 1) }
        #expect(throws: Failure.timedOut(seconds: 0)) {
            try store.send(bytes: [UInt8](repeating: 0, count: 1 << 22))
        }
        let slow = try PushConnection(other, patience: 20, longest: 0)
        #expect(throws: Failure.timedOut(seconds: PushConnection.longest)) {
            try slow.send(bytes: [UInt8](repeating: 0, count: 1 << 22))
        }
    }

    @Test func whoIsTooSlowIsGivenUp() throws {
        let (one, other) = try streamPair()
        let store = try PushConnection(one, patience: 20, grace: 0)
        let client = try PushConnection(other, patience: 20)
        try client.send(bytes: [1])
        #expect(throws: Failure.tooSlow) { try store.receive(PushOffer.self) }
        #expect(try store.receiveBytes(atMost: 2) == [1])
        #expect(throws: Failure.tooSlow) { try store.receiveBytes(atMost: 1) }
        #expect(throws: Failure.tooSlow) { try store.send(bytes: [UInt8](repeating: 0, count: 1 << 22)) }
        let (third, fourth) = try streamPair()
        let patient = try PushConnection(third, patience: 20, grace: 20)
        #expect(throws: Failure.tooSlow) { try patient.receive(PushOffer.self, within: 0) }
        withExtendedLifetime(fourth) {}
    }

    @Test(arguments: [
        "{}", "[]", "null", "nonsense", #"{"kind":"other"}"#, #"{"kind":"finding"}"#,
        #"{"kind":"finding","line":7}"#,
        #"{"kind":"wanted","objects":[{"sha256":"..","size":1,"from":0}]}"#,
        #"{"kind":"progress","progress":{"stage":"receiving","done":1e99,"of":1}}"#, "\u{ff}", "[[[[[[[[",
    ])
    func whatIsNoMessageIsMalformed(text: String) throws {
        let (client, store) = try pair()
        try client.send(bytes: Array(text.utf8) + [0])
        #expect(throws: Failure.malformed) { try store.receive(PushReply.self) }
    }

    @Test func aMessageWithoutEndIsGivenUp() throws {
        let (client, store) = try pair()
        let sender = Worker {
            Result {
                try client.send(bytes: [UInt8](repeating: 0x20, count: PushConnection.mostMessageBytes + 2))
            }
        }
        #expect(throws: Failure.malformed) {
            // All of it must come before it is too long: the other side is not read to its end.
            while try store.arrived(PushOffer.self) == nil {}
        }
        _ = sender.result()
    }

    @Test func aMessageCutShortIsAnEnd() throws {
        let (one, other) = try streamPair()
        let store = try PushConnection(one, patience: 20)
        try PushConnection(other, patience: 20).send(bytes: Array(#"{"kind":"#.utf8))
        shutdown(other.number, CInt(SHUT_RDWR))
        #expect(throws: Failure.closed) { try store.receive(PushReply.self) }
    }

    @Test func aListNamesAHundredAndCountsAll() {
        let list = SlideList((0..<250).map { "slide \($0)" })
        #expect(list.ids.count == 100 && list.ids.last == "slide 99" && list.count == 250)
    }

    @Test func anOfferOfAHundredThousandFilesFits() throws {
        let (client, store) = try pair()
        let object = ContentHash.id(of: [])
        let files = (0..<PushOffer.mostFiles).map {
            FileEntry(path: "a folder with a long name/picture number \($0).jpeg", object: object, size: $0)
        }
        let offer = PushOffer(playlist: entry("playlist.yaml", ""), files: files, origin: "")
        let sender = Worker { Result { try client.send(offer) } }
        let received: PushOffer = try store.receive()
        try sender.result().get()
        #expect(received.files.count == files.count && received.files.last?.path == files.last?.path)
    }
}
