/// The position of the pages and what moves them.
struct Carousel: Sendable {
    enum Movement: Sendable {
        case rest
        /// Caught by a finger.
        case held(Double)
        case drag(Drag)
        case slide(PageSlide)
        case fade(PageFade)
        case settle(Settling)
    }

    /// The current page: where it rests, the motion's target, or the page that the gesture began on.
    private(set) var page = 0
    private(set) var movement = Movement.rest

    // MARK: Where the pages are

    /// Any real number; page `k` shows slide `k` modulo their count.
    func position(at time: Instant, pages: PageLayout?) -> Double {
        switch movement {
        case .rest: Double(page)
        case .held(let position): position
        case .drag(let drag): pages.map { drag.position(at: time, pages: $0) } ?? Double(page)
        case .slide(let slide): slide.position(at: time)
        case .fade(let fade): fade.position(at: time)
        case .settle(let settling): settling.position(at: time)
        }
    }

    /// When the motion is over; nil: nothing moves by itself.
    var motionEnd: Instant? {
        switch movement {
        case .rest, .held, .drag: nil
        case .slide(let slide): slide.end
        case .fade(let fade): fade.end
        case .settle(let settling): settling.end
        }
    }

    /// Whether the position, or what shows, changes by itself right after a moment.
    func isMoving(at time: Instant) -> Bool {
        if case .drag(let drag) = movement { return drag.finger.isMoving(at: time) }
        return motionEnd.map { time < $0 } ?? false
    }

    /// Whether the pages are not at rest at a moment.
    func isAway(at time: Instant) -> Bool {
        switch movement {
        case .rest: false
        case .held, .drag: true
        case .slide, .fade, .settle: isMoving(at: time)
        }
    }

    var isDragged: Bool {
        if case .drag = movement { true } else { false }
    }

    // MARK: Moving

    mutating func rest(on page: Int) {
        self.page = page
        movement = .rest
    }

    mutating func slide(to page: Int, from position: Double, at time: Instant, length: Duration) {
        self.page = page
        movement = .slide(PageSlide(from: position, to: page, start: time, length: length))
    }

    mutating func fade(
        to page: Int, from layers: [Layer], position: Double, at time: Instant, length: Duration
    ) {
        self.page = page
        movement = .fade(PageFade(layers: layers, from: position, to: page, start: time, length: length))
    }

    /// After a release.
    mutating func settle(
        on page: Int, from position: Double, velocity: Double, at time: Instant, halfPixel: Double
    ) {
        self.page = page
        let settling = Settling(
            from: position, velocity: velocity, to: page, at: time, halfPixel: halfPixel)
        movement = settling.end > time ? .settle(settling) : .rest
    }

    /// A finger stops a moving page where it is and completes a fade.
    ///
    /// - Returns: whether something moved.
    mutating func hold(at time: Instant, pages: PageLayout?) -> Bool {
        let wasAway = isAway(at: time)
        if case .fade = movement { movement = .rest }
        let position = position(at: time, pages: pages)
        movement = position == Double(page) ? .rest : .held(position)
        return wasAway
    }

    /// A drag begins, goes on, or is based anew.
    mutating func follow(_ drag: Drag) {
        movement = .drag(drag)
    }

    /// The finger has moved.
    mutating func follow(_ finger: FingerEstimate) {
        guard case .drag(var drag) = movement else { return }
        drag.finger = finger
        movement = .drag(drag)
    }

    // MARK: Pages get other numbers

    /// Ends a motion that is over.
    mutating func retire(at time: Instant) {
        if let end = motionEnd, end <= time { movement = .rest }
    }

    /// Gives the current page another number; a motion or a held page is carried along.
    mutating func renumber(by shift: Int) {
        page += shift
        switch movement {
        case .rest, .drag: break
        case .held(let position): movement = .held(position + Double(shift))
        case .slide(let slide):
            movement = .slide(
                PageSlide(
                    from: slide.from + Double(shift), to: slide.to + shift, start: slide.start,
                    length: slide.length))
        case .fade(let fade):
            movement = .fade(
                PageFade(
                    layers: fade.layers, from: fade.from + Double(shift), to: fade.to + shift,
                    start: fade.start, length: fade.length))
        case .settle(let settling): movement = .settle(settling.renumbered(by: shift))
        }
    }
}

/// One page slides to another: ease-in-out cubic on the position.
struct PageSlide: Sendable {
    var from: Double
    var to: Int
    var start: Instant
    var length: Duration

    var end: Instant { start + length }

    func position(at time: Instant) -> Double {
        guard time < end else { return Double(to) }
        let part = max(0, (time - start).inSeconds / length.inSeconds)
        let rest = 1 - part
        let eased = part < 0.5 ? 4 * part * part * part : 1 - 4 * rest * rest * rest
        return from + (Double(to) - from) * eased
    }
}

/// A page comes on through what showed before: linear opacity; the position jumps half-way.
struct PageFade: Sendable {
    /// What showed before, at rest.
    var layers: [Layer]
    var from: Double
    var to: Int
    var start: Instant
    var length: Duration

    var end: Instant { start + length }

    /// 0 … 1.
    func progress(at time: Instant) -> Double {
        min(1, max(0, (time - start).inSeconds / length.inSeconds))
    }

    func position(at time: Instant) -> Double {
        progress(at: time) < 0.5 ? from : Double(to)
    }
}
