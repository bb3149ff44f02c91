internal import Arguments
internal import Compositor
internal import Control
internal import Display
internal import PaintJobs
internal import Signage
internal import StoreJobs
internal import SystemCalls
internal import Touch

extension SignDaemon {
    func answer(_ call: ControlCall, at now: Instant) {
        if let command = Command(call.request) ?? identification(call.request) {
            log(.info, "\(command.words) by user \(call.peer.uid), process \(call.peer.pid)")
            if case .show(let id, _) = command, !content.playlist.slides.contains(where: { $0.id == id }) {
                let suggestion = nearest(to: id, among: content.playlist.slides.prefix(1000).map(\.id))
                reply(to: call.id, .error(.noSuchSlide(id: id, suggestion: suggestion)))
            } else {
                player.handle(.command(command, number: Int(call.id)), at: now)
            }
            return
        }
        switch call.request {
        case .display(let word):
            if let intent = DisplayIntent(rawValue: word) { setDisplay(intent, call, at: now) }
        case .status: reply(to: call.id, .status(status(at: now)))
        case .outputs: reply(to: call.id, .outputs(player.screen.connectors.map { OutputReport($0) }))
        case .reload:
            log(.info, "reload by user \(call.peer.uid), process \(call.peer.pid)")
            reloadCalls.append(call.id)
            gate.ask()
        case .configure(let text, let name, let length):
            log(
                .info,
                "configure \(text == nil ? "--file" : "'\(name)'") by user \(call.peer.uid), "
                    + "process \(call.peer.pid)")
            tryConfiguration(text, name: name, for: length, of: call, at: now)
        case .confirmConfiguration:
            log(.info, "configure --confirm by user \(call.peer.uid), process \(call.peer.pid)")
            confirmConfiguration(call, at: now)
        case .revertConfiguration:
            log(.info, "configure --revert by user \(call.peer.uid), process \(call.peer.pid)")
            revertConfiguration(call, at: now)
        case .showConfiguration: showConfiguration(call, at: now)
        case .history:
            // Without an answer it would be work for nothing.
            guard control?.isAwaited(call.id) == true else { break }
            ask(.history, .history(call: call.id), at: now)
        case .rollback(let number):
            log(
                .info,
                "rollback\(number.map { " \($0)" } ?? "") by user \(call.peer.uid), process \(call.peer.pid)")
            ask(.rollback(to: number), .change(call: call.id), at: now)
        case .use(let source):
            log(.info, "use \(source) by user \(call.peer.uid), process \(call.peer.pid)")
            ask(.use(source == "store" ? .store : .file), .change(call: call.id), at: now)
        case .push:
            log(.info, "push by user \(call.peer.uid), process \(call.peer.pid)")
            push(call, at: now)
        case .schedule(let time, let days): reply(to: call.id, schedule(from: time, days: days))
        case .screenshot: reply(to: call.id, screenshot())
        default: break
        }
    }

    /// What `identify` shows; nil: the request is another.
    private func identification(_ request: ControlRequest) -> Command? {
        guard case .identify(let length) = request else { return nil }
        let name = content.configuration.name ?? hostName()
        return .notice(
            identity(name: name, host: hostName(), addresses: networkAddresses()),
            for: length ?? Self.identificationTime)
    }

    func reply(to call: UInt64, _ reply: ControlReply) {
        control?.reply(to: call, reply, at: monotonicNanoseconds())
    }

    /// Also while the store looks whether there is anything to paint.
    private var painterState: PainterClient.State {
        painter.state == .resting && player.isPainting ? .painting : painter.state
    }

    func screenshot() -> ControlReply {
        guard let shown = player.shown else { return .error(.noOutput) }
        let rotation = shown.mounting.rotation
        let seen = shown.frame.scene.size.turned(by: rotation)
        let compositor = Compositor()
        return .screenshot(
            Screenshot(width: seen.width, height: seen.height) { rows in
                compositor.rows(of: shown.frame, turned: rotation, rows)
            })
    }

    func status(at now: Instant) -> StatusReport {
        let sign = player.sign.status(at: now)
        let output = player.screen.output.map {
            OutputStatus(
                $0, rotation: player.mounting.rotation, scale: sign.scale, counts: player.screen.counts,
                at: now)
        }
        return StatusReport(
            name: content.configuration.name ?? hostName(), state: sign.state.rawValue,
            slide: sign.selected.map { SlideStatus(index: $0.index, id: $0.id, moving: $0.moving) },
            slides: sign.slideCount,
            schedule: ScheduleStatus(
                waiting: sign.times.waiting, trusted: sign.times.isTrusted,
                next: localTime(of: sign.times.next)),
            ticker: sign.ticker.map {
                TickerStatus(scrolling: $0.scrolling, offset: $0.offset, speed: $0.speed)
            },
            outputs: output.map { [$0] } ?? [],
            display: DisplayStatus(sign.display, until: localTime(of: sign.display.until)),
            playlist: PlaylistStatus(
                source: content.source.rawValue, path: content.path.isEmpty ? options.playlist : content.path,
                generation: content.generation, ignored: content.ignored, loaded: loadedWallTime,
                problems: content.diagnostics.map { ControlDiagnostic($0) }),
            configuration: configurationStatus,
            touch: TouchStatus(devices: (touch?.devices ?? []).map { .init(name: $0.name, node: $0.node) }),
            painter: PainterStatus(
                state: painterState.rawValue, failures: painter.failures,
                skipped: sign.skipped.map { .init(id: $0.id, reason: $0.reason) }),
            reload: lastReload,
            problems: problems
                + [player.impediment, unusedMargins, player.sign.idleImageFault.map(idleImageWords)]
                .compactMap { $0 },
            version: productVersion,
            uptime: (now - started).inSeconds, timeZone: timeZoneName(),
            notice: sign.notice.map { NoticeStatus(text: $0.title, until: localTime(of: $0.until)) },
            pause: sign.pause.map { PauseStatus(by: $0.by.rawValue, until: localTime(of: $0.until)) },
            hold: sign.hold.map { HoldStatus(until: localTime(of: $0.until), returnsTo: $0.returnsTo) })
    }
}
