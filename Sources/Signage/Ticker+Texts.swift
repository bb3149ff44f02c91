/// How texts come on.
extension Ticker {
    /// The text that goes on; nil: there has been none yet.
    var lastRun: Run? { (turn?.line ?? line).runs.last }

    /// Shows nothing but this strip, from its origin.
    mutating func place(_ key: Int, at now: Instant) {
        var run = run(of: key)
        if case .resting(let place) = run.extent { run.start = place }
        line = Line(runs: [run], isRightToLeft: run.measure.isRightToLeft)
        turn = nil
        travelled = 0
        since = strips[key]?.isReady(across: band.width) == true ? now : nil
        anchorGrip(at: now)
        reachBack()
    }

    /// Lets what shows finish, and this strip enter behind it.
    mutating func follow(_ key: Int, at now: Instant) {
        rebase(at: now)
        line.runs.removeAll { $0.hasPassed(Int(travelled.rounded(.down))) }
        defer { reachBack() }
        guard var last = line.runs.popLast() else { return place(key, at: now) }
        let edge = Int(travelled.rounded(.up)) + band.width
        let copies = last.copies(before: edge)
        if copies > 0 {
            last.extent = .finishing(copies: copies)
            line.runs.append(last)
        }
        var new = run(of: key)
        guard new.measure.isRightToLeft == line.isRightToLeft else { return turnAround(to: new) }
        turn = nil
        // Outside of the window, with all its ink.
        new.start = max(edge + new.measure.before, last.start + copies * last.block)
        if case .resting(let place) = new.extent, let old = line.runs.last {
            // When it rests, what was before it has gone.
            new.start = max(new.start, old.inkEnd(ofCopy: old.end - 1) + place)
        }
        line.runs.append(new)
    }

    /// Lets a text that is read the other way enter when all that shows has finished.
    private mutating func turnAround(to run: Run) {
        let next = Line(runs: [entering(run)], isRightToLeft: run.measure.isRightToLeft)
        guard let end = line.runs.map({ $0.inkEnd(ofCopy: $0.end - 1) }).max() else {
            line = next
            travelled = 0
            return
        }
        turn = Turn(line: next, place: max(travelled, Double(end)))
    }

    /// A run that is about to enter a window that has not travelled yet.
    private func entering(_ run: Run) -> Run {
        var run = run
        run.start = band.width + run.measure.before
        return run
    }

    /// Gives the text that goes on another look or gap, keeping its offset modulo the block.
    mutating func restyle(_ key: Int, at now: Instant) {
        rebase(at: now)
        var new = run(of: key)
        if turn != nil {
            let next = Line(runs: [entering(new)], isRightToLeft: new.measure.isRightToLeft)
            turn?.line = next
            return
        }
        guard let last = line.runs.last, new.measure.isRightToLeft == line.isRightToLeft else {
            return place(key, at: now)
        }
        new.start = last.start
        let offset = travelled - Double(last.start)
        var arrival = 0.0
        if case .resting(let place) = last.extent { arrival = Double(-place) }
        guard offset >= arrival else {
            line.runs[line.runs.count - 1] = new
            return
        }
        guard last.extent == .endless, new.extent == .endless else { return place(key, at: now) }
        // Where it is in the old block; in a shorter new one that may be a copy farther.
        travelled = offset.truncatingRemainder(dividingBy: Double(last.block))
        new.start = 0
        line.runs = [new]
        reachBack()
    }

    /// A run of a strip in today's gap and band, at the line's beginning.
    private func run(of key: Int) -> Run {
        let measure = strips[key]?.measure ?? StripMeasure(width: 0)
        let block = max(1, measure.width + pixels(settings.gap, scale: scale))
        let needsToScroll =
            switch settings.scroll {
            case .auto: block > band.width
            case .always: true
            case .never: false
            }
        let scrolls = measure.width > 0 && needsToScroll && !isStopped
        return Run(
            strip: key, measure: measure, start: 0, block: block,
            extent: scrolls ? .endless : .resting(at: needsToScroll ? 0 : restingPlace(of: measure)))
    }

    /// How far from the band's start edge a text rests that need not scroll.
    private func restingPlace(of measure: StripMeasure) -> Int {
        let room = max(0, band.width - measure.width)
        return switch settings.align {
        case nil: 0
        case .left: measure.isRightToLeft ? room : 0
        case .center: room / 2
        case .right: measure.isRightToLeft ? 0 : room
        }
    }
}
