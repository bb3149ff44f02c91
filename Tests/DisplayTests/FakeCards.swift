import Glibc
import Signage
import SystemCalls

@testable import Display

/// The cards of a test.
final class FakeCards: CardSource {
    let descriptor: Descriptor
    private let signal: Descriptor
    var cards: [(node: CardNode, card: FakeCard)] = []
    /// Of opening.
    var openErrno: CInt?
    private(set) var opened: [String] = []
    /// By which calls each was to be driven.
    private(set) var asked: [Configuration.ModeSetting] = []
    private var pending: [CardChange] = []

    init(_ cards: [FakeCard] = []) throws {
        var numbers: [CInt] = [-1, -1]
        try checked("pipe") { pipe(&numbers) }
        descriptor = Descriptor(owning: numbers[0])
        signal = Descriptor(owning: numbers[1])
        try checked("fcntl") { fcntl(numbers[0], F_SETFL, O_NONBLOCK) }
        for card in cards { add(card) }
    }

    func add(_ card: FakeCard, isBootDisplay: Bool = false) {
        let name = "card\(cards.count)"
        cards.append((CardNode(name: name, path: "/dev/dri/" + name, isBootDisplay: isBootDisplay), card))
    }

    func tell(_ change: CardChange) {
        pending.append(change)
        _ = [UInt8(1)].withUnsafeBytes { try? signal.write($0) }
    }

    func changes() -> [CardChange] {
        var room = [UInt8](repeating: 0, count: 64)
        _ = room.withUnsafeMutableBytes { try? descriptor.read(into: $0) }
        defer { pending = [] }
        return pending
    }

    func nodes() -> [CardNode] { cards.map(\.node) }

    func open(_ node: CardNode, _ modesetting: Configuration.ModeSetting) throws(KMSError) -> any KMSDevice {
        asked.append(modesetting)
        if let card = cards.first(where: { $0.node == node })?.card {
            if let errno = card.fault(.open) { throw KMSError("open", errno: errno) }
            card.reopen()
        }
        if let openErrno { throw KMSError("open", errno: openErrno) }
        opened.append(node.name)
        guard let card = cards.first(where: { $0.node == node })?.card else {
            throw KMSError("open", errno: ENOENT)
        }
        return card
    }
}
