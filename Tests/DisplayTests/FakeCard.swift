import Glibc
import Signage
import SystemCalls

@testable import Display

/// A card without hardware: it records commits, refuses on request, and sends flip events through a pipe.
///
/// It keeps the kernel's rules that a client most easily breaks. With a `clock` it also knows by itself when a modeset
/// is needed, when frames flip, and how long a blocking commit takes; see `FakeCard+Kernel.swift`.
final class FakeCard: KMSDevice {
    /// Where a fault can strike.
    enum Call: CaseIterable {
        case open, becomeMaster, snapshot, makeBuffer, makeBlob, test, whole, flip, stop, value, readFlips
    }

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
    /// Asked at each call; an errno makes it fail.
    var fault: (Call) -> CInt? = { _ in nil }
    /// Asked before each commit; an errno refuses it.
    var refuse: (Commit) -> CInt? = { _ in nil }
    var masterErrno: CInt?
    var dropErrno: CInt?
    private(set) var drops = 0
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
    /// By framebuffer.
    var buffers: [UInt32: WeakBuffer] = [:]
    /// Contents by blob, also of those that are gone.
    var blobs: [UInt32: [UInt8]] = [:]
    /// Framebuffers of the process that had the card before.
    var formerBuffers: Set<UInt32> = []
    /// Bytes of these.
    var formerMemory = 0
    /// nil: a test says by hand what the kernel does.
    var kernel: FakeKernel?

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
        try strike(.snapshot)
        remember()
        if let snapshotErrno { throw KMSError("drmModeGetResources", errno: snapshotErrno) }
        return state
    }

    func becomeMaster() throws(KMSError) {
        masterTries += 1
        try strike(.becomeMaster)
        if kernel?.hasRival == true { throw KMSError("drmSetMaster", errno: EBUSY) }
        if let masterErrno { throw KMSError("drmSetMaster", errno: masterErrno) }
    }

    func dropMaster() throws(KMSError) {
        if let dropErrno { throw KMSError("drmDropMaster", errno: dropErrno) }
        drops += 1
    }

    func makeBuffer(size: PixelSize) throws(KMSError) -> any ScanoutBuffer {
        try strike(.makeBuffer)
        // A pitch that is not width × 4, as real cards have it.
        let stride = size.width * 4 + 64
        guard stride * size.height <= memory else { throw KMSError("drmModeCreateDumbBuffer", errno: ENOMEM) }
        nextID += 1
        return FakeBuffer(self, nextID, size, stride)
    }

    func makeBlob(_ bytes: [UInt8]) throws(KMSError) -> UInt32 {
        try strike(.makeBlob)
        nextID += 1
        liveBlobs.insert(nextID)
        blobs[nextID] = bytes
        return nextID
    }

    func destroyBlob(_ id: UInt32) { liveBlobs.remove(id) }

    var hasFormerFramebuffers: Bool { !formerBuffers.isEmpty }

    func removeFormerFramebuffers() {
        if formerBuffers.contains(scannedOut) { scannedOut = 0 }
        formerBuffers = []
        memory += formerMemory
        formerMemory = 0
    }

    func commit(_ request: AtomicRequest, _ flags: CommitFlags, key: UInt64) throws(KMSError) {
        let commit = Commit(request: request, flags: flags, key: key)
        if kernel != nil { return try commitByKernel(commit) }
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

    func store(_ assignment: AtomicRequest.Assignment) {
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
        try strike(.value)
        for table in state.crtcs.filter({ $0.id == object }).map(\.properties)
            + state.planes.filter({ $0.id == object }).map(\.properties)
        {
            if let value = table.value(of: property) { return value }
        }
        throw KMSError("drmModeObjectGetProperties", errno: EINVAL)
    }

    func flips() throws(KMSError) -> [FlipEvent] {
        try strike(.readFlips)
        return try FlipEvent.read(from: descriptor)
    }

    private func strike(_ call: Call) throws(KMSError) {
        kernel?.calls += 1
        if kernel?.isGone == true { throw KMSError("\(call)", errno: ENODEV) }
        if let errno = fault(call) { throw KMSError("\(call)", errno: errno) }
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
    private var isHandedOver = false

    init(_ card: FakeCard, _ framebuffer: UInt32, _ size: PixelSize, _ stride: Int) {
        self.card = card
        self.framebuffer = framebuffer
        self.size = size
        self.stride = stride
        bytes = .allocate(byteCount: stride * size.height, alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        card.memory -= bytes.count
        card.liveBuffers.insert(framebuffer)
        card.buffers[framebuffer] = WeakBuffer(buffer: self)
    }

    func handOver() { isHandedOver = true }

    deinit {
        card?.memory += bytes.count
        if !isHandedOver { card?.liveBuffers.remove(framebuffer) }
        card?.forget(framebuffer)
        bytes.deallocate()
    }
}

/// A buffer of a fake card for as long as the screen holds it.
struct WeakBuffer {
    weak var buffer: FakeBuffer?
}
