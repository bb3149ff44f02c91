internal import CUdev
internal import Glibc
internal import Signage
internal import SystemCalls

/// The cards that udev knows: subsystem `drm`, `card[0-9]*`, seat0.
final class UdevCards: CardSource {
    let descriptor: Descriptor
    private let udev: OpaquePointer
    private let monitor: OpaquePointer

    /// Listens to udev from now on.
    ///
    /// - Throws: the errno of udev_new() or of the call that set up its monitor.
    init() throws(SystemError) {
        guard let udev = udev_new() else { throw SystemError("udev_new", errno: errno) }
        guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
            let code = errno
            udev_unref(udev)
            throw SystemError("udev_monitor_new_from_netlink", errno: code)
        }
        var failure = -udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil)
        if failure <= 0 { failure = -udev_monitor_enable_receiving(monitor) }
        // The monitor closes its descriptor itself: this is another one for the same socket.
        let number = failure <= 0 ? fcntl(udev_monitor_get_fd(monitor), F_DUPFD_CLOEXEC, 0) : -1
        guard number >= 0 else {
            if failure <= 0 { failure = errno }
            udev_monitor_unref(monitor)
            udev_unref(udev)
            throw SystemError("udev_monitor_enable_receiving", errno: failure)
        }
        self.udev = udev
        self.monitor = monitor
        descriptor = Descriptor(owning: number)
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    func changes() -> [CardChange] {
        var changes: [CardChange] = []
        errno = 0
        while let device = udev_monitor_receive_device(monitor) {
            defer { udev_device_unref(device) }
            // A connector's own events ("card0-HDMI-A-1") are its card's changes.
            guard let name = Self.cardName(udev_device_get_sysname(device)), Self.isOurSeat(device) else {
                continue
            }
            // A lease is no hot-plug.
            if udev_device_get_property_value(device, "LEASE") != nil { continue }
            let isCard = udev_device_get_devnode(device) != nil
            switch Self.text(udev_device_get_action(device)) {
            case "add" where isCard: changes.append(.added(name))
            case "remove" where isCard: changes.append(.removed(name))
            default:
                // With a PROPERTY it tells of that alone, such as copy protection or a bad link.
                let isHotplug =
                    Self.text(udev_device_get_property_value(device, "HOTPLUG")) == "1"
                    && udev_device_get_property_value(device, "PROPERTY") == nil
                changes.append(isHotplug ? .hotplugged(name) : .changed(name))
            }
            errno = 0
        }
        // The socket's buffer ran over while this program was busy or stopped.
        if errno == ENOBUFS { changes.append(.lost) }
        return changes
    }

    func nodes() -> [CardNode] {
        guard let list = udev_enumerate_new(udev) else { return [] }
        defer { udev_enumerate_unref(list) }
        udev_enumerate_add_match_subsystem(list, "drm")
        udev_enumerate_add_match_sysname(list, "card[0-9]*")
        udev_enumerate_scan_devices(list)
        var nodes: [CardNode] = []
        var entry = udev_enumerate_get_list_entry(list)
        while let current = entry {
            entry = udev_list_entry_get_next(current)
            guard let device = udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) else {
                continue
            }
            defer { udev_device_unref(device) }
            // The pattern also finds the connectors, which have no node.
            let path = Self.text(udev_device_get_devnode(device))
            guard !path.isEmpty, Self.isOurSeat(device) else { continue }
            let bus = udev_device_get_parent_with_subsystem_devtype(device, "pci", nil)
            nodes.append(
                CardNode(
                    name: Self.text(udev_device_get_sysname(device)), path: path,
                    isBootDisplay: Self.text(udev_device_get_sysattr_value(device, "boot_display")) == "1",
                    isBootVGA: bus.map { Self.text(udev_device_get_sysattr_value($0, "boot_vga")) } == "1"))
        }
        return nodes.sorted { ($0.name.utf8.count, $0.name) < ($1.name.utf8.count, $1.name) }
    }

    func open(_ node: CardNode, _ modesetting: Configuration.ModeSetting) throws(KMSError) -> any KMSDevice {
        try DRMCard(path: node.path).device(modesetting)
    }

    private static func isOurSeat(_ device: OpaquePointer) -> Bool {
        let seat = text(udev_device_get_property_value(device, "ID_SEAT"))
        return seat.isEmpty || seat == "seat0"
    }

    /// "card0" of "card0" and of "card0-HDMI-A-1"; nil for other nodes, such as "renderD128".
    private static func cardName(_ name: UnsafePointer<CChar>?) -> String? {
        let name = text(name).prefix { $0 != "-" }
        return name.hasPrefix("card") ? String(name) : nil
    }

    private static func text(_ string: UnsafePointer<CChar>?) -> String {
        string.map { String(cString: $0) } ?? ""
    }
}
