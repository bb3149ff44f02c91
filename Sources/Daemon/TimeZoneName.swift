internal import Glibc

/// The zone of the wall clock as its file is named, tzset(3): "Europe/Berlin"; "UTC" where nothing says.
func timeZoneName() -> String {
    if let given = getenv("TZ"), given.pointee != 0 { return String(cString: given) }
    var room = [CChar](repeating: 0, count: 4096)
    let length = readlink("/etc/localtime", &room, room.count - 1)
    guard length > 0 else { return "UTC" }
    let path = String(decoding: room.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let range = path.firstRange(of: "zoneinfo/") else { return "UTC" }
    return String(path[range.upperBound...])
}

/// The files whose change gives the clock another zone: the link, and what it leads to; one that `TZ` names stays.
func zoneFilePaths() -> [String] {
    let link = "/etc/localtime"
    guard let target = realpath(link, nil) else { return [link] }
    defer { free(target) }
    return [link, String(cString: target)]
}
