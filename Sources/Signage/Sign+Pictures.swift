extension Sign {
    // MARK: What the painter did

    mutating func painted(_ id: PictureID, _ result: PaintedPicture, at now: Instant) {
        guard let picture = pictures.picture(of: id) else { return }
        let position = carousel.position(at: now, pages: layout?.pages)
        pictures.paint(id, result)
        standIns[id] = nil
        switch picture {
        case .slide:
            rebaseDrag(from: position, at: now)
            if !result.notes.isEmpty {
                let slide = ring.slides.first { self.picture(for: $0) == picture }
                tell(result.notes, of: slide?.id)
            }
        case .tickerStrip, .tickerTile:
            tickerPictures.insert(id)
            ticker?.painted(picture, result, at: now)
            tell(result.notes, of: nil)
        case .idle, .badge, .counter: tell(result.notes, of: nil)
        }
    }

    mutating func unpaintable(_ id: PictureID, reason: String, at now: Instant) {
        guard let picture = pictures.picture(of: id) else { return }
        switch picture {
        case .slide:
            if picture == idleImagePicture { failIdleImage(reason: reason) }
            fail(picture, reason: reason, at: now)
            standIns[id] = nil
        case .tickerStrip, .tickerTile: ticker?.unpaintable(picture, reason: reason, at: now)
        case .idle, .badge, .counter:
            pictures.fail(id)
            standIns[id] = nil
            dropNotice(paintedAs: picture, reason: reason)
        }
    }

    mutating func dropped(_ id: PictureID, at now: Instant) {
        let position = carousel.position(at: now, pages: layout?.pages)
        let picture = pictures.picture(of: id)
        pictures.drop(id)
        tickerPictures.remove(id)
        if let picture { ticker?.dropped(picture) }
        rebaseDrag(from: position, at: now)
    }

    private mutating func tell(_ texts: [String], of slide: String?) {
        for text in texts where notes.insert(Note(id: slide, text: text)).inserted {
            effects.append(.note(id: slide, text))
        }
    }

    // MARK: Pictures of pages

    /// What the painter must paint for a slide; nil: nothing, it is one colour or there is no screen.
    func picture(for slide: Slide) -> Picture? {
        layout?.picture(for: slide, over: carouselSettings.background)
    }

    func picture(ofPage page: Int) -> Picture? { ring.slide(ofPage: page).flatMap { picture(for: $0) } }

    /// Whether a page is at hand in its newest version.
    func isPainted(_ page: Int) -> Bool {
        guard let slide = ring.slide(ofPage: page), layout != nil else { return false }
        guard let picture = picture(for: slide) else { return true }
        return pictures.paintedPicture(picture) != nil
    }

    /// Whether a page is at hand, if only in the version of an older file.
    func isShowable(_ page: Int) -> Bool {
        isPainted(page) || picture(ofPage: page).flatMap { standIn(for: $0) } != nil
    }

    func standIn(for picture: Picture) -> (id: PictureID, result: PaintedPicture)? {
        guard let new = pictures.id(of: picture), let old = standIns[new],
            let result = pictures.result(of: old)
        else { return nil }
        return (old, result)
    }

    // MARK: What is wanted

    /// The pictures to have or to paint, most urgent first; everything else may be dropped.
    public func wantedPictures(at time: Instant) -> [PictureRequest] {
        var seen: Set<PictureID> = []
        return wanted(at: time).compactMap { picture, slide in
            guard let id = pictures.id(of: picture), !pictures.hasFailed(id), seen.insert(id).inserted else {
                return nil
            }
            return PictureRequest(id: id, picture: picture, slideID: slide)
        }
    }

    /// The pages that show or may show next: the current one, the one waited for, next, previous, and all others
    /// that can be seen.
    var pagesAround: [Int] {
        guard !ring.isEmpty else { return [] }
        let page = carousel.page
        var around = [page]
        if let turn = pending, let destination = destination(of: turn.goal) {
            around.append(destination.page)
        }
        around += [page + 1, page - 1]
        guard let layout else { return around }
        // Neighbours that show beside a page have to be there when it comes on.
        var positions = [Double(page), Double(page + 1), Double(page - 1)]
        switch carousel.movement {
        case .slide(let slide): positions.append(slide.from)
        case .settle(let settling): positions.append(settling.position(at: settling.start))
        case .held(let position): positions.append(position)
        case .rest, .drag, .fade: break
        }
        let visible = positions.map { layout.pages.visiblePages(at: $0, count: ring.pageCount) }
        if let first = visible.map(\.lowerBound).min(), let end = visible.map(\.upperBound).max() {
            around += (first..<max(first, end)).prefix(Self.mostPages)
        }
        return carouselSettings.loop ? around : around.filter { (0..<ring.pageCount).contains($0) }
    }

    private func wanted(at time: Instant) -> [(picture: Picture, slide: String?)] {
        guard isHidden else { return wantedWhenSeen(at: time) }
        // Nothing is painted in the dark; what is painted is ready for when it is switched on.
        guard isOff else { return [] }
        return wantedWhenSeen(at: time).filter { pictures.paintedPicture($0.picture) != nil }
    }

    private func wantedWhenSeen(at time: Instant) -> [(picture: Picture, slide: String?)] {
        guard let layout else { return [] }
        var wanted: [(picture: Picture, slide: String?)] = notices.notices.compactMap { notice in
            picture(of: notice).map { ($0, nil) }
        }
        func add(_ page: Int) {
            guard let slide = ring.slide(ofPage: page), let picture = picture(for: slide) else { return }
            wanted.append((picture, slide.id))
        }
        func addCounter(_ page: Int) {
            if let counter = counter(ofPage: page) { wanted.append((counter, nil)) }
        }
        let pages = pagesAround
        // The current page and the one waited for, the text that shows, and then what may come.
        let urgent = pending == nil ? 1 : 2
        pages.prefix(urgent).forEach(add)
        pages.prefix(urgent).forEach(addCounter)
        if ring.isEmpty, let idle = idlePicture { wanted.append((idle, nil)) }
        wanted += tickerPictures(at: time).map { ($0, nil) }
        for page in pages.dropFirst(urgent) {
            add(page)
            addCounter(page)
        }
        wanted += heldPictures.map { ($0, nil) }
        if let slide = outlook?.slide, let picture = picture(for: slide) {
            wanted.append((picture, slide.id))
        }
        if carouselSettings.tap == .pause, carouselSettings.swipe {
            let side = Signage.pixels(Self.badgeSide, scale: layout.scale)
            for symbol in [Badge.Symbol.paused, .playing] {
                wanted.append((.badge(Badge(symbol: symbol, side: side)), nil))
            }
        }
        return wanted
    }

    /// Pictures that still show though their pages have gone or changed.
    private var heldPictures: [Picture] {
        var layers = curtain?.layers ?? []
        if case .fade(let fade) = carousel.movement { layers += fade.layers }
        var held = layers.compactMap { layer in
            if case .picture(let id) = layer.content { pictures.picture(of: id) } else { nil }
        }
        held += standIns.values.sorted { $0.number < $1.number }.compactMap { pictures.picture(of: $0) }
        return held
    }

    /// Names what is wanted, and tells the ticker what it finds painted.
    mutating func updatePictures(at now: Instant) {
        // A measured text makes the ticker want its tiles: some rounds settle that.
        for _ in 0..<4 {
            let wanted = wanted(at: now).map(\.picture)
            pictures.want(wanted)
            tickerPictures.formIntersection(wanted.compactMap { $0.isOfTicker ? pictures.id(of: $0) : nil })
            guard ticker != nil else { return }
            var isSettled = true
            for picture in wanted {
                guard picture.isOfTicker, let painted = pictures.paintedPicture(picture),
                    tickerPictures.insert(painted.id).inserted
                else { continue }
                ticker?.painted(picture, painted.result, at: now)
                isSettled = false
            }
            if isSettled { return }
        }
    }

    /// Whether a part of what there is to show now has still to be painted.
    ///
    /// - Parameter time: not before the last moment handled.
    /// - Returns: false also when it can never be painted.
    public func isIncomplete(at time: Instant) -> Bool {
        if isOff { return false }
        if let top = notices.top {
            return picture(of: top.notice).flatMap { pictures.paintedPicture($0) } == nil
        }
        if isPageMissing || isCounterMissing(at: time) { return true }
        return ticker?.isIncomplete(at: tickerTime(at: time)) ?? false
    }

    private var isPageMissing: Bool {
        guard ring.isEmpty else { return curtain != nil || !isShowable(carousel.page) }
        guard let curtain, curtain.isLastGoodFrame else { return !isIdlePageDone }
        // No idle page comes; its own pictures are painted anew, or are gone for good.
        return curtain.layers.contains { layer in
            guard case .picture(let id) = layer.content, pictures.picture(of: id) != nil else { return false }
            return pictures.result(of: id) == nil && !pictures.hasFailed(id)
        }
    }

    // MARK: The idle page

    var idlePicture: Picture? {
        guard let layout, !layout.area.isEmpty, curtain?.isLastGoodFrame != true else { return nil }
        if let idleImagePicture { return idleImagePicture }
        return .idle(
            IdlePage(
                size: layout.area.size, color: settings.idleColor,
                title: settings.idleInfo ? settings.name : "",
                lines: settings.idleInfo ? timeLines + settings.idleLines : [], scale: layout.scale))
    }

    /// Painted, or never will be.
    var isIdlePageDone: Bool {
        guard let id = idlePicture.flatMap({ pictures.id(of: $0) }) else { return false }
        return pictures.result(of: id) != nil || pictures.hasFailed(id)
    }
}

extension Picture {
    var isOfTicker: Bool {
        switch self {
        case .tickerStrip, .tickerTile: true
        case .slide, .idle, .badge, .counter: false
        }
    }
}

extension Color {
    /// What is seen of it over an opaque colour.
    func over(_ below: Color) -> Color {
        func mixed(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
            let share = Int(alpha)
            let sum: Int = Int(top) * share + Int(bottom) * (255 - share)
            return UInt8((sum + 127) / 255)
        }
        return Color(
            red: mixed(red, below.red), green: mixed(green, below.green), blue: mixed(blue, below.blue))
    }
}
