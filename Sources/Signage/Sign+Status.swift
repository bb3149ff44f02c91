extension Sign {
    /// What there is to say at this moment.
    public func status(at time: Instant) -> SignStatus {
        SignStatus(
            state: state, selected: selected(at: time), slideCount: ring.count,
            ticker: ticker?.status(at: time), skipped: ring.skipped, scale: scale,
            display: display.state, notice: covering,
            pause: pause.map { SignStatus.Pause(by: $0.by, until: $0.until) },
            hold: hold.map { SignStatus.Hold(until: $0.until, returnsTo: $0.returnsTo) },
            times: SignStatus.Times(
                waiting: ring.waiting, isTrusted: display.clock?.isTrusted ?? false, next: ring.nextChange))
    }

    private var covering: SignStatus.Covering? {
        notices.top.map { SignStatus.Covering(title: $0.notice.title, until: $0.until) }
    }

    /// The slides that are shown when they have their time, in order.
    public var slidesInTime: [Slide] { ring.shownInTime }

    /// The paths of files whose slides cannot be shown, and of such an idle picture: tell `fileChanged` when one of
    /// them changes.
    public var faultyPaths: [String] {
        guard let image = settings.idleImage, image.stamp == nil || idleImageFault != nil else {
            return ring.faultyPaths
        }
        return ring.faultyPaths + [image.path]
    }

    private var state: SignStatus.State {
        // Off on purpose, whether or not there is something to switch off.
        if isOff { return .off }
        if output == nil { return .noOutput }
        if ring.isEmpty { return .idle }
        return pause == nil ? .playing : .paused
    }

    /// A motion's target, or the nearest page under a finger.
    private func selected(at time: Instant) -> SignStatus.Selected? {
        guard !ring.isEmpty else { return nil }
        var page = carousel.page
        if carousel.motionEnd == nil {
            page = Int((carousel.position(at: time, pages: layout?.pages) + 0.5).rounded(.down))
            if !carouselSettings.loop { page = min(ring.pageCount - 1, max(0, page)) }
        }
        guard let slide = ring.slide(ofPage: page) else { return nil }
        return SignStatus.Selected(
            index: ring.index(ofPage: page), id: slide.id, moving: carousel.isAway(at: time))
    }

    private var scale: Double {
        if let layout { return layout.scale }
        if case .fixed(let factor) = settings.scale { return factor }
        return 1
    }
}
