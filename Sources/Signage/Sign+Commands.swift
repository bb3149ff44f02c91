extension Sign {
    mutating func handle(_ command: Command, number: Int, at now: Instant) {
        let answer: CommandAnswer? =
            switch command {
            case .next: step(1, number: number, at: now)
            case .previous: step(-1, number: number, at: now)
            case .show(let id, let length): show(id, for: length, number: number, at: now)
            case .showNumber(let slide, let length):
                show(slideNumber: slide, for: length, number: number, at: now)
            case .pause(let length): pauseByCommand(for: length, at: now)
            case .resume: resumeByCommand(at: now)
            case .tickerStart, .tickerStop, .tickerSpeed, .tickerText: steerTicker(command, at: now)
            case .notice(let notice, let length): show(notice, for: length, number: number, at: now)
            case .clearNotice: clearNotice(at: now)
            }
        if let answer { effects.append(.answer(number: number, answer)) }
    }

    // MARK: Pages

    /// - Returns: the answer; nil: it comes when the page is shown.
    private mutating func step(_ steps: Int, number: Int, at now: Instant) -> CommandAnswer? {
        guard !ring.isEmpty else { return .refused("there is no slide to show") }
        // On from the page that an earlier one waits for.
        var goal = PendingTurn.Goal.steps(steps)
        if case .steps(let waiting) = pending?.goal, pending?.cause == .command {
            goal = .steps(waiting + steps)
        }
        guard destination(of: goal) != nil else {
            if ring.count == 1 { return .done(waited: .zero) }
            return .refused(steps > 0 ? "this is the last slide" : "this is the first slide")
        }
        request(
            PendingTurn(
                goal: goal, cause: .command, since: now,
                deadline: now + Self.longestWaitAfterCommand, command: number), at: now)
        return nil
    }

    private mutating func show(_ id: String, for length: Duration?, number: Int, at now: Instant)
        -> CommandAnswer?
    {
        guard ring.index(ofID: id) != nil else {
            guard let reason = ring.reasonForAbsence(of: id) else {
                return .refused("there is no slide '\(id)'")
            }
            return .refused("slide '\(id)' cannot be shown: \(reason)")
        }
        request(
            PendingTurn(
                goal: .slide(id: id), cause: .command, since: now,
                deadline: now + Self.longestWaitAfterCommand, command: number, hold: length), at: now)
        return nil
    }

    private mutating func show(slideNumber: Int, for length: Duration?, number: Int, at now: Instant)
        -> CommandAnswer?
    {
        guard slideNumber >= 1, let slide = ring.slide(at: slideNumber - 1) else {
            return .refused("there is no slide number \(slideNumber): \(ring.count) are shown")
        }
        return show(slide.id, for: length, number: number, at: now)
    }

    // MARK: Pause

    private mutating func pauseByCommand(for length: Duration?, at now: Instant) -> CommandAnswer {
        pause(by: .command, until: length.map { now + $0.asWait })
        return .done(waited: .zero)
    }

    private mutating func resumeByCommand(at now: Instant) -> CommandAnswer {
        resume(by: .command, at: now)
        return .done(waited: .zero)
    }

    // MARK: Ticker

    private mutating func steerTicker(_ command: Command, at now: Instant) -> CommandAnswer {
        guard var ticker else {
            return .refused(
                tickerSettings == nil || layout != nil
                    ? "the playlist has no ticker" : "there is no screen yet")
        }
        defer { self.ticker = ticker }
        switch command {
        case .tickerStart: return ticker.start(at: now)
        case .tickerStop: return ticker.stop(at: now)
        case .tickerSpeed(let speed): return ticker.setSpeed(speed, at: now)
        case .tickerText(let text, let replacing): return ticker.setText(text, now: replacing, at: now)
        case .next, .previous, .show, .showNumber, .pause, .resume, .notice, .clearNotice:
            return .done(waited: .zero)
        }
    }
}
