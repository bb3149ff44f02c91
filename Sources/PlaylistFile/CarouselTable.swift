internal import Signage

/// The carousel as the file writes it.
struct WrittenCarousel: Sendable {
    var settings = CarouselSettings()
    /// For slides without their own.
    var fit = Fit.contain

    static let table = Mapping<WrittenCarousel>(
        [
            Key("auto", .flag, \.settings.auto, about: "`false`: pages turn only by hand or command"),
            Key(
                "duration", .duration(atLeast: .milliseconds(100)), \.settings.duration,
                about: "for slides without their own"),
            Key("fit", .choice, \.fit, about: "for slides without their own"),
            Key(
                "background", .color, \.settings.background,
                about: "for slides without their own, and between pages"),
            Key(
                "transition", .choice, \.settings.transition,
                about: "how pages change by time and by command: slide, cross-fade, or at once"),
            Key(
                "transition_duration", .duration(), \.settings.transitionDuration,
                about: "how long a change takes; not longer than its slide is shown"),
            Key(
                "motion", .choice, \.settings.motion,
                about: "`reduced`: nothing travels by itself", more: "#reduced-motion"),
            Key("axis", .choice, \.settings.axis, about: "along which pages turn"),
            Key("loop", .flag, \.settings.loop, about: "`false`: the ends are ends"),
            Key(
                "at_end", .choice, \.settings.atEnd,
                about: "what the timer does at the end of those with ends: back to the first, or rest"),
            Key("swipe", .flag, \.settings.swipe, about: "`false`: touch does not turn pages"),
            Key(
                "swipe_distance", .number(0...10_000, of: "points"), \.settings.swipeDistance,
                about: "a finger that travels farther, in points, turns the page"),
            Key("fling", .flag, \.settings.fling, about: "a quick short swipe turns it too"),
            Key("tap", .choice, \.settings.tap, about: "what a tap does"),
            Key(
                "resume_after", .duration(), \.settings.resumeAfter,
                about: "a pause made by touch ends by itself after so long without a touch; 0: never"),
            Key(
                "region", region, \.settings.region,
                about:
                    "the part of the screen that pages have, of what the ticker leaves; around it is `background`"
            ),
            Key("edge", .points, \.settings.edge, about: "points of each neighbour that show at the sides"),
            Key("spacing", .points, \.settings.spacing, about: "points between pages"),
            Key(
                "padding", .points, \.settings.padding,
                about: "points before the first page, with `loop: false`"),
            Key(
                "page_size", .length(aboveZero: true), \.settings.pageSize, about: "of a page across the axis"
            ),
            Key("page_align", .choice, \.settings.pageAlign, about: "where a page lies across the axis"),
            Key("indicator", indicator, \.settings.indicator, about: "the marks that tell which page shows"),
        ],
        finish: { carousel, found, document in
            checkPageLength(carousel.settings, found, document)
        })

    static let shape = table.shape("a mapping such as {duration: 3s}") { WrittenCarousel() }

    /// Where the region is measured in points, whether a page is left can be said here already.
    private static func checkPageLength(_ settings: CarouselSettings, _ found: Found, _ document: Document) {
        let length = settings.axis == .horizontal ? settings.region.width : settings.region.height
        guard case .points(let points) = length, points - 2 * settings.edge - 2 * settings.spacing < 1 else {
            return
        }
        let name = settings.edge > 0 ? "edge" : found["spacing"] == nil ? "region" : "spacing"
        document.report(
            .error, found[name] ?? found.start, "edge and spacing on both sides leave no room for a page",
            at: .key(name))
    }

    // MARK: - Region

    private static let region = Mapping<CarouselSettings.Region>(
        [
            Key("x", .length(), \.x, about: "from the left"),
            Key("y", .length(), \.y, about: "from the top"),
            Key("width", .length(aboveZero: true), \.width, about: "across"),
            Key("height", .length(aboveZero: true), \.height, about: "down"),
        ],
        finish: { region, found, document in
            check(region.x, region.width, ("x", "width"), found, document)
            check(region.y, region.height, ("y", "height"), found, document)
        }
    ).shape("a mapping such as {x: 0, width: 50%}") { CarouselSettings.Region() }

    private static func check(
        _ start: Length, _ length: Length, _ names: (String, String), _ found: Found, _ document: Document
    ) {
        guard case .percent(let offset) = start, case .percent(let share) = length, offset + share > 100.0001,
            let mark = found[names.1] ?? found[names.0]
        else { return }
        document.report(
            .error, mark, "\(names.0) and \(names.1) together are more than 100%",
            at: .key(found[names.1] == nil ? names.0 : names.1))
    }

    // MARK: - Indicator

    private static let indicator = Mapping<CarouselSettings.Indicator>([
        Key("style", .choice, \.style, about: "what tells pages apart"),
        Key("position", .choice, \.position, about: "at which edge; `inside`: dots over the pages"),
        Key("halo", .flag, \.halo, about: "a dark glow that keeps marks over the pages visible on white"),
        Key(
            "color", .color, \.color, about: "of the selected mark; of a counter's text",
            otherwise: "the style's"),
        Key(
            "inactive_color", .color, \.inactiveColor,
            about: "of the other marks; behind a counter's text", otherwise: "the style's"),
    ]).shape("a mapping such as {style: capsule}") { CarouselSettings.Indicator() }
}
