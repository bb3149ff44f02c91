internal import Glibc
internal import SystemCalls

/// The light behind a panel, in the kernel's directory of backlights.
///
/// A display that is off for the kernel is not dark for the eye while its light burns.
struct Backlight {
    /// FB_BLANK_POWERDOWN, what `bl_power` says of a light that is out.
    private static let poweredDown = 4

    /// The kernel's name: "10-0045", "intel_backlight".
    let name: String
    private let path: String

    /// The light of a connector's panel.
    ///
    /// - Parameters:
    ///   - connector: as the kernel names it: "DSI-1".
    ///   - root: the directory of all, /sys/class/backlight.
    /// - Returns: the one that hangs below the connector; else, for a connector that only panels have, the only one
    ///   there is. Televisions and monitors look after their own.
    static func find(for connector: String, below root: String) -> Backlight? {
        let all = names(in: root).map { Backlight(name: $0, path: root + "/" + $0) }
        if let own = all.first(where: { $0.connector == connector }) { return own }
        let free = all.filter { $0.connector == nil }
        let kind = connector.split(separator: "-").dropLast().joined(separator: "-")
        return free.count == 1 && ["DSI", "eDP", "LVDS", "DPI", "SPI"].contains(kind) ? free.first : nil
    }

    /// Puts it out.
    ///
    /// - Returns: how bright it was, where that is to be restored.
    /// - Throws: the errno of a file that cannot be written.
    func switchOff() throws(SystemError) -> Int? {
        if number("bl_power") != nil {
            try write("bl_power", Self.poweredDown)
            return nil
        }
        let brightness = number("brightness")
        try write("brightness", 0)
        return brightness.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Lights it; one that is lit is left alone.
    ///
    /// - Parameter brightness: how bright it was; nil: not known, then as bright as it can be.
    /// - Throws: the errno of a file that cannot be written.
    func switchOn(_ brightness: Int?) throws(SystemError) {
        if let power = number("bl_power") {
            if power != 0 { try write("bl_power", 0) }
        } else if number("brightness") == 0 {
            try write("brightness", brightness ?? number("max_brightness") ?? 1)
        }
    }

    /// The connector below which it hangs; nil: none, its driver is a panel's or a chip's.
    private var connector: String? {
        guard let place = realpath(path + "/device", nil) else { return nil }
        defer { free(place) }
        // ".../drm/card0/card0-eDP-1"
        let last = String(cString: place).split(separator: "/").last ?? ""
        guard last.hasPrefix("card"), let dash = last.firstIndex(of: "-") else { return nil }
        return String(last[last.index(after: dash)...])
    }

    private func number(_ file: String) -> Int? {
        // Each of these files has 4096 bytes, says the kernel.
        guard let bytes = try? readFile(path + "/" + file, limit: 4096) else { return nil }
        return Int(String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self))
    }

    private func write(_ file: String, _ number: Int) throws(SystemError) {
        let descriptor = try Descriptor(opening: path + "/" + file, O_WRONLY)
        try descriptor.writeAll(Array("\(number)\n".utf8))
    }

    private static func names(in root: String) -> [String] {
        guard let directory = opendir(root) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
