internal import Glibc
internal import Signage

extension ZoneRules {
    /// How far the rules reach beyond the moment they are made for: read them again before.
    static let reach: Int64 = 800 * 86_400

    /// The zone of this machine, localtime_r(3), from three days before a moment to `reach` after it.
    ///
    /// Reads the zone's file where it has changed, tzset(3).
    static func ofThisMachine(around moment: Int64) -> ZoneRules {
        tzset()
        return ZoneRules(from: moment - 3 * 86_400, to: moment + reach) { moment in
            var time = time_t(moment)
            var parts = tm()
            return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
        }
    }

    /// The rules by a function that knows the offset of any moment; no two changes come within twelve hours.
    init(from start: Int64, to end: Int64, offset: (Int64) -> Int) {
        self.init(offset: offset(start))
        var known = (moment: start, offset: self.offset)
        while known.moment < end {
            let next = known.moment + 43_200
            let after = offset(next)
            if after != known.offset {
                // The first second with the new offset lies in (low, high].
                var (low, high) = (known.moment, next)
                while high - low > 1 {
                    let middle = low + (high - low) / 2
                    if offset(middle) == known.offset { low = middle } else { high = middle }
                }
                changes.append(Change(moment: high, offset: after))
            }
            known = (next, after)
        }
    }
}
