internal import Signage

/// A display mode, as a connector offers it.
struct Mode: Hashable {
    var size: PixelSize
    /// mHz; of fields where interlaced.
    var refreshMillihertz: Int
    var isInterlaced = false
    var isPreferred = false
    /// The kernel's `struct drm_mode_modeinfo` without name and type, as a MODE_ID blob takes it.
    var timings: [UInt8] = []

    /// Modes are the same when their timings are.
    static func == (left: Mode, right: Mode) -> Bool {
        left.size == right.size && left.refreshMillihertz == right.refreshMillihertz
            && left.isInterlaced == right.isInterlaced && left.timings == right.timings
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        hasher.combine(refreshMillihertz)
        hasher.combine(timings)
    }

    var pixels: Int { size.width * size.height }

    /// "1920x1080@60.00", with an "i" behind the size where interlaced.
    var name: String {
        "\(size.width)x\(size.height)\(isInterlaced ? "i" : "")@\(Self.rate(refreshMillihertz))"
    }

    /// "59.94" of 59940 mHz.
    static func rate(_ millihertz: Int) -> String {
        let hundredths = (millihertz + 5) / 10
        let fraction = hundredths % 100
        return "\(hundredths / 100)." + (fraction < 10 ? "0\(fraction)" : "\(fraction)")
    }

    /// Vertical refresh in mHz by the pixel clock, as the kernel's drm_mode_vrefresh() does it in Hz.
    static func refreshMillihertz(
        clockKilohertz: Int, totalWidth: Int, totalHeight: Int, scans: Int, isInterlaced: Bool,
        isDoubleScan: Bool
    ) -> Int {
        let pixels = totalWidth * totalHeight * max(1, scans) * (isDoubleScan ? 2 : 1)
        guard pixels > 0 else { return 0 }
        let rate = clockKilohertz * 1_000_000 * (isInterlaced ? 2 : 1)
        return (rate + pixels / 2) / pixels
    }
}
