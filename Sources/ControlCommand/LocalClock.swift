internal import Signage
internal import SystemCalls

/// The clock of this machine and its zone.
enum LocalClock {
    /// UTC, seconds since 1970.
    static var seconds: Int64 { realtimeNanoseconds() / 1_000_000_000 }

    /// What it shows.
    static var reading: WallReading {
        let seconds = seconds
        return WallReading(seconds: seconds + Int64(zoneOffset(at: seconds)))
    }

    /// The zone around a moment.
    static func zone(around moment: Int64) -> ZoneRules {
        rereadZone()
        return ZoneRules(around: moment, offset: zoneOffset(at:))
    }
}
