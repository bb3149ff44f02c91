internal import CLinux
internal import Glibc

/// CLOCK_REALTIME in nanoseconds since 1970.
public func realtimeNanoseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

/// A moment of the wall clock as RFC 3339 in UTC with milliseconds: "2026-12-01T21:25:58.123Z".
public func wallTime(nanoseconds: Int64) -> String {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    var moment = time_t(seconds)
    var parts = tm()
    gmtime_r(&moment, &parts)
    func digits(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let date = [
        digits(Int(parts.tm_year) + 1900, 4), digits(Int(parts.tm_mon) + 1, 2), digits(Int(parts.tm_mday), 2),
    ]
    let time = [digits(Int(parts.tm_hour), 2), digits(Int(parts.tm_min), 2), digits(Int(parts.tm_sec), 2)]
    return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "."
        + digits(Int(rest / 1_000_000), 3) + "Z"
}
