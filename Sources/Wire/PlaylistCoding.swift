public import Signage

extension ByteWriter {
    /// A length of time, to the nanosecond.
    public mutating func put(_ duration: Duration) { put(duration.nanoseconds) }

    public mutating func put(_ playlist: Playlist) {
        put(playlist.slides) { writer, slide in writer.put(slide) }
        put(playlist.carousel)
        put(playlist.ticker) { writer, ticker in writer.put(ticker) }
    }

    private mutating func put(_ slide: Slide) {
        put(slide.content)
        put(slide.id)
        put(slide.duration) { writer, duration in writer.put(duration) }
        put(slide.transition) { writer, transition in writer.put(transition.rawValue) }
        put(slide.transitionDuration) { writer, duration in writer.put(duration) }
        put(slide.fit.rawValue)
        put(slide.background)
        put(slide.style)
        put(slide.schedule.windows) { writer, window in writer.put(window) }
        put(slide.weight)
        put(slide.isEnabled)
        put(slide.stamp)
        put(slide.fault) { writer, fault in writer.put(fault) }
    }

    private mutating func put(_ carousel: CarouselSettings) {
        put(carousel.auto)
        put(carousel.duration)
        put(carousel.background)
        put(carousel.transition.rawValue)
        put(carousel.transitionDuration)
        put(carousel.motion.rawValue)
        put(carousel.axis.rawValue)
        put(carousel.loop)
        put(carousel.atEnd.rawValue)
        put(carousel.swipe)
        put(carousel.swipeDistance)
        put(carousel.fling)
        put(carousel.tap.rawValue)
        put(carousel.resumeAfter)
        for length in [carousel.region.x, carousel.region.y, carousel.region.width, carousel.region.height] {
            put(length)
        }
        put(carousel.edge)
        put(carousel.spacing)
        put(carousel.padding)
        put(carousel.pageSize)
        put(carousel.pageAlign.rawValue)
        put(carousel.indicator.style.rawValue)
        put(carousel.indicator.position.rawValue)
        put(carousel.indicator.halo)
        for color in [carousel.indicator.color, carousel.indicator.inactiveColor] {
            put(color) { writer, color in writer.put(color) }
        }
    }

    private mutating func put(_ ticker: TickerSettings) {
        put(ticker.text)
        put(ticker.file) { writer, file in writer.put(file) }
        put(ticker.position.rawValue)
        put(ticker.height)
        put(ticker.overlay)
        put(ticker.speed)
        put(ticker.gap)
        put(ticker.scroll.rawValue)
        put(ticker.drag)
        put(ticker.style)
        put(ticker.background)
        put(ticker.align) { writer, align in writer.put(align.rawValue) }
    }

    public mutating func put(_ file: TickerFile) {
        put(file.path)
        put(file.name)
        put(file.line)
        put(file.column)
        put(file.separator)
        put(file.stamp)
        put(file.fault) { writer, fault in writer.put(fault) }
    }

    private mutating func put(_ length: Length) {
        switch length {
        case .points(let points):
            put(UInt8(0))
            put(points)
        case .percent(let percent):
            put(UInt8(1))
            put(percent)
        }
    }
}

extension ByteReader {
    public mutating func takeDuration() throws(MalformedMessage) -> Duration {
        .nanoseconds(try take(Int64.self))
    }

    public mutating func takePlaylist() throws(MalformedMessage) -> Playlist {
        Playlist(
            slides: try takeList { reader throws(MalformedMessage) in try reader.takeSlide() },
            carousel: try takeCarousel(),
            ticker: try takeOptional { reader throws(MalformedMessage) in try reader.takeTicker() })
    }

    private mutating func takeSlide() throws(MalformedMessage) -> Slide {
        Slide(
            content: try takeContent(), id: try takeString(),
            duration: try takeOptional { reader throws(MalformedMessage) in try reader.takeDuration() },
            transition: try takeOptional { reader throws(MalformedMessage) in try reader.takeCase() },
            transitionDuration: try takeOptional { reader throws(MalformedMessage) in
                try reader.takeDuration()
            },
            fit: try takeCase(), background: try takeColor(), style: try takeStyle(),
            schedule: Schedule(
                try takeList { reader throws(MalformedMessage) in try reader.takeTimeWindow() }),
            weight: try takeWeight(), isEnabled: try takeBool(), stamp: try takeStamp(),
            fault: try takeOptional { reader throws(MalformedMessage) in try reader.takeString() })
    }

    private mutating func takeWeight() throws(MalformedMessage) -> Int {
        let weight = try takeInt()
        guard (1...Slide.mostWeight).contains(weight) else { throw MalformedMessage(what: "no weight") }
        return weight
    }

    private mutating func takeCarousel() throws(MalformedMessage) -> CarouselSettings {
        var carousel = CarouselSettings()
        carousel.auto = try takeBool()
        carousel.duration = try takeDuration()
        carousel.background = try takeColor()
        carousel.transition = try takeCase()
        carousel.transitionDuration = try takeDuration()
        carousel.motion = try takeCase()
        carousel.axis = try takeCase()
        carousel.loop = try takeBool()
        carousel.atEnd = try takeCase()
        carousel.swipe = try takeBool()
        carousel.swipeDistance = try takeDouble()
        carousel.fling = try takeBool()
        carousel.tap = try takeCase()
        carousel.resumeAfter = try takeDuration()
        carousel.region.x = try takeLength()
        carousel.region.y = try takeLength()
        carousel.region.width = try takeLength()
        carousel.region.height = try takeLength()
        carousel.edge = try takeDouble()
        carousel.spacing = try takeDouble()
        carousel.padding = try takeDouble()
        carousel.pageSize = try takeLength()
        carousel.pageAlign = try takeCase()
        carousel.indicator.style = try takeCase()
        carousel.indicator.position = try takeCase()
        carousel.indicator.halo = try takeBool()
        carousel.indicator.color = try takeOptional { reader throws(MalformedMessage) in
            try reader.takeColor()
        }
        carousel.indicator.inactiveColor = try takeOptional { reader throws(MalformedMessage) in
            try reader.takeColor()
        }
        return carousel
    }

    private mutating func takeTicker() throws(MalformedMessage) -> TickerSettings {
        var ticker = TickerSettings(text: try takeTickerText())
        ticker.file = try takeOptional { reader throws(MalformedMessage) in try reader.takeTickerFile() }
        ticker.position = try takeCase()
        ticker.height = try takeDouble()
        ticker.overlay = try takeBool()
        ticker.speed = try takeDouble()
        ticker.gap = try takeDouble()
        ticker.scroll = try takeCase()
        ticker.drag = try takeBool()
        ticker.style = try takeStyle()
        ticker.background = try takeColor()
        ticker.align = try takeOptional { reader throws(MalformedMessage) in try reader.takeCase() }
        return ticker
    }

    public mutating func takeTickerFile() throws(MalformedMessage) -> TickerFile {
        TickerFile(
            path: try takeString(), name: try takeString(), line: try takeInt(), column: try takeInt(),
            separator: try takeString(), stamp: try takeStamp(),
            fault: try takeOptional { reader throws(MalformedMessage) in try reader.takeString() })
    }

    private mutating func takeLength() throws(MalformedMessage) -> Length {
        switch try take(UInt8.self) {
        case 0: .points(try takeDouble())
        case 1: .percent(try takeDouble())
        default: throw MalformedMessage(what: "unknown length")
        }
    }
}
