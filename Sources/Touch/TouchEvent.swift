public import Signage

/// A touch screen that is plugged in.
public struct TouchDevice: Hashable, Sendable {
    /// As the device calls itself: "raspberrypi-ts".
    public var name: String
    /// Its node: "/dev/input/event3".
    public var node: String

    public init(name: String, node: String) {
        self.name = name
        self.node = node
    }
}

/// What touches are mapped to.
public struct TouchTarget: Hashable, Sendable {
    /// Pixels of the output that the panels cover.
    public var display: PixelSize
    /// How the picture lies on it.
    public var mounting: Mounting

    public init(display: PixelSize, mounting: Mounting = Mounting()) {
        self.display = display
        self.mounting = mounting
    }
}

/// What the touch screens tell.
public enum TouchEvent: Hashable, Sendable {
    /// A finger, in pixels of the picture as seen: within 0 … width − 1 and 0 … height − 1.
    case touch(Touch)
    case deviceAdded(TouchDevice)
    /// Its fingers were cancelled before.
    case deviceRemoved(TouchDevice)
    /// Something failed; nothing more is to be done about it. To be logged.
    case trouble(String)
}
