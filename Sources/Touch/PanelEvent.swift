internal import Signage

/// One event of libinput, as a value.
enum PanelEvent: Hashable {
    /// A finger of a device, by libinput's seat slot; −1 where a panel has only one.
    struct Finger: Hashable {
        var device: Int
        var slot: Int

        /// Unique over all devices, and over all devices that ever were.
        var contact: Int { device << 16 | slot & 0xffff }
    }

    case added(device: Int, TouchDevice)
    case removed(device: Int)
    /// In the output's own pixels, as far outside as the panel says.
    case down(Finger, x: Double, y: Double, at: Instant)
    case motion(Finger, x: Double, y: Double, at: Instant)
    case up(Finger, at: Instant)
    case cancel(Finger, at: Instant)
    /// What a device said since its last frame happened at one moment.
    case frame(device: Int)
}
