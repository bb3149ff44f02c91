import Signage

@testable import Display

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

    mutating func setNamed(_ name: String, _ value: UInt64) {
        if let number = self[name]?.id { set(number, value) }
    }

    func value(of property: UInt32) -> UInt64? {
        Self.names.compactMap { self[$0] }.first { $0.id == property }?.value
    }

    private static let names = [
        "ACTIVE", "MODE_ID", "CRTC_ID", "FB_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y",
        "CRTC_W",
        "CRTC_H", "type", "rotation", "alpha", "zpos", "pixel blend mode", "link-status", "FB_DAMAGE_CLIPS",
        "GAMMA_LUT", "CTM", "DEGAMMA_LUT", "VRR_ENABLED", "non-desktop", "left margin", "EDID",
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
