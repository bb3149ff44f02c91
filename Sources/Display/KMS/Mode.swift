internal import CDRM
internal import Signage

/// A display mode, as a connector offers it.
struct Mode: Hashable {
    var size: PixelSize
    /// mHz: of fields where interlaced.
    var refreshMillihertz: Int
    var isInterlaced: Bool
    var isPreferred: Bool
    /// The kernel's `struct drm_mode_modeinfo`, byte for byte, as a MODE_ID blob takes it.
    var timings: [UInt8]

    /// "1920x1080@60.00", with an "i" behind the size where interlaced.
    var name: String {
        Self.name(size: size, refreshMillihertz: refreshMillihertz, isInterlaced: isInterlaced)
    }

    static func name(size: PixelSize, refreshMillihertz: Int, isInterlaced: Bool) -> String {
        let hundredths = (refreshMillihertz + 5) / 10
        let fraction = hundredths % 100
        return "\(size.width)x\(size.height)\(isInterlaced ? "i" : "")@\(hundredths / 100)."
            + (fraction < 10 ? "0\(fraction)" : "\(fraction)")
    }

    /// Vertical refresh by the pixel clock, as drm_mode_vrefresh() of the kernel, but in mHz.
    static func refreshMillihertz(
        clockKilohertz: UInt32, total: (horizontal: UInt16, vertical: UInt16), scans: UInt16,
        isInterlaced: Bool,
        isDoubleScan: Bool
    ) -> Int {
        let pixels = Int(total.horizontal) * Int(total.vertical) * max(1, Int(scans)) * (isDoubleScan ? 2 : 1)
        guard pixels > 0 else { return 0 }
        let millihertz = Int(clockKilohertz) * 1_000_000 * (isInterlaced ? 2 : 1)
        return (millihertz + pixels / 2) / pixels
    }
}
