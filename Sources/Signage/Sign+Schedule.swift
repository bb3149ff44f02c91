/// Slides that come and go by the clock.
extension Sign {
    /// What is painted ahead: what comes on when slides come and go next.
    struct Outlook: Sendable {
        /// When they do.
        var time: Instant
        /// The current page it was made for.
        var page: Int
        /// nil: the current slide stays.
        var slide: Slide?
    }

    /// How long before slides come and go the one that will come on is painted.
    static let foresight = Duration.seconds(10)

    /// Takes slides in whose time has come, and lets those go whose time is over, at once and in their place.
    mutating func followClock(at now: Instant) {
        let before = standing(at: now)
        guard ring.look(by: display.clock, at: now) else { return }
        effects.append(.timesChanged(shown: ring.count, waiting: ring.waiting))
        keepPlaceAndMotion(since: before, cause: .schedule, at: now)
    }

    // MARK: Painting ahead

    /// When to paint ahead; nil: that is done, or nothing will change.
    var outlookTime: Instant? {
        guard !isHidden, let time = ring.nextLook, outlook?.time != time else { return nil }
        return time - Self.foresight
    }

    /// Finds out what comes on when slides come and go, if that is soon.
    mutating func prepareSlides(at now: Instant) {
        guard !isHidden, let time = ring.nextLook, time - now <= Self.foresight else {
            outlook = nil
            return
        }
        guard outlook?.time != time || outlook?.page != carousel.page else { return }
        var later = ring
        var slide: Slide?
        if later.look(by: display.clock, at: time), later.page(for: carousel.page, of: ring) == nil {
            slide = later.slide(ofPage: later.page(following: carousel.page, of: ring))
        }
        outlook = Outlook(time: time, page: carousel.page, slide: slide)
    }

    // MARK: On the idle page

    /// Why slides wait, and when the next one comes.
    var timeLines: [String] {
        guard ring.isEmpty, ring.waiting > 0 else { return [] }
        guard let clock = display.clock, clock.isTrusted else {
            return ["The clock cannot be trusted yet: slides that have times wait for it."]
        }
        guard let next = ring.nextChange else { return ["No slide has its time within a year."] }
        let reading = clock.zone.reading(at: clock.seconds(at: next))
        return [
            "The next slide comes on \(reading.day.weekday.text) \(reading.day.text) at \(reading.minuteText)."
        ]
    }
}
