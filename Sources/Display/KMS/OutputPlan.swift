internal import Signage

/// Which connector of a card is used, with which CRTC, plane and mode.
struct OutputPlan {
    var connector: Connector
    var crtc: CRTC
    var plane: Plane
    var choice: ModeChoice

    /// What the configuration and experience say.
    struct Wishes {
        var output: Configuration.Output = .auto
        var mode: Configuration.Mode = .preferred
        var modesetting: Configuration.ModeSetting = .auto
        /// Modes that were refused, by connector.
        var refused: [UInt32: Set<Mode>] = [:]
    }

    /// Whether both show the same thing in the same way.
    func isSame(as other: OutputPlan) -> Bool {
        connector.id == other.connector.id && crtc.id == other.crtc.id && plane.id == other.plane.id
            && choice.mode == other.choice.mode && connector.millimetres == other.connector.millimetres
    }

    var output: ScreenOutput {
        ScreenOutput(
            name: connector.name,
            geometry: OutputGeometry(size: choice.mode.size, millimetres: connector.millimetres),
            refreshMillihertz: choice.mode.refreshMillihertz, presenter: .composited)
    }

    /// Plans the output of a card.
    ///
    /// - Parameters:
    ///   - card: what the card says.
    ///   - wishes: what is wanted.
    ///   - format: the pixels that the plane must take, DRM_FORMAT_….
    /// - Returns: the plan, nil when nothing can be shown; and of each connector why it is used or not.
    static func make(
        for card: CardSnapshot, _ wishes: Wishes, format: UInt32
    ) -> (plan: OutputPlan?, reports: [ConnectorReport]) {
        var best: OutputPlan?
        var reports: [ConnectorReport] = []
        for connector in card.connectors.sorted(by: Self.goesBefore) {
            var reason: String
            switch plan(for: connector, of: card, wishes, format: format) {
            case .usable(let plan):
                reason = best == nil ? plan.choice.reason : "another connector is used"
                if best == nil, connector.status == .unknown {
                    reason += "; whether a display is connected is not known"
                }
                if best == nil { best = plan }
            case .unusable(let why): reason = why
            }
            let mode = best?.connector.id == connector.id ? best?.choice.mode.name : nil
            reports.append(
                ConnectorReport(
                    name: connector.name, isConnected: connector.status == .connected,
                    modes: connector.modes.map(\.name), mode: mode, reason: reason))
        }
        return (best, reports)
    }

    private enum Usability {
        case usable(OutputPlan)
        case unusable(String)
    }

    private static func plan(
        for connector: Connector, of card: CardSnapshot, _ wishes: Wishes, format: UInt32
    ) -> Usability {
        if case .connector(let name) = wishes.output, name != connector.name {
            return .unusable("the configuration names '\(name)'")
        }
        if connector.status == .disconnected { return .unusable("nothing is connected") }
        if connector.isNonDesktop { return .unusable("not a screen (non-desktop)") }
        if connector.modes.isEmpty {
            return .unusable("no modes: the display did not answer; it is asked again")
        }
        guard let crtc = crtc(for: connector, of: card) else { return .unusable("no CRTC can drive it") }
        guard let plane = primaryPlane(for: crtc, of: card, format: format) else {
            return .unusable("no primary plane takes XRGB8888")
        }
        let active = connector.currentCRTC == crtc.id ? crtc.mode : nil
        let choice = ModeChoice.choose(
            from: connector.modes, wanted: wishes.mode, active: active, largest: card.largest,
            refused: wishes.refused[connector.id] ?? [])
        guard let choice else { return .unusable("every mode was refused or is too large for the card") }
        return .usable(OutputPlan(connector: connector, crtc: crtc, plane: plane, choice: choice))
    }

    /// Those that are connected for certain first, then by name: the order must not change from boot to boot.
    private static func goesBefore(_ left: Connector, _ right: Connector) -> Bool {
        let isFirst = (left.status == .connected, right.status == .connected)
        if isFirst.0 != isFirst.1 { return isFirst.0 }
        return (left.name.utf8.count, left.name) < (right.name.utf8.count, right.name)
    }

    /// The CRTC that drives the connector already, else the first that can.
    private static func crtc(for connector: Connector, of card: CardSnapshot) -> CRTC? {
        let possible = card.crtcs.filter { connector.possibleCRTCs & (1 << UInt32($0.index)) != 0 }
        return possible.first { $0.id == connector.currentCRTC } ?? possible.first
    }

    /// The primary plane that the CRTC shows already, else the n-th of those that the n-th CRTC shares with others,
    /// else the first.
    private static func primaryPlane(for crtc: CRTC, of card: CardSnapshot, format: UInt32) -> Plane? {
        let primaries = card.planes.filter { $0.role == .primary && $0.formats.contains(format) }
        let possible = primaries.filter { $0.possibleCRTCs & (1 << UInt32(crtc.index)) != 0 }
        if let current = possible.first(where: { $0.properties.value("CRTC_ID") == UInt64(crtc.id) }) {
            return current
        }
        if crtc.index < primaries.count, possible.contains(where: { $0.id == primaries[crtc.index].id }) {
            return primaries[crtc.index]
        }
        return possible.first
    }
}
