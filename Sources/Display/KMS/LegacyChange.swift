/// What an atomic request asks of a card that knows only CRTCs with a mode, a connector and a framebuffer.
struct LegacyChange {
    /// CRTCs that are to be off.
    private(set) var off: [UInt32] = []
    /// CRTCs that are to run: with everything that must be known for it.
    private(set) var lit: [(crtc: UInt32, setting: LegacySetting)] = []
    /// CRTCs that stay as they are but for their framebuffer.
    private(set) var flips: [(crtc: UInt32, framebuffer: UInt32)] = []
    /// Properties that the driver itself has.
    private(set) var others: [AtomicRequest.Assignment] = []

    /// - Parameters:
    ///   - request: made for a card as `LegacyProperty.complete` describes it.
    ///   - known: how CRTCs were set before, for what the request leaves out.
    ///   - blobs: the modes, by the numbers of their blobs.
    init(_ request: AtomicRequest, known: [UInt32: LegacySetting], blobs: [UInt32: [UInt8]]) {
        var active: [UInt32: Bool] = [:]
        var modes: [UInt32: UInt32] = [:]
        var connectors: [UInt32: UInt32] = [:]
        var framebuffers: [UInt32: UInt32] = [:]
        for assignment in request.assignments {
            let value = UInt32(truncatingIfNeeded: assignment.value)
            switch LegacyProperty(rawValue: assignment.property) {
            case .active: active[assignment.object] = value != 0
            case .mode: modes[assignment.object] = value
            case .connectorCRTC where value != 0: connectors[value] = assignment.object
            case .framebuffer: framebuffers[LegacyProperty.crtc(ofPlane: assignment.object)] = value
            case .connectorCRTC, .planeCRTC: break
            case nil: others.append(assignment)
            }
        }
        for (crtc, isActive) in active.sorted(by: { $0.key < $1.key }) {
            guard isActive, modes[crtc] != 0 else {
                off.append(crtc)
                continue
            }
            let before = known[crtc]
            lit.append(
                (
                    crtc,
                    LegacySetting(
                        connector: connectors[crtc] ?? before?.connector ?? 0,
                        scanout: Scanout(
                            mode: modes[crtc].flatMap { blobs[$0] } ?? before?.scanout.mode,
                            framebuffer: framebuffers[crtc] ?? before?.scanout.framebuffer ?? 0))
                ))
        }
        for (crtc, framebuffer) in framebuffers.sorted(by: { $0.key < $1.key })
        where framebuffer != 0 && active[crtc] == nil {
            flips.append((crtc, framebuffer))
        }
    }
}

/// How a CRTC is set.
struct LegacySetting: Hashable {
    var connector: UInt32
    var scanout: Scanout
}

/// The properties that only atomic drivers show, by numbers of our own: the kernel counts up from 1.
enum LegacyProperty: UInt32, CaseIterable {
    case active = 0xFFFF_FF01
    case mode = 0xFFFF_FF02
    case connectorCRTC = 0xFFFF_FF03
    case planeCRTC = 0xFFFF_FF04
    case framebuffer = 0xFFFF_FF05

    /// As atomic drivers call it.
    var name: String {
        switch self {
        case .active: "ACTIVE"
        case .mode: "MODE_ID"
        case .connectorCRTC, .planeCRTC: "CRTC_ID"
        case .framebuffer: "FB_ID"
        }
    }

    /// The made-up primary plane of a CRTC: the old calls name no primary planes, and need none.
    static func plane(of crtc: UInt32) -> UInt32 { crtc | madeUp }

    static func crtc(ofPlane plane: UInt32) -> UInt32 { plane & ~madeUp }

    private static let madeUp: UInt32 = 0x8000_0000

    /// Adds to a description what an atomic driver would have said as well.
    ///
    /// - Parameters:
    ///   - card: without planes.
    ///   - format: of the pixels that every CRTC can show, DRM_FORMAT_….
    ///   - crtc: the CRTC that drives a connector now, 0 for none.
    ///   - scanout: what a CRTC does now.
    static func complete(
        _ card: inout CardSnapshot, format: UInt32, crtc: (UInt32) -> UInt32, scanout: (UInt32) -> Scanout
    ) {
        card.planes = []
        var asleep: Set<UInt32> = []
        for index in card.connectors.indices {
            let driver = crtc(card.connectors[index].id)
            // The power of its display is that of the CRTC in atomic drivers.
            if card.connectors[index].properties.value("DPMS") != 0 { asleep.insert(driver) }
            card.connectors[index].properties.add(.connectorCRTC, UInt64(driver))
        }
        for index in card.crtcs.indices {
            let crtc = card.crtcs[index]
            let now = scanout(crtc.id)
            let isActive = now.mode != nil && !asleep.contains(crtc.id)
            card.crtcs[index].properties.add(.active, isActive ? 1 : 0)
            card.crtcs[index].properties.add(.mode, 0)
            var properties = PropertyTable()
            properties.add(.framebuffer, UInt64(now.framebuffer))
            properties.add(.planeCRTC, now.framebuffer == 0 ? 0 : UInt64(crtc.id))
            card.planes.append(
                Plane(
                    id: plane(of: crtc.id), role: .primary, possibleCRTCs: 1 << UInt32(crtc.index),
                    formats: [format], properties: properties))
        }
    }
}

extension PropertyTable {
    fileprivate mutating func add(_ property: LegacyProperty, _ value: UInt64) {
        self[property.name] = Property(id: property.rawValue, value: value)
    }
}
