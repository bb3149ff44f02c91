internal import CDRM
internal import Glibc
internal import Signage
internal import SystemCalls

/// A card driven by the calls from before atomic commits: mode sets and page flips.
///
/// To its user it looks like an atomic card with one primary plane for each CRTC and nothing else. A request that only
/// changes a framebuffer becomes a page flip, one that lights a CRTC a mode set and a page flip to the same
/// framebuffer, which brings the event.
final class LegacyDevice: KMSDevice {
    var descriptor: Descriptor { poller.descriptor }
    var isAtomic: Bool { false }

    private enum Key {
        static let card: UInt64 = 0
        static let timer: UInt64 = 1
    }

    private let calls: any LegacyCalls
    private let poller: Poller
    private let timer: TimerDescriptor
    private var blobs: [UInt32: [UInt8]] = [:]
    private var nextBlob: UInt32 = 1
    /// How each CRTC was set last.
    private var settings: [UInt32: LegacySetting] = [:]
    /// The connectors' power switch, by connector.
    private var power: [UInt32: UInt32] = [:]
    /// The values of the driver's own properties, by object and property.
    private var values: [[UInt32]: UInt64] = [:]
    /// CRTCs whose driver has no page flip, or none at this mode.
    private var cannotFlip: Set<UInt32> = []
    /// Events that the driver does not send.
    private var ownEvents: [FlipEvent] = []

    /// - Throws: ENOMEM or ENFILE where the system is out of descriptors.
    init(_ calls: any LegacyCalls) throws(KMSError) {
        self.calls = calls
        do throws(SystemError) {
            poller = try Poller()
            timer = try TimerDescriptor()
            try poller.watch(calls.descriptor.number, for: .readable, key: Key.card)
            try poller.watch(timer.descriptor.number, for: .readable, key: Key.timer)
        } catch {
            throw KMSError(error.call, errno: error.errno)
        }
    }

    func snapshot() throws(KMSError) -> CardSnapshot {
        var card = try calls.snapshot()
        for connector in card.connectors { power[connector.id] = connector.properties["DPMS"]?.id }
        LegacyProperty.complete(
            &card, format: signage_format_xrgb8888,
            crtc: { (try? calls.crtc(driving: $0)) ?? 0 }, scanout: { (try? calls.scanout(of: $0)) ?? .off })
        values = [:]
        return card
    }

    func becomeMaster() throws(KMSError) { try calls.becomeMaster() }

    func dropMaster() throws(KMSError) { try calls.dropMaster() }

    var node: Descriptor { calls.descriptor }

    var hasFormerFramebuffers: Bool { calls.hasFormerFramebuffers }

    func removeFormerFramebuffers() { calls.removeFormerFramebuffers() }

    func makeBuffer(size: PixelSize) throws(KMSError) -> any ScanoutBuffer {
        try calls.makeBuffer(size: size)
    }

    func makeBlob(_ bytes: [UInt8]) throws(KMSError) -> UInt32 {
        defer { nextBlob &+= 1 }
        blobs[nextBlob] = bytes
        return nextBlob
    }

    func destroyBlob(_ id: UInt32) { blobs[id] = nil }

    func value(of property: UInt32, object: UInt32) throws(KMSError) -> UInt64 {
        switch LegacyProperty(rawValue: property) {
        case .active:
            let isRunning = try calls.scanout(of: object).mode != nil
            return isRunning && isAwake(settings[object]?.connector) ? 1 : 0
        case .framebuffer:
            return UInt64(try calls.scanout(of: LegacyProperty.crtc(ofPlane: object)).framebuffer)
        case .planeCRTC: return UInt64(LegacyProperty.crtc(ofPlane: object))
        case .connectorCRTC: return UInt64(try calls.crtc(driving: object))
        case .mode: return 0
        case nil: return try calls.value(of: property, object: object)
        }
    }

    func flips() throws(KMSError) -> [FlipEvent] {
        let ready = (try? poller.ready()) ?? []
        timer.acknowledge()
        let flips = try FlipEvent.read(from: calls.descriptor) + ownEvents
        ownEvents = []
        if ready.contains(where: { $0.key == Key.card && !$0.events.isDisjoint(with: .closed) }) {
            throw KMSError("read", errno: ENODEV)
        }
        return flips
    }

    // MARK: Commits

    func commit(_ request: AtomicRequest, _ flags: CommitFlags, key: UInt64) throws(KMSError) {
        let change = LegacyChange(request, known: settings, blobs: blobs)
        if !flags.contains(.allowModeset), try needsModeset(change) {
            throw KMSError("drmModeSetCrtc", errno: EINVAL)
        }
        if flags.contains(.testOnly) { return }
        for crtc in change.off { try turnOff(crtc) }
        for assignment in change.others { set(assignment) }
        for (crtc, setting) in change.lit {
            settings[crtc] = setting
            if flags.contains(.allowModeset) {
                cannotFlip.remove(crtc)
                try light(crtc, setting)
            }
            if flags.contains(.flipEvent) {
                try flip(crtc, to: setting.scanout.framebuffer, key: key)
            }
        }
        for (crtc, framebuffer) in change.flips { try flip(crtc, to: framebuffer, key: key) }
    }

    /// Whether the picture would go dark for a moment.
    private func needsModeset(_ change: LegacyChange) throws(KMSError) -> Bool {
        for crtc in change.off where try calls.scanout(of: crtc).mode != nil { return true }
        for (crtc, setting) in change.lit where try !isSet(crtc, setting) { return true }
        return false
    }

    /// Whether a CRTC runs like this already, whatever it shows.
    private func isSet(_ crtc: UInt32, _ setting: LegacySetting) throws(KMSError) -> Bool {
        guard let mode = setting.scanout.mode, try calls.scanout(of: crtc).mode == mode else { return false }
        return try calls.crtc(driving: setting.connector) == crtc && isAwake(setting.connector)
    }

    private func isAwake(_ connector: UInt32?) -> Bool {
        guard let connector, let property = power[connector] else { return true }
        return (try? calls.value(of: property, object: connector)) ?? 0 == 0
    }

    private func turnOff(_ crtc: UInt32) throws(KMSError) {
        // One that is off is not touched: some drivers complain.
        guard try calls.scanout(of: crtc).mode != nil else { return }
        try calls.set(crtc, .off, connector: nil)
    }

    private func light(_ crtc: UInt32, _ setting: LegacySetting) throws(KMSError) {
        try calls.set(crtc, setting.scanout, connector: setting.connector)
        // The text console's blanking may have switched the display off, which the same mode does not undo.
        if let property = power[setting.connector], !isAwake(setting.connector) {
            try? calls.set(property, of: setting.connector, to: 0)
        }
    }

    /// Sets one of the driver's own properties, if it has another value. A leftover that stays is no reason to show
    /// nothing.
    private func set(_ assignment: AtomicRequest.Assignment) {
        let name = [assignment.object, assignment.property]
        let before = values[name] ?? (try? calls.value(of: assignment.property, object: assignment.object))
        values[name] = assignment.value
        guard before != assignment.value else { return }
        try? calls.set(assignment.property, of: assignment.object, to: assignment.value)
    }

    // MARK: Flips

    /// Shows a framebuffer on a CRTC that runs; an event follows.
    private func flip(_ crtc: UInt32, to framebuffer: UInt32, key: UInt64) throws(KMSError) {
        if !cannotFlip.contains(crtc), try tryFlip(crtc, to: framebuffer, key: key) {
            settings[crtc]?.scanout.framebuffer = framebuffer
            return
        }
        // Another layout than that of the last framebuffer, or a driver that never flips: a mode set that changes no
        // mode. Where the mode would change, the caller must ask for it.
        guard var setting = settings[crtc], try isSet(crtc, setting) else {
            throw KMSError("drmModePageFlip", errno: EINVAL)
        }
        setting.scanout.framebuffer = framebuffer
        try calls.set(crtc, setting.scanout, connector: setting.connector)
        settings[crtc] = setting
        if !cannotFlip.contains(crtc), try tryFlip(crtc, to: framebuffer, key: key) { return }
        // No page flip (EINVAL), or only with acceleration that is missing (nouveau: ENODEV).
        cannotFlip.insert(crtc)
        try? calls.markDirty(framebuffer)
        ownEvents.append(
            FlipEvent(key: key, time: Instant(nanoseconds: monotonicNanoseconds()), sequence: 0, crtc: crtc))
        // A moment that has passed: at once.
        try? timer.arm(atNanoseconds: 0)
    }

    /// - Returns: false where the driver does not flip to this framebuffer.
    private func tryFlip(_ crtc: UInt32, to framebuffer: UInt32, key: UInt64) throws(KMSError) -> Bool {
        do throws(KMSError) {
            try calls.flip(crtc, to: framebuffer, key: key)
            return true
        } catch {
            switch error.reaction {
            case .retryAtNextFlip:
                // Also the answer of a CRTC that shows nothing, which waiting does not help.
                if try calls.scanout(of: crtc).framebuffer == 0 {
                    throw KMSError("drmModePageFlip", errno: EINVAL)
                }
                throw error
            case .masterLost, .outOfMemory, .stuck: throw error
            case .unsupported, .deviceLost: return false
            }
        }
    }
}
