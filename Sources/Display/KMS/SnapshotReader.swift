internal import CDRM
internal import Glibc
internal import Signage

/// Reads everything a card says of itself; libdrm's structures are copied and freed at once.
struct SnapshotReader {
    let card: CInt
    /// What a property is does not change: asked once for each number.
    private var known: [UInt32: (name: String, property: Property)] = [:]

    init(card: CInt) {
        self.card = card
    }

    /// - Parameters:
    ///   - driver: its name.
    ///   - withPlanes: false where they do not matter.
    /// - Returns: what the card says now.
    /// - Throws: the errno of the getter that failed; EOPNOTSUPP for a node without a display.
    mutating func read(driver: String, withPlanes: Bool = true) throws(KMSError) -> CardSnapshot {
        guard let resources = drmModeGetResources(card) else {
            throw KMSError("drmModeGetResources", errno: errno)
        }
        defer { drmModeFreeResources(resources) }
        let counts = resources.pointee
        guard counts.count_crtcs > 0, counts.count_connectors > 0, counts.count_encoders > 0 else {
            throw KMSError("drmModeGetResources", errno: EOPNOTSUPP)
        }
        // Connectors first: probing them may change what the others say.
        var connectors: [Connector] = []
        for index in 0..<Int(counts.count_connectors) {
            if let connector = readConnector(counts.connectors[index]) { connectors.append(connector) }
        }
        var crtcs: [CRTC] = []
        for index in 0..<Int(counts.count_crtcs) {
            crtcs.append(readCRTC(counts.crtcs[index], index: index))
        }
        return CardSnapshot(
            driver: driver,
            largest: PixelSize(width: Int(counts.max_width), height: Int(counts.max_height)),
            crtcs: crtcs, connectors: connectors, planes: withPlanes ? try readPlanes() : [])
    }

    private mutating func readConnector(_ id: UInt32) -> Connector? {
        // nil: it went while we were reading (a dock's connector).
        guard let found = drmModeGetConnector(card, id) else { return nil }
        defer { drmModeFreeConnector(found) }
        let connector = found.pointee
        let type =
            drmModeGetConnectorTypeName(connector.connector_type).map { String(cString: $0) } ?? "Unknown"
        let status: Connector.Status =
            switch connector.connection {
            case DRM_MODE_CONNECTED: .connected
            case DRM_MODE_DISCONNECTED: .disconnected
            default: .unknown
            }
        var modes: [Mode] = []
        for index in 0..<Int(connector.count_modes) where !Self.isStereo(connector.modes[index]) {
            modes.append(Self.mode(connector.modes[index]))
        }
        let hasSize = connector.mmWidth > 0 && connector.mmHeight > 0
        return Connector(
            id: id, name: "\(type)-\(connector.connector_type_id)", status: status, modes: modes,
            millimetres: hasSize
                ? PixelSize(width: Int(connector.mmWidth), height: Int(connector.mmHeight)) : nil,
            possibleCRTCs: drmModeConnectorGetPossibleCrtcs(card, found), properties: readProperties(of: id))
    }

    private mutating func readCRTC(_ id: UInt32, index: Int) -> CRTC {
        var mode: Mode?
        if let found = drmModeGetCrtc(card, id) {
            if found.pointee.mode_valid != 0 { mode = Self.mode(found.pointee.mode) }
            drmModeFreeCrtc(found)
        }
        return CRTC(id: id, index: index, mode: mode, properties: readProperties(of: id))
    }

    private mutating func readPlanes() throws(KMSError) -> [Plane] {
        guard let resources = drmModeGetPlaneResources(card) else {
            throw KMSError("drmModeGetPlaneResources", errno: errno)
        }
        defer { drmModeFreePlaneResources(resources) }
        var planes: [Plane] = []
        for index in 0..<Int(resources.pointee.count_planes) {
            guard let found = drmModeGetPlane(card, resources.pointee.planes[index]) else { continue }
            let id = found.pointee.plane_id
            let possible = found.pointee.possible_crtcs
            let formats = (0..<Int(found.pointee.count_formats)).map { found.pointee.formats[$0] }
            drmModeFreePlane(found)
            let properties = readProperties(of: id)
            let role: Plane.Role =
                switch properties.value("type") {
                case UInt64(DRM_PLANE_TYPE_PRIMARY): .primary
                case UInt64(DRM_PLANE_TYPE_CURSOR): .cursor
                default: .overlay
                }
            planes.append(
                Plane(id: id, role: role, possibleCRTCs: possible, formats: formats, properties: properties))
        }
        return planes
    }

    private mutating func readProperties(of object: UInt32) -> PropertyTable {
        guard let found = drmModeObjectGetProperties(card, object, UInt32(DRM_MODE_OBJECT_ANY)) else {
            return PropertyTable()
        }
        defer { drmModeFreeObjectProperties(found) }
        var table: [String: Property] = [:]
        for index in 0..<Int(found.pointee.count_props) {
            guard let described = describe(found.pointee.props[index]) else { continue }
            table[described.name] = described.property
            table[described.name]?.value = found.pointee.prop_values[index]
        }
        return PropertyTable(table)
    }

    private mutating func describe(_ id: UInt32) -> (name: String, property: Property)? {
        if let known = known[id] { return known }
        guard let found = drmModeGetProperty(card, id) else { return nil }
        defer { drmModeFreeProperty(found) }
        let flags = found.pointee.flags
        var property = Property(id: id, value: 0)
        property.isImmutable = flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0
        if flags & UInt32(DRM_MODE_PROP_RANGE) != 0, found.pointee.count_values >= 2,
            found.pointee.values[0] <= found.pointee.values[1]
        {
            property.range = found.pointee.values[0]...found.pointee.values[1]
        }
        let isMask = flags & UInt32(DRM_MODE_PROP_BITMASK) != 0
        for index in 0..<Int(found.pointee.count_enums) {
            let value = found.pointee.enums[index].value
            property.named[Self.text(found.pointee.enums[index].name)] = isMask ? 1 << value : value
        }
        let described = (Self.text(found.pointee.name), property)
        known[id] = described
        return described
    }

    private static func isStereo(_ mode: drmModeModeInfo) -> Bool {
        mode.flags & UInt32(DRM_MODE_FLAG_3D_MASK) != 0
    }

    /// A mode as the kernel describes it.
    static func mode(_ info: drmModeModeInfo) -> Mode {
        var timings = info
        timings.type = 0
        withUnsafeMutableBytes(of: &timings.name) { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
        let isInterlaced = info.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0
        return Mode(
            size: PixelSize(width: Int(info.hdisplay), height: Int(info.vdisplay)),
            refreshMillihertz: Mode.refreshMillihertz(
                clockKilohertz: Int(info.clock), totalWidth: Int(info.htotal), totalHeight: Int(info.vtotal),
                scans: Int(info.vscan), isInterlaced: isInterlaced,
                isDoubleScan: info.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0),
            isInterlaced: isInterlaced, isPreferred: info.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0,
            timings: withUnsafeBytes(of: timings) { Array($0) })
    }

    /// A name of the kernel in a fixed room, which it need not fill.
    private static func text<Room>(_ room: Room) -> String {
        withUnsafeBytes(of: room) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
