/// Where the window is.
extension Ticker {
    /// Pixels a second, kept to what whole numbers can count for centuries.
    var pixelsPerSecond: Double { scale > 0 ? min(speed * scale, 1_000_000) : 0 }

    /// Where the window is at a moment, not before the last one handled.
    func standing(at time: Instant) -> Standing {
        var way = travelled
        if let grip {
            let moved = grip.finger.place(at: time) - grip.anchor
            way += line.isRightToLeft ? moved : -moved
            // A finger does not turn the direction.
            if let turn { way = min(way, turn.place) }
        } else if let since {
            way += pixelsPerSecond * max(0, (time - since).inSeconds)
            if let turn, way >= turn.place {
                return Standing(line: turn.line, travel: turn.line.settled(way - turn.place), hasTurned: true)
            }
        }
        return Standing(line: line, travel: line.settled(way), hasTurned: false)
    }

    /// Whether the text moves right after a moment.
    public func isMoving(at time: Instant) -> Bool {
        if let grip { return grip.finger.isMoving(at: time) }
        return goesOn(at: time)
    }

    /// Whether the text moves, or would if no finger held it.
    func goesOn(at time: Instant) -> Bool {
        guard since != nil, pixelsPerSecond > 0 else { return false }
        let standing = standing(at: time)
        return standing.line.goesOn(from: standing.travel)
    }

    /// What there is to say of it; the offset is that of the copy at the band's start edge.
    public func status(at time: Instant) -> SignStatus.Ticker {
        let standing = standing(at: time)
        let runs = standing.line.runs
        var offset = 0.0
        if let run = runs.last(where: { Double($0.start) <= standing.travel })
            ?? runs.first(where: { $0.extent == .behind })
        {
            let block = Double(run.block)
            offset = (standing.travel - Double(run.start)).truncatingRemainder(dividingBy: block)
            if offset < 0 { offset += block }
        }
        return SignStatus.Ticker(scrolling: isMoving(at: time), offset: offset, speed: speed)
    }

    /// Makes the present the moment that motion is counted from.
    mutating func rebase(at now: Instant) {
        let standing = standing(at: now)
        if standing.hasTurned {
            line = standing.line
            turn = nil
        }
        travelled = standing.travel
        // A finger's touch may be older than what was handled last.
        if let since { self.since = max(since, now) }
        anchorGrip(at: now)
        closeRing()
        reachBack()
    }
}
