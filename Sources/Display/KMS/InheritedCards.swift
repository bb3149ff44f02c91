internal import CDRM
internal import Glibc
internal import Signage
internal import SystemCalls

/// Cards that the process before this one had open, and all others.
///
/// The first opening of such a card takes its open file over, and the picture on the glass stays until there is
/// another.
final class InheritedCards: CardSource {
    typealias Adoption = (Descriptor, Configuration.ModeSetting) throws(KMSError) -> any KMSDevice

    /// Of display nodes, `DRM_MAJOR`.
    private static let displayMajor: UInt32 = 226

    var descriptor: Descriptor { source.descriptor }

    private let source: any CardSource
    private let adopt: Adoption
    /// By the card's name now.
    private var inherited: [String: Descriptor] = [:]

    /// - Parameters:
    ///   - descriptors: what was handed over; those that are no card, and all but one of a card, are closed.
    ///   - source: where cards come from otherwise.
    ///   - name: the name of the card that is open, nil: it is none.
    ///   - adopt: takes a card over; throws when it cannot be used any more.
    init(
        _ descriptors: [Descriptor], over source: any CardSource,
        name: (Descriptor) -> String? = InheritedCards.cardName,
        adopt: @escaping Adoption = { card, modesetting throws(KMSError) in
            try DRMCard(adopting: card).device(modesetting)
        }
    ) {
        self.source = source
        self.adopt = adopt
        for descriptor in descriptors {
            if let name = name(descriptor) { inherited[name] = inherited[name] ?? descriptor }
        }
    }

    func changes() -> [CardChange] { source.changes() }

    func nodes() -> [CardNode] { source.nodes() }

    func open(
        _ node: CardNode, _ modesetting: Configuration.ModeSetting
    ) throws(KMSError) -> any KMSDevice {
        if let card = inherited.removeValue(forKey: node.name), let device = try? adopt(card, modesetting) {
            return device
        }
        return try source.open(node, modesetting)
    }

    /// Closes what is not in use by now: nobody will ask for it.
    func closeRest() {
        inherited = [:]
    }

    /// "card0", by the device's number: sysfs names it as udev does. nil: it is no primary node.
    private static func cardName(of descriptor: Descriptor) -> String? {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0, status.st_mode & S_IFMT == S_IFCHR,
            signage_device_major(status.st_rdev) == displayMajor
        else { return nil }
        var room = [CChar](repeating: 0, count: 4096)
        let link = "/sys/dev/char/\(displayMajor):\(signage_device_minor(status.st_rdev))"
        let length = readlink(link, &room, room.count)
        guard length > 0 else { return nil }
        let path = room.prefix(length).map(UInt8.init(bitPattern:))
        let name = String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
        return name.hasPrefix("card") ? name : nil
    }
}
