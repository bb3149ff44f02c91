internal import Glibc

/// The machine's name, gethostname(2).
func hostName() -> String {
    var room = [CChar](repeating: 0, count: 256)
    guard gethostname(&room, room.count - 1) == 0 else { return "signaged" }
    return String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// The machine's addresses but the loopback's and the link's own, getifaddrs(3): "192.168.1.20".
func networkAddresses() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var found: [String] = []
    var next = first
    while let entry = next?.pointee {
        next = entry.ifa_next
        guard let address = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0 else { continue }
        guard let text = numericAddress(address) else { continue }
        if !text.hasPrefix("fe80") { found.append(text) }
    }
    return found
}

/// An internet address in digits, inet_ntop(3); nil for other kinds.
private func numericAddress(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
    var room = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let raw = UnsafeRawPointer(address)
    let written: UnsafePointer<CChar>?
    switch CInt(address.pointee.sa_family) {
    case AF_INET:
        var bytes = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
        written = inet_ntop(AF_INET, &bytes, &room, socklen_t(room.count))
    case AF_INET6:
        var bytes = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
        written = inet_ntop(AF_INET6, &bytes, &room, socklen_t(room.count))
    default: return nil
    }
    return written.map { String(cString: $0) }
}
