import Glibc
import Signage
import SystemCalls

@testable import Display

/// The time of a test, which a blocking commit makes pass.
final class VirtualClock {
    var now = Instant(seconds: 100)
}

/// What a fake card's kernel and hardware do by themselves.
struct FakeKernel {
    /// A commit that has not flipped.
    struct Pending {
        /// nil: nobody is left to be told.
        var key: UInt64?
        var framebuffer: UInt32
        /// nil: never.
        var flipAt: Instant?
        var committed: Instant
    }

    let clock: VirtualClock
    var calls = 0
    var pending: Pending?
    /// The timings that each CRTC runs at.
    var timings: [UInt32: [UInt8]] = [:]
    /// Modes that were ever offered, by their timings.
    var modes: [[UInt8]: Mode] = [:]
    /// How long after the next vblank a frame flips; nil: never.
    var flipDelay: Duration? = .zero
    /// Timings that no commit may have.
    var refusedTimings: Set<[UInt8]> = []
    var hasRival = false
    /// Unplugged.
    var isGone = false
    var sequence: UInt32 = 5000
    /// What the hardware may be reading, and what was in it when it was committed.
    var onGlass: [UInt32: [UInt8]] = [:]
    /// What the client should not have done.
    var offences: [String] = []

    static let longestFlip = Duration.seconds(10)
}

/// The kernel's part, after drm_atomic_uapi.c and drm_atomic_helper.c.
extension FakeCard {
    func commitByKernel(_ commit: Commit) throws(KMSError) {
        let flags = commit.flags
        let isWhole = commit.value("crtc 41 ACTIVE") != nil || commit.value("crtc 42 ACTIVE") != nil
        let call: Call =
            flags.contains(.testOnly)
            ? .test : flags.contains(.flipEvent) ? (isWhole ? .whole : .flip) : .stop
        func refused(_ errno: CInt) -> KMSError { KMSError("\(call)", errno: errno) }
        kernel?.calls += 1
        if kernel?.isGone == true { throw refused(ENODEV) }
        if kernel?.hasRival == true { throw refused(EACCES) }
        if let errno = fault(call) { throw refused(errno) }
        if flags.isSuperset(of: [.testOnly, .flipEvent]) { throw refused(EINVAL) }
        for assignment in commit.request.assignments where assignment.value != 0 {
            if assignment.name.hasSuffix("FB_ID"), !liveBuffers.contains(UInt32(assignment.value)) {
                throw refused(EINVAL)
            }
            if assignment.name.hasSuffix("MODE_ID") {
                guard let timings = blobs[UInt32(assignment.value)],
                    kernel?.refusedTimings.contains(timings) == false
                else { throw refused(EINVAL) }
            }
        }
        if needsModeset(commit), !flags.contains(.allowModeset) { throw refused(EINVAL) }
        if flags.contains(.testOnly) { return }
        giveUpLostFlip()
        if flags.contains(.nonblocking) {
            if kernel?.pending != nil { throw refused(EBUSY) }
        } else {
            waitForFlip()
        }
        apply(commit)
    }

    /// What a display offered may run on when it offers something else.
    func remember() {
        guard kernel != nil else { return }
        for mode in state.connectors.flatMap(\.modes) { kernel?.modes[mode.timings] = mode }
    }

    private func needsModeset(_ commit: Commit) -> Bool {
        commit.request.assignments.contains { assignment in
            if assignment.name.hasSuffix("MODE_ID") {
                return kernel?.timings[assignment.object] != blobs[UInt32(assignment.value)]
            }
            for crtc in state.crtcs where assignment.name == "crtc \(crtc.id) ACTIVE" {
                return crtc.properties.value("ACTIVE") != assignment.value
            }
            for connector in state.connectors where connector.id == assignment.object {
                if assignment.name.hasSuffix("CRTC_ID") {
                    return connector.properties.value("CRTC_ID") != assignment.value
                }
                if assignment.name.hasSuffix("link-status") {
                    return connector.properties.value("link-status") != assignment.value
                }
            }
            return false
        }
    }

    private func apply(_ commit: Commit) {
        remember()
        guard let kernel else { return }
        commits.append(commit)
        for assignment in commit.request.assignments {
            store(assignment)
            if assignment.name.hasSuffix("MODE_ID") {
                let timings = blobs[UInt32(assignment.value)]
                self.kernel?.timings[assignment.object] = timings
                if let index = state.crtcs.firstIndex(where: { $0.id == assignment.object }) {
                    state.crtcs[index].mode = timings.flatMap { self.kernel?.modes[$0] }
                }
            }
        }
        if !isLit { stopScanning() }
        guard commit.flags.contains(.flipEvent) else { return }
        let framebuffer = UInt32(
            commit.request.assignments.last { $0.name.hasSuffix(" FB_ID") && $0.value != 0 }?.value ?? 0)
        if let buffer = buffers[framebuffer]?.buffer { self.kernel?.onGlass[framebuffer] = buffer.copy }
        // A vblank each 10 ms.
        let vblank = Instant(nanoseconds: (kernel.clock.now.nanoseconds / 10_000_000 + 1) * 10_000_000)
        self.kernel?.pending = FakeKernel.Pending(
            key: commit.key, framebuffer: framebuffer, flipAt: kernel.flipDelay.map { vblank + $0 },
            committed: kernel.clock.now)
    }

    /// Whether any CRTC scans out.
    var isLit: Bool { state.crtcs.contains(where: \.isActive) }

    private func stopScanning() {
        scannedOut = 0
        kernel?.onGlass = [:]
    }

    /// The kernel waits at most 10 s.
    private func waitForFlip() {
        guard let kernel, let pending = kernel.pending else { return }
        let limit = pending.committed + FakeKernel.longestFlip
        kernel.clock.now = max(kernel.clock.now, min(pending.flipAt ?? limit, limit))
        advance()
        giveUpLostFlip()
    }

    private func giveUpLostFlip() {
        guard let kernel, let pending = kernel.pending else { return }
        if kernel.clock.now - pending.committed >= FakeKernel.longestFlip { self.kernel?.pending = nil }
    }

    /// When the pending frame flips.
    var flipAt: Instant? { kernel?.pending?.flipAt }

    /// Lets happen what the present has brought.
    func advance() {
        guard let kernel, let pending = kernel.pending, let flipAt = pending.flipAt,
            flipAt <= kernel.clock.now
        else { return }
        self.kernel?.pending = nil
        self.kernel?.sequence += 1
        scannedOut = liveBuffers.contains(pending.framebuffer) ? pending.framebuffer : 0
        self.kernel?.onGlass = kernel.onGlass.filter { $0.key == scannedOut }
        guard let key = pending.key, !kernel.isGone else { return }
        let crtc = state.planes.first { $0.properties.value("FB_ID") == UInt64(pending.framebuffer) }
        send(
            key: key, at: flipAt, sequence: kernel.sequence,
            crtc: UInt32(crtc?.properties.value("CRTC_ID") ?? 41))
    }

    /// RMFB: a plane that shows it is turned off, and with a primary plane its CRTC.
    func forget(_ framebuffer: UInt32) {
        buffers[framebuffer] = nil
        guard kernel != nil else { return }
        kernel?.onGlass[framebuffer] = nil
        for index in state.planes.indices
        where state.planes[index].properties.value("FB_ID") == UInt64(framebuffer) {
            let crtc = state.planes[index].properties.value("CRTC_ID")
            state.planes[index].properties.setNamed("FB_ID", 0)
            state.planes[index].properties.setNamed("CRTC_ID", 0)
            for index in state.crtcs.indices where UInt64(state.crtcs[index].id) == crtc {
                state.crtcs[index].properties.setNamed("ACTIVE", 0)
            }
        }
        if scannedOut == framebuffer { scannedOut = 0 }
    }

    /// The card is opened: nothing of an earlier opening is left but what the hardware does.
    func reopen() {
        _ = try? FlipEvent.read(from: descriptor)
        kernel?.pending?.key = nil
    }

    /// Looks for a buffer that was drawn into while the hardware might read it.
    func inspect() {
        guard let kernel else { return }
        for (framebuffer, bytes) in kernel.onGlass {
            guard let buffer = buffers[framebuffer]?.buffer, !buffer.holds(bytes) else { continue }
            self.kernel?.onGlass[framebuffer] = buffer.copy
            self.kernel?.offences.append("buffer \(framebuffer) was drawn into while it was on the glass")
        }
    }

    /// The colour of the whole picture on the glass; nil: dark, or not one colour.
    var color: UInt32? {
        guard isLit, let buffer = buffers[scannedOut]?.buffer else { return nil }
        return buffer.color
    }
}

extension FakeBuffer {
    var copy: [UInt8] { Array(UnsafeRawBufferPointer(bytes)) }

    func holds(_ copy: [UInt8]) -> Bool {
        copy.withUnsafeBytes { held in
            guard let held = held.baseAddress, let base = bytes.baseAddress else { return false }
            return memcmp(held, base, bytes.count) == 0
        }
    }

    /// 0x00RRGGBB, if every pixel has it.
    var color: UInt32? {
        let first = bytes.loadUnaligned(as: UInt32.self)
        for y in 0..<size.height {
            for x in 0..<size.width
            where bytes.loadUnaligned(fromByteOffset: y * stride + x * 4, as: UInt32.self) != first {
                return nil
            }
        }
        return first & 0x00FF_FFFF
    }
}

extension FakeCard {
    /// A display as it was, on a connector whose CRTC may have gone on or not.
    func plug(_ connector: Connector) {
        state.connectors[0].status = connector.status
        state.connectors[0].modes = connector.modes
    }
}
