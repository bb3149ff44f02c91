internal import Glibc
internal import Signage

/// The path of a program that lies beside this one, by the link /proc/self/exe.
func siblingProgram(_ name: String) -> String {
    var room = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &room, room.count - 1)
    let path = String(decoding: room.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let slash = path.lastIndex(of: "/") else { return name }
    return path[...slash] + name
}

/// Bytes of painted slides to keep beyond what is needed: `auto` is 1/32 of the machine's memory, at most 64 MiB.
func spareBudget(_ memory: Configuration.Memory) -> Int {
    switch memory {
    case .bytes(let bytes): bytes
    case .auto: min(64 << 20, sysconf(CInt(_SC_PHYS_PAGES)) / 32 * sysconf(CInt(_SC_PAGESIZE)))
    }
}
