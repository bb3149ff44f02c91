internal import Signage

/// Everything a card said of itself at one moment.
struct CardSnapshot {
    /// The driver's name, for messages: "vc4".
    var driver: String
    /// The largest framebuffer and mode.
    var largest: PixelSize
    var crtcs: [CRTC]
    var connectors: [Connector]
    var planes: [Plane]
}

/// A KMS object whose properties can be set.
protocol KMSObject {
    /// What the kernel calls its kind, for messages.
    static var kind: String { get }
    var id: UInt32 { get }
    var properties: PropertyTable { get }
}

/// A display controller: it scans planes out at a mode.
struct CRTC: KMSObject {
    static let kind = "crtc"
    var id: UInt32
    /// Its bit in the masks of planes and encoders.
    var index: Int
    /// The mode it runs at; nil: it is off.
    var mode: Mode?
    var properties: PropertyTable

    /// Whether it scans out.
    var isActive: Bool { properties.value("ACTIVE") != 0 }
}

/// A socket for a display.
struct Connector: KMSObject {
    enum Status: Hashable { case connected, disconnected, unknown }

    static let kind = "connector"
    var id: UInt32
    /// "HDMI-A-1".
    var name: String
    var status: Status
    /// In the kernel's order, the best first.
    var modes: [Mode]
    /// Size of the display; nil: it does not say.
    var millimetres: PixelSize?
    /// A bit for each CRTC that can drive it.
    var possibleCRTCs: UInt32
    var properties: PropertyTable

    /// The CRTC that drives it; 0: none.
    var currentCRTC: UInt32 { UInt32(truncatingIfNeeded: properties.value("CRTC_ID")) }
    /// What the display says of itself, to see whether it has changed.
    struct Answer: Hashable {
        var id: UInt32
        var status: Status
        var modes: [Mode]
        var millimetres: PixelSize?
        var isLinkBad: Bool
    }
    var answer: Answer {
        Answer(id: id, status: status, modes: modes, millimetres: millimetres, isLinkBad: isLinkBad)
    }
    /// The display is there but has not said what it can do: it has no modes, or the kernel's own stand in for them.
    ///
    /// Only of those with a cable: a panel's modes come from its driver.
    var isSilent: Bool {
        guard status == .connected else { return false }
        if modes.isEmpty { return true }
        guard let description = properties["EDID"] else { return false }
        return description.value == 0 && ["HDMI", "DVI", "DP", "VGA"].contains { name.hasPrefix($0) }
    }
    /// A head-mounted display and its like.
    var isNonDesktop: Bool { properties.value("non-desktop") != 0 }
    /// The sink receives nothing until a full modeset (link-status).
    var isLinkBad: Bool {
        guard let status = properties["link-status"], let bad = status.named["Bad"] else { return false }
        return status.value == bad
    }
}

/// A layer of a CRTC.
struct Plane: KMSObject {
    enum Role: Hashable { case primary, overlay, cursor }

    static let kind = "plane"
    var id: UInt32
    var role: Role
    /// A bit for each CRTC that can show it.
    var possibleCRTCs: UInt32
    /// DRM_FORMAT_….
    var formats: [UInt32]
    var properties: PropertyTable
}
