internal import Signage

/// What is done about commits that fail, and flips that do not come.
extension KMSOutput {
    func react(to error: KMSError, _ failed: Retry, at now: Instant) {
        var retry = failed
        switch error.reaction {
        case .retryAtNextFlip where now - failed.since < Self.longestFlip:
            // What is in flight sends no event that we know: look again at every vblank.
            retry.until = now + pace.period
            state = .waiting(retry)
        case .retryAtNextFlip, .stuck:
            let trouble = error.reaction == .stuck ? "does not answer (\(error))" : "stays busy"
            happenings.append(.stuck("'\(plan.connector.name)' \(trouble)"))
            // The owner will take a step before.
            retry.until = now + Self.longestFlip
            retry.isWhole = true
            retry.since = now
            state = .waiting(retry)
        case .masterLost:
            happenings.append(
                .trouble("another program took the card (\(error)); waiting to get it back"))
            retry.isMasterLost = true
            retry.isWhole = true
            retry.until = now + retryDelay.next()
            state = .waiting(retry)
        case .deviceLost:
            happenings.append(.cardLost("\(error)"))
        case .outOfMemory where !failed.isWhole:
            happenings.append(.trouble("'\(plan.connector.name)': \(error); trying again"))
            retry.isWhole = true
            retry.until = now + retryDelay.next()
            state = .waiting(retry)
        case .unsupported where !failed.isWhole:
            happenings.append(
                .trouble("'\(plan.connector.name)' refused a frame (\(error)); putting the whole state"))
            commitWhole(failed.buffer, since: now, at: now)
        case .outOfMemory, .unsupported:
            state = .dark
            happenings.append(.modeRefused(error))
        }
    }

    /// Begins to put a picture back that stands still and has been taken off the glass; the card may be another's.
    ///
    /// - Returns: what came of it; nil: no picture stands still.
    func reclaim(at now: Instant) -> [Happening]? {
        guard case .shown = state, let shown = buffers.shown else { return nil }
        tryAgain(
            Retry(buffer: shown, until: now, isWhole: true, isMasterLost: true, since: now), at: now)
        return takeHappenings()
    }

    func tryAgain(_ retry: Retry, at now: Instant) {
        if retry.isMasterLost {
            do throws(KMSError) {
                try device.becomeMaster()
                // Whatever the owner meets when it probes the card: the whole state is put.
                var again = retry
                again.isMasterLost = false
                again.until = now + retryDelay.next()
                again.since = now
                state = .waiting(again)
                happenings.append(.masterRegained)
            } catch {
                if error.reaction == .retryAtNextFlip {
                    var again = retry
                    again.until = now + retryDelay.next()
                    state = .waiting(again)
                } else {
                    // This opening of the card never was master: another one may be.
                    happenings.append(.cardLost("\(error)"))
                }
            }
        } else if retry.isWhole {
            commitWhole(retry.buffer, since: retry.since, at: now)
        } else {
            commitFlip(to: retry.buffer, damage: nil, since: retry.since, at: now)
        }
    }
}
