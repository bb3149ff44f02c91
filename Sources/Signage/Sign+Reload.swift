extension Sign {
    /// What showed before something changed.
    struct Before {
        var ring: SlideRing
        var page: Int
        var position: Double
        /// At rest.
        var layers: [Layer]
        /// The painted pictures around the current page, by slide.
        var pictures: [String: PictureID]
        /// And the numbers on those pages.
        var counters: [String: PictureID]
    }

    func standing(at now: Instant) -> Before {
        var painted: [String: PictureID] = [:]
        var counters: [String: PictureID] = [:]
        func name(_ picture: Picture?) -> PictureID? {
            picture.flatMap { pictures.paintedPicture($0)?.id ?? standIn(for: $0)?.id }
        }
        for page in pagesAround {
            guard let slide = ring.slide(ofPage: page) else { continue }
            painted[slide.id] = name(picture(ofPage: page))
            counters[slide.id] = name(counter(ofPage: page))
        }
        return Before(
            ring: ring, page: carousel.page, position: carousel.position(at: now, pages: layout?.pages),
            layers: restingLayers(at: now), pictures: painted, counters: counters)
    }

    // MARK: A new playlist

    mutating func reload(_ playlist: Playlist, at now: Instant) {
        let before = standing(at: now)
        let old = (carousel: carouselSettings, layout: layout)
        carouselSettings = playlist.carousel
        tickerSettings = playlist.ticker?.keepingText(of: tickerSettings)
        notes = []
        ring = SlideRing(playlist.slides, after: before.ring, clock: display.clock, at: now)
        layout = layout.map { layout(for: $0.output) }
        let known = Set(before.ring.skipped.map(\.id))
        for skipped in ring.skipped where !known.contains(skipped.id) {
            effects.append(.slideSkipped(id: skipped.id, reason: skipped.reason))
        }
        if carousel.motionEnd != nil { carousel.rest(on: carousel.page) }
        if old.carousel.axis != carouselSettings.axis || !carouselSettings.swipe { dropTouch(at: now) }
        if !carouselSettings.swipe { gestures.forgetAll() }
        keepPlace(since: before, cause: .reload, at: now)
        updateTicker(reloads: true, at: now)
    }

    // MARK: Slides leave and come back

    /// Slides cannot be shown: they leave the ring.
    mutating func fail(_ picture: Picture, reason: String, at now: Instant) {
        let before = standing(at: now)
        var ring = ring
        let skipped = ring.fail(reason: reason) { self.picture(for: $0) == picture }
        self.ring = ring
        for id in skipped { effects.append(.slideSkipped(id: id, reason: reason)) }
        if !skipped.isEmpty { keepPlaceAndMotion(since: before, cause: .skip, at: now) }
    }

    mutating func fileChanged(_ path: String, to stamp: FileStamp?, at now: Instant) {
        let before = standing(at: now)
        let restored = ring.fileChanged(path, to: stamp)
        for id in restored { effects.append(.slideRestored(id: id)) }
        if !restored.isEmpty { keepPlaceAndMotion(since: before, cause: .skip, at: now) }
    }

    /// As `keepPlace`, but a motion goes on if the pages it shows are the same: most slides that fail are ones that
    /// nobody sees.
    mutating func keepPlaceAndMotion(since before: Before, cause: SignEffect.Cause, at now: Instant) {
        let isMoved = followCount()
        if carousel.motionEnd != nil, isMoved || !showsSamePages(as: before) {
            carousel.rest(on: carousel.page)
        }
        keepPlace(since: before, cause: cause, at: now)
    }

    private func showsSamePages(as before: Before) -> Bool {
        guard let page = ring.page(for: before.page, of: before.ring) else { return false }
        let first = min(Int(before.position.rounded(.down)), before.page)
        let last = max(Int(before.position.rounded(.up)), before.page)
        guard carouselSettings.loop || page + first - before.page >= 0 else { return false }
        return (first...last).allSatisfy {
            before.ring.slide(ofPage: $0)?.id == ring.slide(ofPage: page + $0 - before.page)?.id
        }
    }

    // MARK: Keeping the place

    /// Finds the current slide, or the next survivor, in the new ring.
    private mutating func keepPlace(since before: Before, cause: SignEffect.Cause, at now: Instant) {
        followCount()
        outlook = nil
        guard !ring.isEmpty else { return leaveEmpty(before, at: now) }
        if let page = ring.page(for: before.page, of: before.ring) {
            let shift = page - before.page
            carousel.renumber(by: shift)
            keepOldPictures(of: before)
            rebaseDrag(from: before.position + Double(shift), at: now)
            if !isShowable(carousel.page), curtain == nil {
                curtain = Curtain(layers: before.layers)
                carousel.rest(on: carousel.page)
            }
            return
        }
        // The next survivor in the old order, or the first of the new list.
        let page = ring.page(following: before.page, of: before.ring)
        arrive(on: page, from: before.layers, cause: cause, at: now)
    }

    /// The number of slides decides whether dots take room from the pages.
    ///
    /// - Returns: whether pages lie otherwise now.
    @discardableResult
    private mutating func followCount() -> Bool {
        guard let old = layout, case let new = layout(for: old.output), new != old else { return false }
        layout = new
        return true
    }

    /// Another slide is to come on as soon as it is painted.
    private mutating func arrive(on page: Int, from layers: [Layer], cause: SignEffect.Cause, at now: Instant)
    {
        dropTouch(at: now)
        carousel.rest(on: page)
        hold = nil
        timer.stop()
        if let turn = pending, turn.cause != .command { pending = nil }
        curtain = Curtain(
            layers: layers, cause: curtain?.cause == .start ? .start : cause, deadline: now + Self.longestWait
        )
    }

    /// There is no slide to show: the last good frame stays if failures alone did that, else the idle page comes.
    private mutating func leaveEmpty(_ before: Before, at now: Instant) {
        dropTouch(at: now)
        carousel.rest(on: 0)
        hold = nil
        overtakePending()
        let isGood =
            !before.ring.isEmpty && before.layers.contains { $0.showsPage } && curtain?.cause != .start
        let slideID = before.ring.slide(ofPage: before.page)?.id ?? curtain?.slideID
        // What has its time no more is not left on the screen.
        let isOver = slideID.map { ring.isWithheld($0) } ?? false
        let stays = ring.hasFailures && !isOver && (isGood || curtain?.isLastGoodFrame ?? false)
        curtain = Curtain(layers: before.layers, isLastGoodFrame: stays, slideID: stays ? slideID : nil)
    }

    /// The gesture under way is over.
    mutating func dropTouch(at now: Instant) {
        guard gestures.gesture != nil else { return }
        gestures.ignoreUntilLifted()
        effects.append(.touchCancelled)
        if carousel.motionEnd == nil { carousel.rest(on: carousel.page) }
    }

    /// The old pictures of files that changed show until the new ones are painted.
    private mutating func keepOldPictures(of before: Before) {
        updatePictures(at: clock)
        standIns = [:]
        for page in pagesAround {
            guard let slide = ring.slide(ofPage: page) else { continue }
            if let old = before.pictures[slide.id],
                pictures.result(of: old)?.size == layout?.pages.pageSize
            {
                keep(old, for: picture(ofPage: page))
            }
            if let old = before.counters[slide.id] { keep(old, for: counter(ofPage: page)) }
        }
    }

    /// Shows a picture that is at hand until another one is.
    private mutating func keep(_ old: PictureID, for picture: Picture?) {
        guard let new = picture.flatMap({ pictures.id(of: $0) }), pictures.result(of: new) == nil,
            pictures.result(of: old) != nil
        else { return }
        standIns[new] = old
    }
}

extension Layer {
    /// Whether it is more than a plain background.
    var showsPage: Bool {
        switch content {
        case .picture: true
        case .color, .marks: false
        }
    }
}
