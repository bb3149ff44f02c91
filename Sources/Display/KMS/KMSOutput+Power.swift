internal import Signage

/// Off and on.
extension KMSOutput {
    /// Stops the signal, and lets no frame start it until `powerOn`.
    func powerOff(at now: Instant) -> [Happening] {
        isOff = true
        restUntil = nil
        switch state {
        // Not before the flip that is awaited; the other program's picture is not ours to stop.
        case .flipping: break
        case .waiting(let retry) where retry.isMasterLost: break
        case .dark, .shown, .waiting: commitOff(since: now, at: now)
        }
        return takeHappenings()
    }

    /// The next frame starts the signal, with the whole state.
    func powerOn() {
        isOff = false
        // What was tried again was to stop it; without the card it waits on.
        if case .waiting(let retry) = state, !retry.isMasterLost { state = .dark }
    }

    /// Stops the signal of every CRTC of the card: what an earlier program has left lit goes dark too.
    func commitOff(since: Instant, at now: Instant) {
        isWholeDue = false
        do throws(KMSError) {
            try device.commit(WholeState(card: card, plan: plan).allInactive, .allowModeset, key: 0)
            state = .dark
            // A flip that has not come will not come any more.
            buffers.flipped()
            retryDelay.reset()
        } catch {
            switch error.reaction {
            case .unsupported, .outOfMemory:
                state = .dark
                happenings.append(
                    .trouble(
                        "'\(plan.connector.name)' cannot be switched off (\(error)); 'when_off: black' may do"
                    ))
            case .retryAtNextFlip, .masterLost, .deviceLost, .stuck:
                react(
                    to: error, Retry(buffer: newestBuffer ?? 0, until: now, isWhole: true, since: since),
                    at: now)
            }
        }
    }

    /// Whether the kernel says that there is no signal.
    var isDark: Bool {
        guard let active = plan.crtc.properties["ACTIVE"] else { return false }
        return (try? device.value(of: active.id, object: plan.crtc.id)) == 0
    }
}
