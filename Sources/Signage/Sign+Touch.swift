extension Sign {
    /// Takes a finger's movement; it happened at `touch.time`, at the latest now.
    mutating func handle(_ touch: Touch, at now: Instant) {
        if takeWakingTouch(touch, at: now) { return }
        guard let layout, !isHidden else { return }
        if case .down = touch.phase, output == nil { return }
        let time = min(now, max(touch.time, now - GestureRecognizer.longestHold))
        if takeBandTouch(touch, at: time) { return prolongPause(from: time) }
        guard carouselSettings.swipe else { return }
        let thresholds = GestureRecognizer.Thresholds(carouselSettings, layout: layout)
        guard !isCovered else {
            // Nobody turns pages unseen; a finger that stays down counts no more than before.
            _ = gestures.handle(touch, at: time, layout: layout, thresholds: thresholds)
            return gestures.ignoreUntilLifted()
        }
        prolongPause(from: time)
        switch gestures.handle(touch, at: time, layout: layout, thresholds: thresholds) {
        case .ignored, .undecided: break
        case .began(let x, let y): begin(x: x, y: y, at: time)
        case .dragBegan(let place): beginDrag(place: place, at: time)
        case .dragged: (gestures.gesture?.finger).map { carousel.follow($0) }
        case .released(let release): finish(release, at: time)
        case .cancelled: cancelTouch(at: time)
        }
    }

    private mutating func begin(x: Double, y: Double, at time: Instant) {
        effects.append(.touchBegan(x: x, y: y))
        timer.stop()
        // A turn by the timer or an earlier finger is off; a command's is not.
        if let turn = pending, turn.cause != .command { pending = nil }
        gestures.gesture?.hasCaught = carousel.hold(at: time, pages: layout?.pages)
    }

    private mutating func beginDrag(place: Double, at time: Instant) {
        guard ring.count > 1, curtain == nil, let pages = layout?.pages, let finger = gestures.gesture?.finger
        else { return }
        carousel.follow(
            Drag(
                from: carousel.position(at: time, pages: pages), place: place, origin: carousel.page,
                finger: finger, pages: pages, neighbours: neighbours))
    }

    /// Which pages beside the current one a finger may bring on.
    private var neighbours: (before: Bool, after: Bool) {
        func comesOn(_ steps: Int) -> Bool {
            destination(of: .steps(steps)).map { canComeOn($0.page) } ?? false
        }
        return (comesOn(-1), comesOn(1))
    }

    /// Goes on with a drag after pages came, went or got other numbers; nothing moves.
    mutating func rebaseDrag(from position: Double, at now: Instant) {
        guard case .drag(let drag) = carousel.movement, let pages = layout?.pages else { return }
        carousel.follow(
            Drag(
                from: position, place: drag.finger.place(at: now), origin: carousel.page, finger: drag.finger,
                pages: pages, neighbours: neighbours))
    }

    // MARK: The end of a gesture

    private mutating func finish(_ release: GestureRecognizer.Release, at time: Instant) {
        guard release.turn != 0, let destination = destination(of: .steps(release.turn)) else {
            settle(on: carousel.page, velocity: release.velocity, at: time)
            effects.append(.touchEnded(index: shownIndex(ofPage: carousel.page), turned: false))
            let pauses =
                release.isTap && !release.hasCaught && carouselSettings.tap == .pause && !ring.isEmpty
            if pauses { togglePause(at: time) } else { restartAfterRelease(at: time) }
            return
        }
        guard canComeOn(destination.page) else {
            settle(on: carousel.page, velocity: release.velocity, at: time)
            effects.append(.touchEnded(index: shownIndex(ofPage: carousel.page), turned: false))
            return request(
                PendingTurn(
                    goal: .steps(release.turn), cause: .swipe, since: time,
                    deadline: time + Self.longestWaitAfterSwipe), at: time)
        }
        overtakePending()
        effects.append(.touchEnded(index: ring.index(ofPage: destination.page), turned: true))
        if curtain == nil {
            hold = nil
            settle(on: destination.page, velocity: release.velocity, at: time)
            tellSlide(.swipe)
        } else {
            turn(to: destination, cause: .swipe, at: time)
        }
        restartInterval(from: time)
    }

    /// Lets the pages come to rest on one, from where they are.
    ///
    /// The velocity is the finger's, pixels a second.
    mutating func settle(on page: Int, velocity: Double, at time: Instant) {
        guard let pages = layout?.pages else { return carousel.rest(on: page) }
        var speed = 0.0
        if case .drag(let drag) = carousel.movement {
            speed = drag.pageVelocity(velocity, at: time, pages: pages)
        }
        carousel.settle(
            on: page, from: carousel.position(at: time, pages: pages), velocity: speed, at: time,
            halfPixel: 0.5 / Double(pages.pitch))
    }

    /// The touch counts no more: as a release that turns no page.
    mutating func cancelTouch(at time: Instant) {
        effects.append(.touchCancelled)
        settle(on: carousel.page, velocity: 0, at: time)
        restartAfterRelease(at: time)
    }

    /// The finger that is down is ignored until it lifts; what it held stays where it is.
    mutating func ignoreFinger() {
        guard gestures.gesture != nil else { return }
        gestures.ignoreUntilLifted()
        effects.append(.touchCancelled)
    }

    private mutating func restartAfterRelease(at time: Instant) {
        guard mayRotate else { return timer.stop() }
        timer.start(interval(ofPage: carousel.page), from: time + RotationTimer.pauseAfterRelease)
    }

    private mutating func togglePause(at time: Instant) {
        switch pause?.by {
        case nil:
            let after = carouselSettings.resumeAfter.asWait
            pause(by: .touch, until: after > .zero ? time + after : nil)
        case .touch: resume(by: .touch, at: time)
        // What a command paused, a tap does not resume; the badge says so.
        default: break
        }
        badge = ShownBadge(symbol: pause == nil ? .playing : .paused, until: time + Self.badgeTime)
    }
}
