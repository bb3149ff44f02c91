extension Sign {
    /// A page over everything, shown or to be shown.
    struct ShownNotice: Sendable {
        var notice: Notice
        var length: Duration
        /// When it goes; before it shows: when it is given up.
        var until: Instant
        /// The command that waits for it to be painted; nil: it shows.
        var waiting: (number: Int, since: Instant)?
    }

    /// Whether fingers touch a notice, not pages.
    var isCovered: Bool { notice.map { $0.waiting == nil } ?? false }

    // MARK: Coming and going

    /// - Returns: the answer; nil: it comes when the notice shows.
    mutating func show(_ new: Notice, for length: Duration, number: Int, at now: Instant) -> CommandAnswer? {
        guard output != nil else { return .refused("there is no screen") }
        if isOff { return .refused("the display is off: 'signagectl display on' switches it on") }
        if let waiting = notice?.waiting {
            effects.append(
                .answer(number: waiting.number, .refused("overtaken: another notice was asked for")))
        }
        notice = ShownNotice(
            notice: new, length: length, until: now + Self.longestWaitAfterCommand,
            waiting: (number: number, since: now))
        return nil
    }

    /// Lets a notice that is painted show, and its time begin.
    mutating func raiseNotice(at now: Instant) {
        guard let waiting = notice?.waiting, let notice, let picture = noticePicture,
            pictures.paintedPicture(picture) != nil
        else { return }
        dropTouch(at: now)
        self.notice?.waiting = nil
        self.notice?.until = now + notice.length.asWait
        effects.append(.noticeShown(title: notice.notice.title))
        effects.append(.answer(number: waiting.number, .done(waited: now - waiting.since)))
    }

    /// Its time is over, or too long has it not been painted.
    mutating func endNotice() {
        dropNotice(reason: "not painted within \(Self.longestWaitAfterCommand.components.seconds) s")
    }

    mutating func dropNotice(reason: String) {
        guard let notice else { return }
        self.notice = nil
        if let waiting = notice.waiting {
            effects.append(.answer(number: waiting.number, .refused(reason)))
        } else {
            effects.append(.noticeEnded)
        }
    }

    // MARK: On the screen

    var noticePicture: Picture? {
        guard let notice = notice?.notice, let layout else { return nil }
        return .idle(
            IdlePage(
                size: layout.output.size, color: settings.idleColor.overBlack, title: notice.title,
                lines: notice.lines, scale: layout.scale))
    }

    /// What covers the whole screen; nothing when no notice shows.
    func noticeLayers(at time: Instant) -> [Layer] {
        guard let notice, notice.waiting == nil, time < notice.until, let layout,
            let painted = noticePicture.flatMap({ pictures.paintedPicture($0) })
        else { return [] }
        let screen = PixelRect(
            x: 0, y: 0, width: layout.output.size.width, height: layout.output.size.height)
        let size = painted.result.size
        let page = Layer(
            .picture(painted.id), frame: PixelRect(x: 0, y: 0, width: size.width, height: size.height),
            clip: screen)
        if painted.result.isOpaque && size == layout.output.size { return [page] }
        return [Layer(.color(settings.idleColor.overBlack), frame: screen, clip: screen), page]
    }
}
