extension Sign {
    func layout(for output: OutputGeometry) -> ScreenLayout {
        ScreenLayout(
            output: output, scale: settings.scale, carousel: carouselSettings, slideCount: ring.count,
            ticker: tickerSettings)
    }

    // MARK: The screen

    mutating func change(output geometry: OutputGeometry?, at now: Instant) {
        guard let geometry else {
            if output != nil { darkSince = now }
            output = nil
            return
        }
        output = geometry
        darkSince = nil
        relayout(layout(for: geometry), at: now)
        if isHidden, !isOff { reveal(at: now) }
    }

    mutating func configure(_ new: SignSettings, at now: Instant) {
        let shown = restingLayers(at: now)
        settings = new
        display.set(new.display, at: now)
        updateDisplay(at: now)
        if let layout { relayout(self.layout(for: layout.output), at: now) }
        if ring.isEmpty, curtain == nil { curtain = Curtain(layers: shown) }
    }

    /// Everything gets another place or size; what showed stays until the current page is painted anew.
    private mutating func relayout(_ new: ScreenLayout, at now: Instant) {
        guard new != layout else { return }
        let shown = restingLayers(at: now)
        let old = layout
        dropTouch(at: now)
        dropBandTouch(at: now)
        if carousel.motionEnd != nil { carousel.rest(on: carousel.page) }
        layout = new
        if old?.band != new.band || old?.scale != new.scale { updateTicker(reloads: true, at: now) }
        if old == nil, curtain?.deadline != nil { curtain?.deadline = now + Self.longestWait }
        if curtain == nil, ring.isEmpty || !isShowable(carousel.page) { curtain = Curtain(layers: shown) }
    }

    /// Gives the ticker its settings and place; it comes and goes with its band.
    mutating func updateTicker(reloads: Bool, at now: Instant) {
        guard let tickerSettings, let layout, let band = layout.band else {
            ticker = nil
            tickerPictures = []
            return
        }
        if ticker == nil {
            ticker = Ticker(settings: tickerSettings, band: band, scale: layout.scale, at: now)
        } else if reloads {
            ticker?.reload(settings: tickerSettings, band: band, scale: layout.scale, at: now)
        }
    }

    // MARK: Hidden and shown

    /// Nobody sees the sign: motion ends at its target, the timer stops, nothing is painted.
    mutating func hide(at time: Instant) {
        isHidden = true
        dropTouch(at: time)
        gestures.forgetAll()
        dropBandTouch(at: time)
        bandTouch.forgetAll()
        carousel.rest(on: carousel.page)
        timer.stop()
        if let turn = pending, turn.cause != .command { pending = nil }
    }

    /// Seen again: a full interval from now, or from when the current page is painted.
    mutating func reveal(at now: Instant) {
        isHidden = false
        if !ring.isEmpty, !isShowable(carousel.page) {
            curtain = Curtain(
                layers: curtain?.layers ?? [], cause: .start, deadline: now + Self.longestWait)
        }
        // The last good frame was let go in the dark.
        if ring.isEmpty, showable(curtain?.layers ?? []).isEmpty { curtain = Curtain(layers: []) }
        restartInterval(from: now)
    }
}
