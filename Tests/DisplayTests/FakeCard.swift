import Glibc
import Signage
import SystemCalls

@testable import Display

/// A card without hardware: it records commits, refuses on request, and sends flip events through a pipe.
///
/// It keeps the kernel's rules that a client most easily breaks.
final class FakeCard: KMSDevice {
    struct Commit {
        var request: AtomicRequest
        var flags: CommitFlags
        var key: UInt64

        func value(_ name: String) -> UInt64? { request.assignments.last { $0.name == name }?.value }
    }

    let descriptor: Descriptor
    private let events: Descriptor
    var state: CardSnapshot
    /// Those that were taken, tests aside.
    var commits: [Commit] = []
    var tests: [Commit] = []
    /// Asked before each commit; an errno refuses it.
    var refuse: (Commit) -> CInt? = { _ in nil }
    var masterErrno: CInt?
    var snapshotErrno: CInt?
    /// Bytes of buffers that can be allocated.
    var memory = 1 << 30
    var isModesetNeeded = true
    private(set) var probes = 0
    private(set) var masterTries = 0
    var liveBlobs: Set<UInt32> = []
    /// By framebuffer.
    var liveBuffers: Set<UInt32> = []
    private var nextID: UInt32 = 1000
    private(set) var pendingKey: UInt64?
    /// What the hardware scans out.
    var scannedOut: UInt32 = 0

    init(_ state: CardSnapshot) throws {
        var numbers: [CInt] = [-1, -1]
        try checked("pipe") { pipe(&numbers) }
        descriptor = Descriptor(owning: numbers[0])
        events = Descriptor(owning: numbers[1])
        try checked("fcntl") { fcntl(numbers[0], F_SETFL, O_NONBLOCK) }
        self.state = state
    }

    func snapshot() throws(KMSError) -> CardSnapshot {
        probes += 1
        if let snapshotErrno { throw KMSError("drmModeGetResources", errno: snapshotErrno) }
        return state
    }

    func becomeMaster() throws(KMSError) {
        masterTries += 1
        if let masterErrno { throw KMSError("drmSetMaster", errno: masterErrno) }
    }

    func makeBuffer(size: PixelSize) throws(KMSError) -> any ScanoutBuffer {
        // A pitch that is not width × 4, as real cards have it.
        let stride = size.width * 4 + 64
        guard stride * size.height <= memory else { throw KMSError("drmModeCreateDumbBuffer", errno: ENOMEM) }
        nextID += 1
        return FakeBuffer(self, nextID, size, stride)
    }

    func makeBlob(_ bytes: [UInt8]) throws(KMSError) -> UInt32 {
        nextID += 1
        liveBlobs.insert(nextID)
        return nextID
    }

    func destroyBlob(_ id: UInt32) { liveBlobs.remove(id) }

    func commit(_ request: AtomicRequest, _ flags: CommitFlags, key: UInt64) throws(KMSError) {
        let commit = Commit(request: request, flags: flags, key: key)
        if let refusal = refuse(commit) ?? refusalByKernel(commit) {
            throw KMSError("drmModeAtomicCommit", errno: refusal)
        }
        if flags.contains(.testOnly) {
            tests.append(commit)
            return
        }
        commits.append(commit)
        for assignment in request.assignments { store(assignment) }
        if flags.contains(.allowModeset) { isModesetNeeded = false }
        if flags.contains(.flipEvent) { pendingKey = key }
    }

    /// The rules of drm_atomic_uapi.c and drm_atomic_helper.c.
    private func refusalByKernel(_ commit: Commit) -> CInt? {
        let flags = commit.flags
        if flags.contains(.testOnly) {
            if flags.contains(.flipEvent) { return EINVAL }
            return isModesetNeeded && !flags.contains(.allowModeset) ? EINVAL : nil
        }
        if flags.contains(.nonblocking), pendingKey != nil { return EBUSY }
        if isModesetNeeded, !flags.contains(.allowModeset) { return EINVAL }
        for assignment in commit.request.assignments where assignment.name.hasSuffix("FB_ID") {
            if assignment.value != 0, !liveBuffers.contains(UInt32(assignment.value)) { return EINVAL }
        }
        for crtc in state.crtcs where flags.contains(.flipEvent) && !crtc.isActive {
            let active = commit.value("crtc \(crtc.id) ACTIVE")
            let isNamed = commit.request.assignments.contains { $0.object == crtc.id }
            if isNamed, (active ?? 0) == 0 { return EINVAL }
        }
        return nil
    }

    private func store(_ assignment: AtomicRequest.Assignment) {
        func set(_ table: inout PropertyTable) { table.set(assignment.property, assignment.value) }
        for index in state.crtcs.indices where state.crtcs[index].id == assignment.object {
            set(&state.crtcs[index].properties)
        }
        for index in state.planes.indices where state.planes[index].id == assignment.object {
            set(&state.planes[index].properties)
        }
        for index in state.connectors.indices where state.connectors[index].id == assignment.object {
            set(&state.connectors[index].properties)
        }
    }

    func value(of property: UInt32, object: UInt32) throws(KMSError) -> UInt64 {
        for table in state.crtcs.filter({ $0.id == object }).map(\.properties)
            + state.planes.filter({ $0.id == object }).map(\.properties)
        {
            if let value = table.value(of: property) { return value }
        }
        throw KMSError("drmModeObjectGetProperties", errno: EINVAL)
    }

    // MARK: What a test makes happen

    /// The pending commit reaches the glass.
    func flip(at time: Instant, sequence: UInt32, crtc: UInt32 = 41) {
        guard let key = pendingKey else { return }
        pendingKey = nil
        scannedOut = UInt32(commits.last { $0.key == key }?.value("plane 31 FB_ID") ?? 0)
        send(key: key, at: time, sequence: sequence, crtc: crtc)
    }

    /// An event, whether it belongs to a commit or not.
    func send(key: UInt64, at time: Instant, sequence: UInt32, crtc: UInt32 = 41) {
        var bytes: [UInt8] = []
        func append<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number) { bytes += $0 }
        }
        append(UInt32(2))
        append(UInt32(32))
        append(key)
        append(UInt32(time.nanoseconds / 1_000_000_000))
        append(UInt32(time.nanoseconds % 1_000_000_000 / 1000))
        append(sequence)
        append(crtc)
        _ = bytes.withUnsafeBytes { try? events.write($0) }
    }

    /// The kernel has forgotten what was pending: the flip never comes.
    func forgetFlip() { pendingKey = nil }

    func unplug(_ connector: Int = 0) {
        state.connectors[connector].status = .disconnected
        state.connectors[connector].modes = []
    }
}

/// Memory of a fake card.
final class FakeBuffer: ScanoutBuffer {
    let framebuffer: UInt32
    let size: PixelSize
    let stride: Int
    let bytes: UnsafeMutableRawBufferPointer
    private weak var card: FakeCard?

    init(_ card: FakeCard, _ framebuffer: UInt32, _ size: PixelSize, _ stride: Int) {
        self.card = card
        self.framebuffer = framebuffer
        self.size = size
        self.stride = stride
        bytes = .allocate(byteCount: stride * size.height, alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        card.memory -= bytes.count
        card.liveBuffers.insert(framebuffer)
    }

    deinit {
        card?.memory += bytes.count
        card?.liveBuffers.remove(framebuffer)
        bytes.deallocate()
    }
}

/// The cards of a test.
final class FakeCards: CardSource {
    let descriptor: Descriptor
    private let signal: Descriptor
    var cards: [(node: CardNode, card: FakeCard)] = []
    /// Of opening.
    var openErrno: CInt?
    private(set) var opened: [String] = []
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

    func open(_ node: CardNode) throws(KMSError) -> any KMSDevice {
        if let openErrno { throw KMSError("open", errno: openErrno) }
        opened.append(node.name)
        guard let card = cards.first(where: { $0.node == node })?.card else {
            throw KMSError("open", errno: ENOENT)
        }
        return card
    }
}

extension PropertyTable {
    /// "NAME": value pairs; the names' numbers are made up, the same in every table.
    static func fake(_ values: KeyValuePairs<String, UInt64>) -> PropertyTable {
        var properties: [String: Property] = [:]
        for (name, value) in values { properties[name] = Property(id: number(name), value: value) }
        properties["rotation"]?.named = ["rotate-0": 1, "rotate-180": 4]
        properties["alpha"]?.range = 0...255
        properties["zpos"]?.range = 3...9
        properties["pixel blend mode"]?.named = ["Pre-multiplied": 0, "None": 7]
        properties["link-status"]?.named = ["Good": 0, "Bad": 1]
        properties["type"]?.isImmutable = true
        return PropertyTable(properties)
    }

    private static func number(_ name: String) -> UInt32 {
        name.utf8.reduce(5381) { ($0 &* 33) ^ UInt32($1) }
    }

    mutating func set(_ property: UInt32, _ value: UInt64) {
        var copy: [String: Property] = [:]
        for name in Self.names {
            copy[name] = self[name]
            if self[name]?.id == property { copy[name]?.value = value }
        }
        self = PropertyTable(copy)
    }

    func value(of property: UInt32) -> UInt64? {
        Self.names.compactMap { self[$0] }.first { $0.id == property }?.value
    }

    private static let names = [
        "ACTIVE", "MODE_ID", "CRTC_ID", "FB_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y",
        "CRTC_W",
        "CRTC_H", "type", "rotation", "alpha", "zpos", "pixel blend mode", "link-status", "FB_DAMAGE_CLIPS",
        "GAMMA_LUT", "CTM", "DEGAMMA_LUT", "VRR_ENABLED", "non-desktop", "left margin",
    ]
}

extension Mode {
    /// A mode with timings of its own.
    static func fake(
        _ width: Int, _ height: Int, _ hertz: Double, isPreferred: Bool = false, isInterlaced: Bool = false
    ) -> Mode {
        let millihertz = Int((hertz * 1000).rounded())
        return Mode(
            size: PixelSize(width: width, height: height), refreshMillihertz: millihertz,
            isInterlaced: isInterlaced, isPreferred: isPreferred,
            timings: [UInt8(width & 255), UInt8(height & 255), UInt8(millihertz / 1000 & 255)])
    }
}

extension CardSnapshot {
    /// Connector 51 "HDMI-A-1" with a display of 64 × 32 at 100 Hz, and 52 "HDMI-A-2" without one; CRTC 41 with the
    /// primary plane 31, which the firmware left on, and CRTC 42 with 32, which is off; overlay 33, left on.
    static func fake(hasDamage: Bool = false) -> CardSnapshot {
        func plane(_ id: UInt32, _ role: Plane.Role, _ mask: UInt32, on crtc: UInt64) -> Plane {
            var properties = PropertyTable.fake([
                "type": 1, "FB_ID": crtc == 0 ? 0 : 900, "CRTC_ID": crtc, "SRC_X": 0, "SRC_Y": 0, "SRC_W": 0,
                "SRC_H": 0, "CRTC_X": 0, "CRTC_Y": 0, "CRTC_W": 0, "CRTC_H": 0, "rotation": 4, "alpha": 12,
                "zpos": 5, "pixel blend mode": 0,
            ])
            if hasDamage {
                properties = PropertyTable.fake([
                    "type": 1, "FB_ID": 0, "CRTC_ID": 0, "SRC_X": 0, "SRC_Y": 0, "SRC_W": 0, "SRC_H": 0,
                    "CRTC_X": 0, "CRTC_Y": 0, "CRTC_W": 0, "CRTC_H": 0, "FB_DAMAGE_CLIPS": 0,
                ])
            }
            return Plane(
                id: id, role: role, possibleCRTCs: mask, formats: [0x3432_5258, 0x3432_5241],
                properties: properties)
        }
        return CardSnapshot(
            driver: "fake", largest: PixelSize(width: 4096, height: 4096),
            crtcs: [
                CRTC(
                    id: 41, index: 0, mode: .fake(64, 32, 100),
                    properties: .fake(["ACTIVE": 1, "MODE_ID": 700, "GAMMA_LUT": 800, "VRR_ENABLED": 1])),
                CRTC(id: 42, index: 1, mode: nil, properties: .fake(["ACTIVE": 0, "MODE_ID": 0])),
            ],
            connectors: [
                Connector(
                    id: 51, name: "HDMI-A-1", status: .connected,
                    modes: [.fake(64, 32, 100, isPreferred: true), .fake(32, 32, 60)],
                    millimetres: PixelSize(width: 600, height: 340), possibleCRTCs: 3,
                    properties: .fake(["CRTC_ID": 41, "link-status": 0, "left margin": 5])),
                Connector(
                    id: 52, name: "HDMI-A-2", status: .disconnected, modes: [], millimetres: nil,
                    possibleCRTCs: 3,
                    properties: .fake(["CRTC_ID": 0, "link-status": 0])),
            ],
            planes: [
                plane(31, .primary, 1, on: 41), plane(32, .primary, 2, on: 0), plane(33, .overlay, 3, on: 41),
            ])
    }
}
