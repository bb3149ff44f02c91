internal import Control
internal import Signage
internal import StoreJobs
internal import SystemCalls

/// What shows when.
extension SignDaemon {
    /// Looks ahead in what plays now.
    ///
    /// - Parameters:
    ///   - text: a time of this machine's clock; nil: now.
    ///   - days: how far; nil: a week.
    /// - Returns: the answer.
    func schedule(from text: String?, days: Int?) -> ControlReply {
        let present = realtimeNanoseconds() / 1_000_000_000
        var zone = ZoneRules.ofThisMachine(around: present)
        var start = present
        if let text {
            guard let reading = WallReading(text, today: zone.reading(at: present).day) else {
                return .error(.invalidParameter("at"))
            }
            zone = .ofThisMachine(around: reading.seconds)
            start = zone.moment(of: reading)
        }
        let end = zone.moment(of: zone.reading(at: start).later(byDays: days ?? ControlRequest.usualDays))
        let programme = Programme(
            of: player.sign.slidesInTime, hours: content.configuration.display.hours, zone: zone, from: start,
            until: end)
        let sign = player.sign.status(at: self.present())
        return .schedule(
            ScheduleReport(
                name: content.configuration.name ?? hostName(), timeZone: timeZoneName(),
                until: programme.until, trusted: sign.times.isTrusted, intent: sign.display.intent.rawValue,
                changes: programme.changes.map {
                    ScheduleReport.Change(
                        time: $0.time, display: $0.isDisplayOn, slides: $0.count, joins: $0.joins,
                        leaves: $0.leaves, others: $0.others)
                }))
    }
}

extension Content {
    /// Whether anything in it goes by the clock on the wall.
    var needsClock: Bool {
        !configuration.display.hours.windows.isEmpty || playlist.slides.contains { $0.hasWindows }
    }
}
