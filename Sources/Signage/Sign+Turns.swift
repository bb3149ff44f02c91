extension Sign {
    /// A page to turn to, and whether it is to cross-fade though it is a neighbour.
    struct Destination: Hashable {
        var page: Int
        var crossFades = false
    }

    /// Where a turn leads from the current page; nil: nowhere, there is an end or no such slide.
    func destination(of goal: PendingTurn.Goal) -> Destination? {
        let count = ring.pageCount
        guard count > 0 else { return nil }
        let page = carousel.page
        let index = ring.pageInRound(page)
        switch goal {
        case .steps(let steps):
            guard count > 1 else { return nil }
            guard carouselSettings.loop || (0..<count).contains(index + steps) else { return nil }
            return Destination(page: page + steps)
        case .automatic(let steps):
            guard steps < count else { return nil }
            if carouselSettings.loop || index + steps < count {
                return Destination(page: page + steps)
            }
            guard carouselSettings.atEnd == .rewind else { return nil }
            return Destination(page: index + steps - count, crossFades: true)
        case .slide(let id):
            let pages = ring.pages(ofID: id)
            guard carouselSettings.loop else {
                // No way leads over an end: the nearest of its pages, a tie goes forward.
                let nearest = pages.reversed().min { abs($0 - index) < abs($1 - index) }
                return nearest.map { Destination(page: $0) }
            }
            // The shorter way to a neighbour; a tie goes forward.
            let ways = pages.map { remainder($0 - index, by: count) }
            guard let forward = ways.min() else { return nil }
            let steps = forward > 1 && ways.contains(count - 1) ? -1 : forward
            return Destination(page: page + steps)
        }
    }

    /// Whether a page may be shown now: it is painted, or nobody sees it.
    func canComeOn(_ page: Int) -> Bool { isHidden || isPainted(page) }

    // MARK: Turning

    /// Begins the change to another page, and tells of it.
    mutating func turn(to destination: Destination, cause: SignEffect.Cause, at time: Instant) {
        let page = destination.page
        let (transition, length) = change(toPage: page)
        let isNeighbour = abs(page - carousel.page) == 1 && !destination.crossFades
        if isHidden || transition == .none {
            carousel.rest(on: page)
        } else if isNeighbour, curtain == nil, transition == .slide {
            carousel.slide(
                to: page, from: carousel.position(at: time, pages: layout?.pages), at: time, length: length)
        } else {
            fade(to: page, from: restingLayers(at: time), at: time, length: length)
        }
        curtain = nil
        hold = nil
        tellSlide(cause)
    }

    /// How the change to a page looks and how long it takes: the slide that comes on decides. One without a length
    /// is none.
    func change(toPage page: Int) -> (transition: CarouselSettings.Transition, length: Duration) {
        let slide = ring.slide(ofPage: page)
        let longest = slide?.transitionDuration ?? carouselSettings.transitionDuration
        let length = min(longest.asWait, interval(ofPage: page))
        let transition = slide?.transition ?? carouselSettings.transition
        if transition == .none || length == .zero { return (.none, .zero) }
        return (carouselSettings.motion == .reduced ? .fade : transition, length)
    }

    /// Cross-fades to a page from what showed before, from the nearest page on.
    mutating func fade(to page: Int, from layers: [Layer], at time: Instant, length: Duration) {
        let nearest = (carousel.position(at: time, pages: layout?.pages) + 0.5).rounded(.down)
        guard !showable(layers).isEmpty else { return carousel.rest(on: page) }
        carousel.fade(to: page, from: layers, position: nearest, at: time, length: length)
    }

    /// The number of a page's slide in the ring; 0 when there is none.
    func shownIndex(ofPage page: Int) -> Int { ring.isEmpty ? 0 : ring.index(ofPage: page) }

    mutating func tellSlide(_ cause: SignEffect.Cause) {
        guard let slide = ring.slide(ofPage: carousel.page) else { return }
        effects.append(.slideShown(index: ring.index(ofPage: carousel.page), id: slide.id, cause: cause))
    }

    // MARK: Asking for a turn

    /// Turns now, or when the page is painted.
    mutating func request(_ turn: PendingTurn, at time: Instant) {
        overtakePending()
        pending = turn
        timer.stop()
        resolvePending(at: time)
    }

    /// Turns to the page that was waited for, if it can come on now.
    mutating func resolvePending(at now: Instant) {
        guard let turn = pending else { return }
        guard let destination = destination(of: turn.goal) else {
            pending = nil
            refuse(turn, "the slide is no longer there")
            return restartInterval(from: now)
        }
        guard canComeOn(destination.page) else { return }
        pending = nil
        // The finger that is down now is ignored until it lifts.
        if turn.cause == .command || turn.cause == .timer { ignoreFinger() }
        let leaving = hold?.returnsTo ?? ring.slide(ofPage: carousel.page)?.id
        // Some steps lead all the way round.
        if ring.pageInRound(destination.page) != ring.pageInRound(carousel.page) {
            self.turn(to: destination, cause: turn.cause, at: now)
        } else if !carousel.isAway(at: now) || carousel.motionEnd == nil {
            settle(on: carousel.page, velocity: 0, at: now)
        }
        hold = nil
        if let length = turn.hold, let leaving {
            hold = Hold(until: now + length.asInterval, returnsTo: leaving)
        }
        restartInterval(from: now)
        if let number = turn.command {
            effects.append(.answer(number: number, .done(waited: now - turn.since)))
        }
    }

    /// Something else happens instead of a turn that waits.
    mutating func overtakePending() {
        guard let turn = pending else { return }
        pending = nil
        refuse(turn, "overtaken: another page was asked for")
    }

    private mutating func refuse(_ turn: PendingTurn, _ reason: String) {
        guard let number = turn.command else { return }
        effects.append(.answer(number: number, .refused(reason)))
    }

    // MARK: Waiting too long

    mutating func givePendingUp(at now: Instant) {
        guard var turn = pending else { return }
        pending = nil
        switch (turn.cause, turn.goal) {
        case (.swipe, _):
            if mayRotate {
                timer.start(
                    interval(ofPage: carousel.page), from: turn.since + RotationTimer.pauseAfterRelease)
            }
        case (_, .automatic(let steps)):
            destination(of: turn.goal).map { abandonPicture(ofPage: $0.page) }
            turn.goal = .automatic(steps: steps + 1)
            turn.deadline = now + Self.longestWait
            guard destination(of: turn.goal) != nil else { return restartInterval(from: now) }
            request(turn, at: now)
        default:
            refuse(turn, "not painted within \(Self.longestWaitAfterCommand.components.seconds) s")
            restartInterval(from: now)
        }
    }

    /// The slide that was to come on first, or in place of one that left, gives its turn to the next.
    mutating func skipArrival(at now: Instant) {
        curtain?.deadline = now + Self.longestWait
        guard ring.count > 1 else { return }
        abandonPicture(ofPage: carousel.page)
        carousel.rest(on: ring.pageInRound(carousel.page + 1))
    }

    private mutating func abandonPicture(ofPage page: Int) {
        guard let picture = picture(ofPage: page), let id = pictures.id(of: picture) else { return }
        effects.append(.abandon(id))
    }

    // MARK: The curtain

    /// Shows the page that was waited for, once it is painted.
    mutating func liftCurtain(at now: Instant) {
        guard let curtain, !isHidden else { return }
        if ring.isEmpty {
            if !curtain.isLastGoodFrame, isIdlePageDone { self.curtain = nil }
            return
        }
        guard isShowable(carousel.page) else { return }
        self.curtain = nil
        guard let cause = curtain.cause else { return }
        let (transition, length) = change(toPage: carousel.page)
        if transition != .none, gestures.gesture == nil {
            fade(to: carousel.page, from: curtain.layers, at: now, length: length)
        }
        tellSlide(cause)
        restartInterval(from: now)
    }

    // MARK: Coming back

    /// The time of `show … for` is over.
    mutating func comeBack(at time: Instant) {
        guard let hold else { return }
        self.hold = nil
        let goal: PendingTurn.Goal =
            ring.index(ofID: hold.returnsTo) == nil ? .automatic(steps: 1) : .slide(id: hold.returnsTo)
        guard let destination = destination(of: goal), destination.page != carousel.page else {
            return restartInterval(from: time)
        }
        request(
            PendingTurn(goal: goal, cause: .timer, since: time, deadline: time + Self.longestWait), at: time)
    }
}
