internal import Signage

/// Which mode of a connector is used, and why.
struct ModeChoice: Hashable {
    var mode: Mode
    /// "preferred", "as configured", …
    var reason: String

    /// More pixels than these (2560 × 1600) are not drawn unless asked for: each costs time in every frame.
    static let mostPixels = 4_096_000

    /// Chooses a mode: the configured one, else the one already running if it is as good as preferred (no flicker),
    /// else the preferred one, else the largest progressive one of at least 50 Hz, else the first. Instead of a
    /// preferred one that is larger than `mostPixels`, or cannot be had, 1080p.
    ///
    /// - Parameters:
    ///   - modes: in the kernel's order.
    ///   - wanted: the configuration's.
    ///   - active: what the connector runs at now.
    ///   - largest: the card's limit.
    ///   - refused: modes that were tried in vain.
    /// - Returns: nil when no mode can be used.
    static func choose(
        from modes: [Mode], wanted: Configuration.Mode, active: Mode?, largest: PixelSize, refused: Set<Mode>
    ) -> ModeChoice? {
        func fits(_ mode: Mode) -> Bool {
            mode.size.width <= largest.width && mode.size.height <= largest.height
        }
        let sound = modes.filter { !$0.size.isEmpty && $0.refreshMillihertz > 0 }
        let usable = sound.filter { fits($0) && !refused.contains($0) }
        var prefix = ""
        if case .size(let size, let refresh) = wanted {
            if let mode = match(usable, size, refresh) {
                return ModeChoice(mode: mode, reason: "as configured")
            }
            let rate = refresh.map { "@" + Mode.rate($0) } ?? ""
            let isOffered = match(sound, size, refresh) != nil
            let why = isOffered ? "cannot be had" : "is not offered"
            prefix = "\(size.width)x\(size.height)\(rate) \(why); "
        }
        // Interlaced modes only where there is nothing else, or by configuration.
        let progressive = usable.filter { !$0.isInterlaced }
        if let preferred = sound.first(where: { $0.isPreferred && !$0.isInterlaced }) {
            let isUsable = usable.contains(preferred)
            let isWanted = isUsable && preferred.pixels <= mostPixels
            if !isWanted, let mode = fullHD(progressive, like: preferred, active) {
                let why =
                    isUsable
                    ? "too much to draw unless 'mode' asks for it"
                    : fits(preferred) ? "refused" : "too large for the card"
                return ModeChoice(
                    mode: mode, reason: prefix + "1080p instead of \(preferred.name), which is \(why)")
            }
            if isUsable {
                if let active, progressive.contains(active), isNear(active, preferred) {
                    return ModeChoice(mode: active, reason: prefix + "preferred, already running")
                }
                return ModeChoice(mode: preferred, reason: prefix + "preferred")
            }
            let why = fits(preferred) ? "refused" : "too large for the card"
            prefix += "the preferred \(preferred.name) is \(why); "
        }
        let smooth = progressive.filter { $0.refreshMillihertz >= slowest }
        let small = smooth.filter { $0.pixels <= mostPixels }
        if let largest = (small.isEmpty ? smooth : small).max(by: { isBetter($1, than: $0) }) {
            return ModeChoice(mode: largest, reason: prefix + "the largest of at least 50 Hz")
        }
        return (progressive.first ?? usable.first).map { ModeChoice(mode: $0, reason: prefix + "the first") }
    }

    /// 1920 × 1080 instead of a larger mode of about that shape: the fastest up to 60 Hz, or the one that runs if it
    /// is as good.
    private static func fullHD(_ progressive: [Mode], like preferred: Mode, _ active: Mode?) -> Mode? {
        let size = PixelSize(width: 1920, height: 1080)
        // 16:9, and the 17:9 of cinemas.
        let (wide, high) = (preferred.size.width * 9, preferred.size.height * 16)
        guard preferred.pixels > size.width * size.height, abs(wide - high) * 12 <= high else { return nil }
        let rates = slowest...60_500
        let best = progressive.filter { $0.size == size && rates.contains($0.refreshMillihertz) }
            .max { isBetter($1, than: $0) }
        if let active, let best, progressive.contains(active), isNear(active, best) { return active }
        return best
    }

    /// mHz: anything slower looks jerky.
    private static let slowest = 49_900

    /// Whether one can stand for the other.
    private static func isNear(_ mode: Mode, _ other: Mode) -> Bool {
        mode.size == other.size && abs(mode.refreshMillihertz - other.refreshMillihertz) <= 500
    }

    /// The mode of a size whose refresh rate is nearest to the wanted one, within 0.5 Hz; without one the preferred
    /// mode, else the fastest. Progressive ones go first.
    private static func match(_ modes: [Mode], _ size: PixelSize, _ refresh: Int?) -> Mode? {
        let sized = modes.filter { $0.size == size }
        for candidates in [sized.filter { !$0.isInterlaced }, sized.filter(\.isInterlaced)] {
            if let refresh {
                func distance(_ mode: Mode) -> Int { abs(mode.refreshMillihertz - refresh) }
                let nearest = candidates.min { distance($0) < distance($1) }
                if let nearest, distance(nearest) <= 500 { return nearest }
            } else if let preferred = candidates.first(where: \.isPreferred) {
                return preferred
            } else if let fastest = candidates.max(by: { isBetter($1, than: $0) }) {
                return fastest
            }
        }
        return nil
    }

    private static func isBetter(_ mode: Mode, than other: Mode) -> Bool {
        (mode.pixels, mode.refreshMillihertz) > (other.pixels, other.refreshMillihertz)
    }
}
