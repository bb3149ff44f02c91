internal import Glibc

/// The zone of the wall clock as its file is named, tzset(3): "Europe/Berlin"; "UTC" where nothing says.
public func timeZoneName() -> String {
    if let given = getenv("TZ"), given.pointee != 0 {
        let name = String(cString: given)
        return name.hasPrefix(":") ? String(name.dropFirst()) : name
    }
    var room = [CChar](repeating: 0, count: 4096)
    let length = readlink("/etc/localtime", &room, room.count - 1)
    guard length > 0 else { return "UTC" }
    let path = String(decoding: room.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let range = path.firstRange(of: "zoneinfo/") else { return "UTC" }
    return String(path[range.upperBound...])
}

/// The files whose change gives the clock another zone: the link, and what it leads to; one that `TZ` names stays.
public func zoneFilePaths() -> [String] {
    let link = "/etc/localtime"
    guard let target = realpath(link, nil) else { return [link] }
    defer { free(target) }
    return [link, String(cString: target)]
}

/// Reads the zone's file again where it has changed, tzset(3).
public func rereadZone() {
    tzset()
}

/// How far the wall clock of this machine's zone is ahead of UTC at a moment, localtime_r(3).
///
/// - Parameter moment: UTC, seconds since 1970.
/// - Returns: seconds; 0 where the C library does not know.
public func zoneOffset(at moment: Int64) -> Int {
    var time = time_t(moment)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
}
