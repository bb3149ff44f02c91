extension Sign {
    /// Whether fingers touch a notice, not pages.
    var isCovered: Bool { notices.top != nil }

    // MARK: Coming and going

    /// - Returns: the answer; nil: it comes when the notice shows.
    mutating func show(_ new: Notice, for length: Duration, number: Int, at now: Instant) -> CommandAnswer? {
        guard output != nil else { return .refused("there is no screen") }
        if isOff { return .refused("the display is off: 'signagectl display on' switches it on") }
        refuseAwaited("overtaken: another notice was asked for")
        notices.awaited = NoticeBoard.Awaited(
            notice: new, length: length, number: number, since: now,
            deadline: now + Self.longestWaitAfterCommand)
        return nil
    }

    /// Ends all that there is, and what has still to be painted.
    mutating func clearNotice(at now: Instant) -> CommandAnswer {
        refuseAwaited("overtaken: notices were cleared")
        removeNotices { _ in true }
        return .done(waited: .zero)
    }

    /// Lets a notice that is painted show, and its time begin.
    mutating func raiseNotice(at now: Instant) {
        guard let awaited = notices.awaited, let picture = picture(of: awaited.notice),
            pictures.paintedPicture(picture) != nil
        else { return }
        dropTouch(at: now)
        notices.awaited = nil
        notices.post(awaited.notice, until: now + awaited.length.asWait)
        effects.append(.noticeShown(title: awaited.notice.title))
        effects.append(.answer(number: awaited.number, .done(waited: now - awaited.since)))
    }

    /// The time of some is over, or too long has one not been painted.
    mutating func endNotices(at time: Instant) {
        if let awaited = notices.awaited, awaited.deadline <= time {
            refuseAwaited("not painted within \(Self.longestWaitAfterCommand.components.seconds) s")
        }
        removeNotices { $0.until <= time }
    }

    /// A picture cannot be painted: its notice is of no use.
    mutating func dropNotice(paintedAs picture: Picture, reason: String) {
        if let awaited = notices.awaited, self.picture(of: awaited.notice) == picture {
            refuseAwaited(reason)
        }
        let (layout, settings) = (layout, settings)
        removeNotices { posted in layout?.picture(of: posted.notice, settings) == picture }
    }

    private mutating func removeNotices(where matches: (NoticeBoard.Posted) -> Bool) {
        let before = notices.top?.notice
        notices.remove(where: matches)
        let after = notices.top?.notice
        guard before != after else { return }
        // What was below shows again, or the pages do.
        effects.append(after.map { .noticeShown(title: $0.title) } ?? .noticeEnded)
    }

    private mutating func refuseAwaited(_ reason: String) {
        guard let awaited = notices.awaited else { return }
        notices.awaited = nil
        effects.append(.answer(number: awaited.number, .refused(reason)))
    }

    // MARK: On the screen

    /// What must be painted for it; nil: there is no screen.
    func picture(of notice: Notice) -> Picture? { layout?.picture(of: notice, settings) }

    /// What covers the whole screen; nothing when no notice shows.
    func noticeLayers(at time: Instant) -> [Layer] {
        guard let posted = notices.top(at: time), let layout,
            let painted = picture(of: posted.notice).flatMap({ pictures.paintedPicture($0) })
        else { return [] }
        let screen = PixelRect(layout.output.size)
        let size = painted.result.size
        let page = Layer(
            .picture(painted.id), frame: PixelRect(x: 0, y: 0, width: size.width, height: size.height),
            clip: screen)
        if painted.result.isOpaque && size == layout.output.size { return [page] }
        return [Layer(.color(settings.idleColor.overBlack), frame: screen, clip: screen), page]
    }
}

extension ScreenLayout {
    /// A calm blue on which white stands out.
    private static let messageColor = Color(red: 0x1D, green: 0x35, blue: 0x57)
    /// How high a message's letters are if it is short, of the screen's shorter side: text that would not fit is
    /// painted smaller.
    private static let messageShare = 0.25

    /// What must be painted for a notice, as large as the screen.
    fileprivate func picture(of notice: Notice, _ settings: SignSettings) -> Picture {
        let size = output.size
        switch notice.kind {
        case .identity:
            return .idle(
                IdlePage(
                    size: size, color: settings.idleColor.overBlack, title: notice.title,
                    lines: notice.lines, scale: scale))
        case .message:
            let height = Double(min(size.width, size.height)) * Self.messageShare
            return .idle(
                IdlePage(
                    size: size, color: Self.messageColor, title: "", lines: [notice.title] + notice.lines,
                    scale: height / IdlePage.lineSize))
        }
    }
}
