public import Signage

/// What the configuration wants of a screen.
public struct ScreenWishes: Hashable, Sendable {
    /// Which connector.
    public var output: Configuration.Output
    /// Which of its modes.
    public var mode: Configuration.Mode
    /// By which calls.
    public var modesetting: Configuration.ModeSetting

    public init(
        output: Configuration.Output = .auto, mode: Configuration.Mode = .preferred,
        modesetting: Configuration.ModeSetting = .auto
    ) {
        self.output = output
        self.mode = mode
        self.modesetting = modesetting
    }

    /// Why the connectors cannot do it.
    ///
    /// - Parameter connectors: as a screen reports them.
    /// - Returns: the key of the configuration and what is wrong with it; nil: they can, or there is no display to say.
    public func objection(among connectors: [ConnectorReport]) -> (key: String, reason: String)? {
        let lit = connectors.filter { !$0.modes.isEmpty }
        guard !lit.isEmpty else { return nil }
        let candidates: [ConnectorReport]
        switch output {
        case .auto: candidates = lit.first { $0.mode != nil }.map { [$0] } ?? lit
        case .connector(let name):
            guard let named = connectors.first(where: { $0.name == name }) else {
                let names = connectors.map { "'\($0.name)'" }.joined(separator: ", ")
                return ("output", "there is no connector '\(name)'; there are \(names)")
            }
            if named.modes.isEmpty { return ("output", "nothing is connected to '\(name)'") }
            candidates = [named]
        }
        guard case .size(let size, let rate) = mode,
            !candidates.contains(where: { $0.modes.contains { Self.mode($0, is: size, rate) } })
        else { return nil }
        let text = "\(size.width)x\(size.height)" + (rate.map { "@" + Mode.rate($0) } ?? "")
        let offers = candidates.map { "'\($0.name)' has \(Self.list($0.modes))" }.joined(separator: ", ")
        return ("mode", "\(text) is not offered: \(offers)")
    }

    /// Whether a mode's name, "1920x1080i@60.00", is of this size and within 0.5 Hz of this rate.
    private static func mode(_ name: String, is size: PixelSize, _ millihertz: Int?) -> Bool {
        let parts = name.split(separator: "@")
        guard parts.count == 2, let hertz = Double(parts[1]) else { return false }
        let area = parts[0].hasSuffix("i") ? parts[0].dropLast() : parts[0]
        guard area == "\(size.width)x\(size.height)" else { return false }
        return millihertz.map { abs(Double($0) / 1000 - hertz) <= 0.5 } ?? true
    }

    /// The first of many.
    private static func list(_ modes: [String]) -> String {
        let shown = modes.prefix(12).joined(separator: " ")
        return modes.count > 12 ? shown + " and \(modes.count - 12) more" : shown
    }
}

extension ScreenOutput {
    /// Whether it is the connector that is wanted, in the mode that is wanted.
    public func isWanted(by wishes: ScreenWishes) -> Bool {
        if case .connector(let name) = wishes.output, name != self.name { return false }
        guard case .size(let size, let rate) = wishes.mode else { return true }
        return size == geometry.size && rate.map { abs($0 - refreshMillihertz) <= 500 } ?? true
    }
}
