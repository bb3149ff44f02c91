extension Sign {
    /// What the painter must paint for a page's own number; nil: pages bear none, or there is no screen.
    func counter(ofPage page: Int) -> Picture? {
        let look = carouselSettings.indicator
        guard look.style == .counter, let layout, !ring.isEmpty else { return nil }
        return .counter(
            Counter(
                number: ring.index(ofPage: page) + 1, count: ring.count, color: look.color ?? .black,
                ground: look.inactiveColor ?? Counter.ground, scale: layout.scale))
    }

    /// The number on a page that shows, at its top left corner; nil: there is none, or it is not painted yet, which
    /// keeps no page from showing.
    ///
    /// It keeps below a ticker that lies over the page at rest.
    func counterLayer(ofPage page: Int, at position: Double, pages: PageLayout) -> Layer? {
        guard let layout, let counter = counter(ofPage: page),
            let painted = pictures.paintedPicture(counter) ?? standIn(for: counter)
        else { return nil }
        let inset = Signage.pixels(Counter.inset, scale: layout.scale)
        let place = pages.frame(of: page, at: position)
        let covered = max(0, pages.open.y - pages.frame(of: page, at: Double(page)).y)
        let size = painted.result.size
        return Layer(
            .picture(painted.id),
            frame: PixelRect(
                x: place.x + inset, y: place.y + inset + covered, width: size.width, height: size.height),
            clip: pages.region.intersection(place))
    }

    /// Whether a number on a page that shows has still to be painted.
    func isCounterMissing(at time: Instant) -> Bool {
        guard let pages = layout?.pages, curtain == nil else { return false }
        let position = carousel.position(at: time, pages: pages)
        return pages.visiblePages(at: position, count: ring.pageCount).prefix(Self.mostPages).contains {
            page in
            guard isShowable(page), let counter = counter(ofPage: page), standIn(for: counter) == nil,
                let id = pictures.id(of: counter)
            else { return false }
            return pictures.result(of: id) == nil && !pictures.hasFailed(id)
        }
    }
}
