import Glibc
import Signage
import SystemCalls

@testable import Display

/// A card that knows no atomic commits, with the rules of the kernel's older calls.
///
/// Connector 51 "VGA-1" can be driven by the CRTCs 41 and 42; 52 "VGA-2" has nothing connected.
final class FakeLegacyCard: LegacyCalls {
    enum Call: Hashable {
        case set(crtc: UInt32, framebuffer: UInt32, connector: UInt32?)
        case off(crtc: UInt32)
        case flip(crtc: UInt32, framebuffer: UInt32)
        case property(UInt32, object: UInt32, value: UInt64)
        case dirty(UInt32)
    }

    let descriptor: Descriptor
    private let events: Descriptor
    private(set) var calls: [Call] = []
    var scanouts: [UInt32: Scanout] = [41: .off, 42: .off]
    /// By connector.
    var drivers: [UInt32: UInt32] = [:]
    /// The power of connector 51: 0 on, 3 off.
    var power: UInt64 = 0
    var isConnected = true
    /// The driver has no page flip.
    var flipErrno: CInt?
    var setErrno: CInt?
    var masterErrno: CInt?
    private(set) var isMaster = true
    /// Framebuffers of another layout than those before.
    var isLayoutChanged = false
    private(set) var pending: (key: UInt64, crtc: UInt32)?
    private(set) var buffers: [UInt32] = []
    private var nextFramebuffer: UInt32 = 100

    static let modes: [Mode] = [.fake(64, 32, 100, isPreferred: true), .fake(32, 32, 60)]
    private static let powerProperty: UInt32 = 2

    init() throws {
        var numbers: [CInt] = [-1, -1]
        try checked("pipe") { pipe(&numbers) }
        descriptor = Descriptor(owning: numbers[0])
        events = Descriptor(owning: numbers[1])
        try checked("fcntl") { fcntl(numbers[0], F_SETFL, O_NONBLOCK) }
    }

    func takeCalls() -> [Call] {
        defer { calls = [] }
        return calls
    }

    func snapshot() throws(KMSError) -> CardSnapshot {
        func connector(_ id: UInt32, _ name: String, _ isConnected: Bool) -> Connector {
            var properties = PropertyTable.fake(["left margin": 7])
            properties["DPMS"] = Property(id: Self.powerProperty, value: id == 51 ? power : 0)
            return Connector(
                id: id, name: name, status: isConnected ? .connected : .disconnected,
                modes: isConnected ? Self.modes : [], millimetres: nil, possibleCRTCs: 3,
                properties: properties)
        }
        return CardSnapshot(
            driver: "old", largest: PixelSize(width: 4096, height: 4096),
            crtcs: [41, 42].map { id in
                CRTC(
                    id: id, index: id == 41 ? 0 : 1,
                    mode: Self.modes.first { $0.timings == scanouts[id]?.mode }, properties: PropertyTable())
            },
            connectors: [connector(51, "VGA-1", isConnected), connector(52, "VGA-2", false)], planes: [])
    }

    func becomeMaster() throws(KMSError) {
        if let masterErrno { throw KMSError("drmSetMaster", errno: masterErrno) }
        isMaster = true
    }

    func dropMaster() throws(KMSError) { isMaster = false }

    func makeBuffer(size: PixelSize) throws(KMSError) -> any ScanoutBuffer {
        nextFramebuffer += 1
        buffers.append(nextFramebuffer)
        return LegacyBuffer(nextFramebuffer, size)
    }

    func scanout(of crtc: UInt32) throws(KMSError) -> Scanout { scanouts[crtc] ?? .off }

    func crtc(driving connector: UInt32) throws(KMSError) -> UInt32 { drivers[connector] ?? 0 }

    func set(_ crtc: UInt32, _ scanout: Scanout, connector: UInt32?) throws(KMSError) {
        if !isMaster { throw KMSError("drmModeSetCrtc", errno: EACCES) }
        if let setErrno { throw KMSError("drmModeSetCrtc", errno: setErrno) }
        let isModeset = scanouts[crtc]?.mode != scanout.mode
        scanouts[crtc] = scanout
        drivers = drivers.filter { $0.value != crtc }
        if let connector {
            drivers[connector] = crtc
            // The same mode leaves the power alone.
            if isModeset { power = 0 }
            calls.append(.set(crtc: crtc, framebuffer: scanout.framebuffer, connector: connector))
        } else {
            calls.append(.off(crtc: crtc))
        }
        isLayoutChanged = false
    }

    func flip(_ crtc: UInt32, to framebuffer: UInt32, key: UInt64) throws(KMSError) {
        if !isMaster { throw KMSError("drmModePageFlip", errno: EACCES) }
        if scanouts[crtc]?.framebuffer ?? 0 == 0 || pending != nil {
            throw KMSError("drmModePageFlip", errno: EBUSY)
        }
        if let flipErrno { throw KMSError("drmModePageFlip", errno: flipErrno) }
        if isLayoutChanged || power != 0 { throw KMSError("drmModePageFlip", errno: EINVAL) }
        scanouts[crtc]?.framebuffer = framebuffer
        pending = (key, crtc)
        calls.append(.flip(crtc: crtc, framebuffer: framebuffer))
    }

    func markDirty(_ framebuffer: UInt32) throws(KMSError) {
        calls.append(.dirty(framebuffer))
        throw KMSError("drmModeDirtyFB", errno: ENOSYS)
    }

    func set(_ property: UInt32, of object: UInt32, to value: UInt64) throws(KMSError) {
        calls.append(.property(property, object: object, value: value))
        if property == Self.powerProperty, object == 51 { power = value }
    }

    func value(of property: UInt32, object: UInt32) throws(KMSError) -> UInt64 {
        if property == Self.powerProperty { return object == 51 ? power : 0 }
        return 7
    }

    // MARK: What a test makes happen

    /// The pending flip reaches the glass.
    func flip(at time: Instant) {
        guard let pending else { return }
        self.pending = nil
        var bytes: [UInt8] = []
        func append<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number) { bytes += $0 }
        }
        append(UInt32(2))
        append(UInt32(32))
        append(pending.key)
        append(UInt32(time.nanoseconds / 1_000_000_000))
        append(UInt32(time.nanoseconds % 1_000_000_000 / 1000))
        append(UInt32(7))
        append(pending.crtc)
        _ = bytes.withUnsafeBytes { try? events.write($0) }
    }
}

/// Memory of a card that knows no atomic commits.
private final class LegacyBuffer: ScanoutBuffer {
    let framebuffer: UInt32
    let size: PixelSize
    let bytes: UnsafeMutableRawBufferPointer
    var stride: Int { size.width * 4 }

    init(_ framebuffer: UInt32, _ size: PixelSize) {
        self.framebuffer = framebuffer
        self.size = size
        bytes = .allocate(byteCount: size.width * 4 * size.height, alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }

    func handOver() {}

    deinit { bytes.deallocate() }
}

/// One such card, and nothing else.
final class FakeLegacyCards: CardSource {
    let descriptor: Descriptor
    private let card: FakeLegacyCard
    private let signal: Descriptor
    private var pending: [CardChange] = []

    init(_ card: FakeLegacyCard) throws {
        var numbers: [CInt] = [-1, -1]
        try checked("pipe") { pipe(&numbers) }
        descriptor = Descriptor(owning: numbers[0])
        signal = Descriptor(owning: numbers[1])
        try checked("fcntl") { fcntl(numbers[0], F_SETFL, O_NONBLOCK) }
        self.card = card
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

    func nodes() -> [CardNode] { [CardNode(name: "card0", path: "/dev/dri/card0")] }

    func open(_ node: CardNode, _ modesetting: Configuration.ModeSetting) throws(KMSError) -> any KMSDevice {
        try LegacyDevice(card)
    }
}
