internal import Signage
internal import SystemCalls

extension ZoneRules {
    /// The zone of this machine around a moment; its file is read where it has changed.
    static func ofThisMachine(around moment: Int64) -> ZoneRules {
        rereadZone()
        return ZoneRules(around: moment, offset: zoneOffset(at:))
    }
}

extension WallClock {
    /// The clock of this machine, taken at its word.
    static var ofThisMachine: WallClock {
        let wall = realtimeNanoseconds()
        return WallClock(
            zone: .ofThisMachine(around: wall / 1_000_000_000),
            ahead: .nanoseconds(wall - monotonicNanoseconds()), isTrusted: true)
    }
}
