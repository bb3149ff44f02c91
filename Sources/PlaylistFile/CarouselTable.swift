internal import Signage

/// The carousel as the file writes it.
struct WrittenCarousel: Sendable {
    var settings = CarouselSettings()
    /// For slides without their own.
    var fit = Fit.contain

    static let table = Mapping<WrittenCarousel>(
        [
            Key("auto", .flag, \.settings.auto),
            Key("duration", .duration(atLeast: .milliseconds(100)), \.settings.duration),
            Key("fit", .choice, \.fit),
            Key("background", .color, \.settings.background),
            Key("transition", .choice, \.settings.transition),
            Key("transition_duration", .duration(), \.settings.transitionDuration),
            Key("axis", .choice, \.settings.axis),
            Key("loop", .flag, \.settings.loop),
            Key("at_end", .choice, \.settings.atEnd),
            Key("swipe", .flag, \.settings.swipe),
            Key("swipe_distance", .number(0...10_000, of: "points"), \.settings.swipeDistance),
            Key("fling", .flag, \.settings.fling),
            Key("tap", .choice, \.settings.tap),
            Key("resume_after", .duration(), \.settings.resumeAfter),
            Key("region", region, \.settings.region),
            Key("edge", .points, \.settings.edge),
            Key("spacing", .points, \.settings.spacing),
            Key("padding", .points, \.settings.padding),
            Key("page_size", .length(aboveZero: true), \.settings.pageSize),
            Key("page_align", .choice, \.settings.pageAlign),
            Key("indicator", indicator, \.settings.indicator),
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
            Key("x", .length(), \.x),
            Key("y", .length(), \.y),
            Key("width", .length(aboveZero: true), \.width),
            Key("height", .length(aboveZero: true), \.height),
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
        Key(later: "style", .styles) { indicator, style in
            indicator.style = style.shown
            return style.isSupported
                ? nil : "'\(style.name)' is not supported yet, ignored: capsules are shown"
        },
        Key(later: "position", .positions) { indicator, position in
            indicator.position = position ?? .bottom
            return position == nil ? "'inside' is not supported yet, ignored" : nil
        },
        Key("halo", .flag, \.halo),
        Key(later: "color", .color),
        Key(later: "inactive_color", .color),
    ]).shape("a mapping such as {style: capsule}") { CarouselSettings.Indicator() }
}

/// An indicator's style as the file names it.
struct WrittenIndicatorStyle: Sendable {
    var name: String
    var shown: CarouselSettings.Indicator.Style
    var isSupported: Bool
}

extension Shape where Value == WrittenIndicatorStyle {
    static var styles: Shape {
        let styles = [
            WrittenIndicatorStyle(name: "capsule", shown: .capsule, isSupported: true),
            WrittenIndicatorStyle(name: "dots", shown: .capsule, isSupported: false),
            WrittenIndicatorStyle(name: "counter", shown: .capsule, isSupported: false),
            WrittenIndicatorStyle(name: "none", shown: .none, isSupported: true),
        ]
        return .choice(
            Dictionary(uniqueKeysWithValues: styles.map { ($0.name, $0) }), order: styles.map(\.name))
    }
}

extension Shape where Value == CarouselSettings.Indicator.Position? {
    /// `inside` is a place of the dots.
    static var positions: Shape {
        .choice(["bottom": .bottom, "top": .top, "inside": nil], order: ["bottom", "top", "inside"])
    }
}
