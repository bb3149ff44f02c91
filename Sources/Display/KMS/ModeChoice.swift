internal import Signage

/// Which mode of a connector is used, and why.
struct ModeChoice: Hashable {
    var mode: Mode
    /// "preferred", "as configured", …
    var reason: String

    /// Chooses a mode: the configured one, else the one already running if it is as good as preferred (no flicker),
    /// else the preferred one, else the largest progressive one of at least 50 Hz, else the first.
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
        let usable = modes.filter { mode in
            !mode.size.isEmpty && mode.refreshMillihertz > 0 && !refused.contains(mode)
                && mode.size.width <= largest.width && mode.size.height <= largest.height
        }
        var prefix = ""
        if case .size(let size, let refresh) = wanted {
            if let mode = match(usable, size, refresh) {
                return ModeChoice(mode: mode, reason: "as configured")
            }
            let rate = refresh.map { "@" + Mode.rate($0) } ?? ""
            prefix = "\(size.width)x\(size.height)\(rate) is not offered; "
        }
        // Interlaced modes only where there is nothing else, or by configuration.
        let progressive = usable.filter { !$0.isInterlaced }
        if let preferred = progressive.first(where: \.isPreferred) {
            if let active, progressive.contains(active), active.size == preferred.size,
                abs(active.refreshMillihertz - preferred.refreshMillihertz) <= 500
            {
                return ModeChoice(mode: active, reason: prefix + "preferred, already running")
            }
            return ModeChoice(mode: preferred, reason: prefix + "preferred")
        }
        let smooth = progressive.filter { $0.refreshMillihertz >= 49_900 }
        if let largest = smooth.max(by: { isBetter($1, than: $0) }) {
            return ModeChoice(mode: largest, reason: prefix + "the largest of at least 50 Hz")
        }
        return (progressive.first ?? usable.first).map { ModeChoice(mode: $0, reason: prefix + "the first") }
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
        let pixels = mode.size.width * mode.size.height
        let others = other.size.width * other.size.height
        return (pixels, mode.refreshMillihertz) > (others, other.refreshMillihertz)
    }
}
