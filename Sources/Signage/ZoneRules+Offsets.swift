extension ZoneRules {
    /// The rules by a function that knows the offset of any moment; no two changes come within twelve hours.
    ///
    /// - Parameters:
    ///   - start: UTC, seconds since 1970: what was before is taken to be as then.
    ///   - end: what comes after is taken to be as then.
    ///   - offset: seconds east of UTC at a moment.
    public init(from start: Int64, to end: Int64, offset: (Int64) -> Int) {
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

    /// The rules around a moment, as far as signs look ahead.
    ///
    /// - Parameters:
    ///   - moment: UTC, seconds since 1970: they reach from three days before it to `reach` after it.
    ///   - offset: seconds east of UTC at a moment.
    public init(around moment: Int64, offset: (Int64) -> Int) {
        self.init(from: moment - 3 * 86_400, to: moment + Self.reach, offset: offset)
    }

    /// How far the rules reach beyond the moment they are made for, seconds: make them again before.
    public static let reach: Int64 = 800 * 86_400
}
