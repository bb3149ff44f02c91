extension Sign {
    /// What happens by itself; at the same moment in this order.
    private enum Deadline: CaseIterable {
        case motionEnd
        case heldFinger
        case heldText
        case darkness
        case display
        case outlook
        case schedule
        case pauseEnd
        case holdEnd
        case pendingEnd
        case curtainEnd
        case rotation
        case badgeEnd
        case noticeEnd
        case awaitedNoticeEnd
    }

    private func time(of deadline: Deadline) -> Instant? {
        switch deadline {
        case .motionEnd: carousel.motionEnd
        case .heldFinger: gestures.deadline
        case .heldText: bandTouch.deadline
        case .darkness: isHidden ? nil : darkSince.map { $0 + Self.longestDarkness }
        case .display: display.deadline
        case .outlook: outlookTime
        case .schedule: ring.nextLook
        case .pauseEnd: pause?.by == .touch && gestures.gesture != nil ? nil : pause?.until
        case .holdEnd: hold?.until
        case .pendingEnd: pending?.deadline
        case .curtainEnd: isHidden || ring.isEmpty || curtain?.cause == nil ? nil : curtain?.deadline
        case .rotation: timer.deadline
        case .badgeEnd: badge?.until
        case .noticeEnd: notices.nextEnd
        case .awaitedNoticeEnd: notices.awaited?.deadline
        }
    }

    /// When `advance` must be called next, motion aside; nil: nothing will happen by itself.
    public func nextDeadline() -> Instant? {
        guard effects.isEmpty else { return clock }
        var times = Deadline.allCases.compactMap { time(of: $0) }
        // The ticker's tiles are named when their turn comes.
        if !isHidden, let tiles = ticker?.nextDeadline(after: clock) { times.append(tiles) }
        if !isHidden, let bandful = nextBandful(after: clock) { times.append(bandful) }
        return times.min()
    }

    /// Meets every deadline up to a moment, in their order.
    mutating func meetDeadlines(upTo now: Instant) {
        while true {
            var first: (deadline: Deadline, time: Instant)?
            for deadline in Deadline.allCases {
                guard let time = time(of: deadline), time <= now, time < first?.time ?? .distantFuture else {
                    continue
                }
                first = (deadline, time)
            }
            guard let first else { break }
            meet(first.deadline, at: first.time, now: now)
        }
        clock = max(clock, now)
    }

    private mutating func meet(_ deadline: Deadline, at time: Instant, now: Instant) {
        switch deadline {
        case .motionEnd: endMotion(at: time)
        case .heldFinger:
            gestures.expire()
            prolongPause(from: time)
            cancelTouch(at: time)
        case .heldText: expireBandTouch(at: time)
        case .darkness: hide(at: time)
        case .display:
            display.meetDeadline(at: time)
            updateDisplay(at: time)
        case .outlook: prepareSlides(at: now)
        case .schedule: followClock(at: now)
        case .pauseEnd: resume(by: .timer, at: time)
        case .holdEnd: comeBack(at: time)
        case .pendingEnd: givePendingUp(at: now)
        case .curtainEnd: skipArrival(at: now)
        case .rotation: rotate(at: now)
        case .badgeEnd: badge = nil
        case .noticeEnd, .awaitedNoticeEnd: endNotices(at: time)
        }
    }

    // MARK: The rotation timer

    /// Whether pages turn by themselves now.
    var mayRotate: Bool {
        carouselSettings.auto && pause == nil && !isHidden && ring.count > 1 && gestures.gesture == nil
            && pending == nil && hold == nil && curtain?.cause == nil
            && destination(of: .automatic(steps: 1)) != nil
    }

    /// How long a page shows.
    func interval(ofPage page: Int) -> Duration {
        (ring.slide(ofPage: page)?.duration ?? carouselSettings.duration).asInterval
    }

    /// A full interval of the current slide, if pages turn by themselves.
    mutating func restartInterval(from time: Instant) {
        if mayRotate { timer.start(interval(ofPage: carousel.page), from: time) } else { timer.stop() }
    }

    /// Makes sure that the timer runs exactly when it may: whatever happened, it comes back.
    mutating func updateTimer(at now: Instant) {
        if !mayRotate {
            timer.stop()
        } else if timer.deadline == nil {
            restartInterval(from: now)
        }
    }

    private mutating func rotate(at now: Instant) {
        guard let destination = destination(of: .automatic(steps: 1)) else { return timer.stop() }
        guard canComeOn(destination.page) else {
            timer.stop()
            pending = PendingTurn(
                goal: .automatic(steps: 1), cause: .timer, since: now, deadline: now + Self.longestWait)
            return
        }
        timer.proceed(interval(ofPage: destination.page), at: now)
        turn(to: destination, cause: .timer, at: now)
    }

    private mutating func endMotion(at time: Instant) {
        carousel.retire(at: time)
        // Pages are counted from the first slide again, so that the numbers stay small for ever.
        if case .rest = carousel.movement, !ring.isEmpty {
            carousel.rest(on: ring.pageInRound(carousel.page))
        }
    }

    // MARK: Pause

    mutating func pause(by party: SignEffect.Party, until: Instant?) {
        let isNew = pause?.by != party
        pause = Pause(by: party, until: until)
        timer.stop()
        if isNew { effects.append(.paused(by: party)) }
    }

    mutating func resume(by party: SignEffect.Party, at time: Instant) {
        guard pause != nil else { return }
        pause = nil
        effects.append(.resumed(by: party))
        restartInterval(from: time)
    }

    /// A pause by touch ends some time after the last touch.
    mutating func prolongPause(from time: Instant) {
        guard pause?.by == .touch, pause?.until != nil else { return }
        pause?.until = time + carouselSettings.resumeAfter.asWait
    }
}

extension Instant {
    static let distantFuture = Instant(nanoseconds: .max)
}
