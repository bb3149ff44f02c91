extension Sign {
    /// Whether the picture changes by itself right after `time`: if so a frame is due at every vblank.
    public func isMoving(at time: Instant) -> Bool {
        guard output != nil, !isHidden, noticeLayers(at: time).isEmpty else { return false }
        return carousel.isMoving(at: time) || isTickerMoving(at: time)
    }

    /// The frame for a moment not before the last one handled; names only pictures that are painted.
    public func scene(at time: Instant) -> Scene {
        guard let layout, output != nil else { return Scene(size: PixelSize(width: 0, height: 0)) }
        if isOff { return Scene(size: layout.output.size) }
        let notice = noticeLayers(at: time)
        // It hides all the rest, which goes on below.
        if !notice.isEmpty { return Scene(size: layout.output.size, layers: notice) }
        var layers = surroundings + showable(carouselLayers(at: time))
        layers += indicatorLayers(at: time)
        if let ticker {
            layers += ticker.layers(at: tickerTime(at: time)) { pictures.paintedPicture($0)?.id }
        }
        if let badge = badgeLayer(at: time) { layers.append(badge) }
        return Scene(size: layout.output.size, layers: layers)
    }

    /// Whether the first page, or the idle page, is awaited and there is nothing else to show until then: what is on
    /// the glass, of whoever, is better left there.
    public func isAwaitingFirstPicture(at time: Instant) -> Bool {
        guard let curtain, output != nil, !isHidden else { return false }
        return showable(curtain.layers).isEmpty && noticeLayers(at: time).isEmpty
    }

    /// The layers whose pictures are at hand.
    func showable(_ layers: [Layer]) -> [Layer] {
        layers.filter { layer in
            if case .picture(let id) = layer.content { pictures.result(of: id) != nil } else { true }
        }
    }

    // MARK: Pages

    private func carouselLayers(at time: Instant) -> [Layer] {
        guard let layout else { return [] }
        if let curtain {
            let shown = showable(curtain.layers)
            if !shown.isEmpty { return shown }
        }
        if ring.isEmpty { return idleLayers }
        if curtain != nil { return [background(of: layout.pages)] }
        if case .fade(let fade) = carousel.movement, time < fade.end {
            let opacity = UInt8((fade.progress(at: time) * 255).rounded())
            return fade.layers + overlay(page: fade.to, opacity: opacity, pages: layout.pages)
        }
        return arrangement(at: carousel.position(at: time, pages: layout.pages), pages: layout.pages)
    }

    /// What shows now, with every page at rest on the nearest: what a cross-fade begins with, and what stays while a
    /// page is painted.
    func restingLayers(at time: Instant) -> [Layer] {
        guard let layout else { return [] }
        if let curtain {
            let shown = showable(curtain.layers)
            if !shown.isEmpty || !ring.isEmpty { return shown }
        }
        if ring.isEmpty { return idleLayers }
        let position = carousel.position(at: time, pages: layout.pages)
        if case .fade(let fade) = carousel.movement, fade.progress(at: time) < 0.5 { return fade.layers }
        var nearest = (position + 0.5).rounded(.down)
        if !carouselSettings.loop { nearest = min(Double(ring.pageCount - 1), max(0, nearest)) }
        return arrangement(at: nearest, pages: layout.pages)
    }

    /// The pages at a position, over the background where they leave some of it.
    private func arrangement(at position: Double, pages: PageLayout) -> [Layer] {
        let shown = pageLayers(at: position, pages: pages)
        let covered = shown.reduce(0) { $0 + $1.layer.extent.width * $1.layer.extent.height }
        let isCovered = covered == pages.bounds.width * pages.bounds.height
        return (isCovered ? [] : [background(of: pages)]) + shown.map(\.layer)
            + shown.compactMap { counterLayer(ofPage: $0.page, at: position, pages: pages) }
    }

    /// A page at rest over what showed before; where it leaves some of that, the background covers it.
    private func overlay(page: Int, opacity: UInt8, pages: PageLayout) -> [Layer] {
        guard opacity > 0 else { return [] }
        let shown = pageLayers(at: Double(page), pages: pages)
        let color = carouselSettings.background.overBlack
        let gaps = pages.bounds.parts(notCoveredBy: shown.map(\.layer.extent), along: pages.axis)
        let layers =
            gaps.map { Layer(.color(color), frame: $0, clip: pages.bounds) } + shown.map(\.layer)
            + shown.compactMap { counterLayer(ofPage: $0.page, at: Double(page), pages: pages) }
        return layers.map { layer in
            var faded = layer
            faded.opacity = opacity
            return faded
        }
    }

    private func pageLayers(at position: Double, pages: PageLayout) -> [(page: Int, layer: Layer)] {
        pages.visiblePages(at: position, count: ring.pageCount).compactMap { page in
            guard let slide = ring.slide(ofPage: page) else { return nil }
            var frame = pages.frame(of: page, at: position)
            if case .color(let color) = slide.content {
                let below = slide.background.over(carouselSettings.background.overBlack)
                return (page, Layer(.color(color.over(below)), frame: frame, clip: pages.region))
            }
            guard let picture = picture(for: slide),
                let painted = pictures.paintedPicture(picture) ?? standIn(for: picture)
            else { return nil }
            let clip = pages.region.intersection(frame)
            frame.width = painted.result.size.width
            frame.height = painted.result.size.height
            let layer = Layer(
                .picture(painted.id), frame: frame,
                clip: painted.result.size == pages.pageSize ? pages.region : clip)
            return (page, layer)
        }
    }

    /// What the region leaves beside the ticker has the carousel's background; the idle page lies over all of it.
    private var surroundings: [Layer] {
        guard let layout, !ring.isEmpty || !showable(curtain?.layers ?? []).isEmpty else { return [] }
        let color = carouselSettings.background.overBlack
        return layout.area.parts(notCoveredBy: [layout.pages.bounds], along: .horizontal).map {
            Layer(.color(color), frame: $0, clip: $0)
        }
    }

    private func background(of pages: PageLayout) -> Layer {
        Layer(.color(carouselSettings.background.overBlack), frame: pages.bounds, clip: pages.bounds)
    }

    private var idleLayers: [Layer] {
        guard let layout else { return [] }
        let fill = Layer(.color(settings.idleColor.overBlack), frame: layout.area, clip: layout.area)
        guard let idlePicture, let painted = pictures.paintedPicture(idlePicture) else { return [fill] }
        let size = painted.result.size
        let frame = PixelRect(x: layout.area.x, y: layout.area.y, width: size.width, height: size.height)
        let page = Layer(.picture(painted.id), frame: frame, clip: layout.area)
        return painted.result.isOpaque && size == layout.area.size ? [page] : [fill, page]
    }

    // MARK: What lies over the pages

    private func indicatorLayers(at time: Instant) -> [Layer] {
        guard let layout, ring.count > 1 else { return [] }
        // Nothing to point at yet.
        if let curtain, showable(curtain.layers).isEmpty { return [] }
        var position = carousel.position(at: time, pages: layout.pages)
        if !carouselSettings.loop { position = min(Double(ring.pageCount - 1), max(0, position)) }
        // A mark for each slide, however often it comes.
        position = ring.slidePosition(ofPage: position, loops: carouselSettings.loop)
        let marks = Indicator.layer(
            settings: carouselSettings, count: ring.count, position: position, region: layout.pages.open,
            band: layout.pages.band, scale: layout.scale)
        guard let marks else { return [] }
        // What shows meanwhile may be of a time when there was no band.
        guard curtain != nil, let band = layout.pages.band else { return [marks] }
        return [Layer(.color(carouselSettings.background.overBlack), frame: band, clip: band), marks]
    }

    private func badgeLayer(at time: Instant) -> Layer? {
        guard let badge, time < badge.until, let layout else { return nil }
        let side = Signage.pixels(Self.badgeSide, scale: layout.scale)
        guard let painted = pictures.paintedPicture(.badge(Badge(symbol: badge.symbol, side: side))) else {
            return nil
        }
        let region = layout.pages.region
        let size = painted.result.size
        let frame = PixelRect(
            x: region.x + (region.width - size.width) / 2, y: region.y + (region.height - size.height) / 2,
            width: size.width, height: size.height)
        return Layer(.picture(painted.id), frame: frame, clip: region)
    }
}

extension PixelRect {
    /// What some rectangles, in order along the axis and apart from each other, leave of it.
    func parts(notCoveredBy rects: [PixelRect], along axis: CarouselSettings.Axis) -> [PixelRect] {
        guard axis == .horizontal else {
            return transposed.parts(notCoveredBy: rects.map(\.transposed), along: .horizontal)
                .map(\.transposed)
        }
        var parts: [PixelRect] = []
        var reached = x
        for rect in rects where !rect.isEmpty {
            parts.append(PixelRect(x: reached, y: y, width: rect.x - reached, height: height))
            parts.append(PixelRect(x: rect.x, y: y, width: rect.width, height: rect.y - y))
            parts.append(PixelRect(x: rect.x, y: rect.maxY, width: rect.width, height: maxY - rect.maxY))
            reached = rect.maxX
        }
        parts.append(PixelRect(x: reached, y: y, width: maxX - reached, height: height))
        return parts.filter { !$0.isEmpty }
    }

    private var transposed: PixelRect { PixelRect(x: y, y: x, width: height, height: width) }
}
