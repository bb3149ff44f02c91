/// Pages that follow a finger, one pixel a pixel.
///
/// At most one page from the page that the gesture began on. Towards a page that cannot come on, or beyond an end, the
/// pages follow at 0.55.
struct Drag: Hashable, Sendable {
    static let resistance = 0.55

    /// The page that the gesture began on.
    let origin: Int
    /// Pixels along the axis, and the scroll without resistance that belongs to it.
    private let anchorPlace: Double
    private let anchorScroll: Double
    /// Scrolls between which nothing resists.
    private let free: ClosedRange<Double>
    private let reach: ClosedRange<Double>
    var finger: FingerEstimate

    /// Begins, or begins again after something changed, without moving a page.
    ///
    /// - Parameters:
    ///   - position: of the pages now.
    ///   - place: of the finger along the axis that belongs to that position.
    ///   - origin: the page that the gesture began on.
    ///   - finger: where it is.
    ///   - pages: the layout.
    ///   - neighbours: whether the page before and the page after the origin can come on.
    init(
        from position: Double, place: Double, origin: Int, finger: FingerEstimate, pages: PageLayout,
        neighbours: (before: Bool, after: Bool)
    ) {
        let scroll = pages.scroll(at: position)
        var lower = pages.scroll(at: Double(neighbours.before ? origin - 1 : origin))
        var upper = pages.scroll(at: Double(neighbours.after ? origin + 1 : origin))
        // Caught farther away than a page: it may come back, but goes no farther.
        if position < Double(origin - 1) { lower = min(lower, scroll) }
        if position > Double(origin + 1) { upper = max(upper, scroll) }
        upper = max(lower, upper)
        self.origin = origin
        self.finger = finger
        free = lower...upper
        reach = min(position, Double(origin - 1))...max(position, Double(origin + 1))
        anchorPlace = place
        anchorScroll =
            if scroll < lower {
                lower + (scroll - lower) / Self.resistance
            } else if scroll > upper {
                upper + (scroll - upper) / Self.resistance
            } else {
                scroll
            }
    }

    func position(place: Double, pages: PageLayout) -> Double {
        let raw = anchorScroll - (place - anchorPlace)
        let scroll =
            if raw < free.lowerBound {
                free.lowerBound + (raw - free.lowerBound) * Self.resistance
            } else if raw > free.upperBound {
                free.upperBound + (raw - free.upperBound) * Self.resistance
            } else {
                raw
            }
        return min(reach.upperBound, max(reach.lowerBound, pages.position(atScroll: scroll)))
    }

    func position(at time: Instant, pages: PageLayout) -> Double {
        position(place: finger.place(at: time), pages: pages)
    }

    /// Pages a second for a finger's pixels a second.
    func pageVelocity(_ velocity: Double, at time: Instant, pages: PageLayout) -> Double {
        let place = finger.place(at: time)
        let step = 0.001
        let later = position(place: place + velocity * step, pages: pages)
        return (later - position(place: place, pages: pages)) / step
    }
}
