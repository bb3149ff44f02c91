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
}
