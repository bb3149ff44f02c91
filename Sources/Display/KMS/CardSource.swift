internal import Signage
internal import SystemCalls

/// A display card's primary node.
struct CardNode: Hashable {
    /// "card0": only a name of this boot.
    var name: String
    /// "/dev/dri/card0".
    var path: String
    /// The firmware's choice, sysfs `boot_display`.
    var isBootDisplay = false
    /// The firmware's choice, sysfs `boot_vga` of the PCI device.
    var isBootVGA = false
}

/// What happened to a card.
enum CardChange: Hashable {
    case added(String)
    case removed(String)
    /// The kernel says that a display came, went or changed.
    case hotplugged(String)
    /// Anything else happened to it.
    case changed(String)
    /// There was more than could be kept: anything may have happened.
    case lost
}

/// Where cards come from: udev, or a test.
protocol CardSource: AnyObject {
    /// Readable when something happened to a card.
    var descriptor: Descriptor { get }

    /// What happened since the last call.
    func changes() -> [CardChange]

    /// The cards of the seat now.
    func nodes() -> [CardNode]

    /// Opens a card.
    ///
    /// - Parameters:
    ///   - node: the card.
    ///   - modesetting: by which calls it is to be driven.
    /// - Returns: the open card.
    /// - Throws: EOPNOTSUPP for a node that cannot show anything.
    func open(_ node: CardNode, _ modesetting: Configuration.ModeSetting) throws(KMSError) -> any KMSDevice
}
