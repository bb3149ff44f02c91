internal import Signage

/// The whole state of the card.
extension KMSOutput {
    /// Brings the card into the state that the newest frame belongs to, whatever it is in now.
    ///
    /// - Parameters:
    ///   - card: what the card says now.
    ///   - plan: the same output, as the card describes it now.
    ///   - signalOff: stop the signal first, so that a display that lost it starts anew.
    ///   - now: the present.
    /// - Returns: what came of it.
    func putWholeState(
        _ card: CardSnapshot, _ plan: OutputPlan, signalOff: Bool, at now: Instant
    ) -> [Happening] {
        refresh(card, plan)
        needsSignalOff = needsSignalOff || signalOff
        if case .flipping = state {
            isWholeDue = true
        } else if isOff {
            commitOff(since: now, at: now)
        } else if let buffer = newestBuffer {
            commitWhole(buffer, since: now, at: now)
        }
        return takeHappenings()
    }

    /// Stops the signal and puts the whole state, though a flip may still be awaited: it has not come for too long.
    func startAnew(at now: Instant) -> [Happening] {
        needsSignalOff = true
        if isOff {
            commitOff(since: now, at: now)
        } else if let buffer = newestBuffer {
            commitWhole(buffer, since: now, at: now)
        }
        return takeHappenings()
    }

    /// Asks whether the card would take the whole state, drmModeAtomicCommit() with DRM_MODE_ATOMIC_TEST_ONLY.
    ///
    /// A yes is no promise. Where the question cannot be answered now, the first commit will tell.
    ///
    /// - Throws: EINVAL, ENOSPC and the like for a mode that cannot be had, ENODEV for a card that is gone.
    func test() throws(KMSError) {
        var failure: KMSError?
        for isThorough in [true, false] {
            let request = WholeState(card: card, plan: plan).request(
                framebuffer: framebuffer(0), mode: mode.id, thorough: isThorough)
            do throws(KMSError) {
                return try device.commit(request, [.testOnly, .allowModeset], key: 0)
            } catch {
                failure = error
                if error.reaction != .unsupported { break }
            }
        }
        guard let failure else { return }
        switch failure.reaction {
        case .unsupported, .deviceLost: throw failure
        case .retryAtNextFlip, .masterLost, .outOfMemory, .stuck: return
        }
    }

    /// Takes what the card says now; nothing is committed.
    func refresh(_ card: CardSnapshot, _ plan: OutputPlan) {
        self.card = card
        self.plan = plan
    }

    /// Turns the output off; what the kernel says to that does not matter.
    func turnOff() {
        try? device.commit(WholeState(card: card, plan: plan).off, .allowModeset, key: 0)
    }

    /// Whether the kernel says that our last frame is scanned out.
    func isShowingLastFrame() -> Bool {
        guard case .shown = state, let shown = buffers.shown,
            let buffer = buffers.buffers[shown] as? any ScanoutBuffer,
            let active = plan.crtc.properties["ACTIVE"], let framebuffer = plan.plane.properties["FB_ID"]
        else { return false }
        do throws(KMSError) {
            let isActive = try device.value(of: active.id, object: plan.crtc.id) == 1
            return try device.value(of: framebuffer.id, object: plan.plane.id) == UInt64(buffer.framebuffer)
                && isActive
        } catch {
            return false
        }
    }

    func commitWhole(_ index: Int, since: Instant, at now: Instant) {
        restUntil = nil
        if isOff { return commitOff(since: since, at: now) }
        var failure = KMSError("drmModeAtomicCommit", errno: Self.invalidArgument)
        for isThorough in [true, false] {
            let request = WholeState(card: card, plan: plan).request(
                framebuffer: framebuffer(index), mode: mode.id, thorough: isThorough)
            do throws(KMSError) {
                try commitWhole(request, index, at: now)
                return
            } catch {
                failure = error
                if error.reaction != .unsupported { break }
                if isThorough {
                    happenings.append(
                        .trouble("'\(plan.connector.name)': \(error) for", detail: " \(request)"))
                }
            }
        }
        react(to: failure, Retry(buffer: index, until: now, isWhole: true, since: since), at: now)
    }

    func commitWhole(_ request: AtomicRequest, _ index: Int, at now: Instant) throws(KMSError) {
        // Without leave to set modes, if that is enough: then the display does not blink.
        var flags: CommitFlags = [.nonblocking, .flipEvent]
        if needsSignalOff {
            do throws(KMSError) {
                try device.commit(WholeState(card: card, plan: plan).inactive, .allowModeset, key: 0)
            } catch let error where error.reaction == .unsupported {
                // It was off already, or cannot be without more: the whole state follows.
            }
            needsSignalOff = false
            flags.insert(.allowModeset)
        } else {
            do throws(KMSError) {
                try device.commit(request, .testOnly, key: 0)
            } catch let error where error.reaction == .unsupported {
                flags.insert(.allowModeset)
            }
        }
        let key = keys.next()
        try device.commit(request, flags, key: key)
        isWholeDue = false
        pace = Pace(refreshMillihertz: plan.choice.mode.refreshMillihertz, at: now)
        happenings.append(.interrupted)
        state = .flipping(key: key, committed: now)
        buffers.committed(index)
    }

    static let invalidArgument: CInt = 22
}
