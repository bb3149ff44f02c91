internal import Signage

/// What the kernel and the output tell.
extension KMSScreen {
    func takeFlips(at now: Instant, isGone: Bool) {
        guard let card else { return }
        do throws(KMSError) {
            for flip in try card.device.flips() {
                if let live { take(live.handle(flip, at: now), at: now) }
            }
            if isGone { loseCard("the card is gone", at: now) }
        } catch {
            loseCard("\(error)", at: now)
        }
    }

    func takeCardChanges(at now: Instant) {
        for change in source.changes() {
            switch change {
            case .removed(let name) where name == card?.node.name: loseCard("'\(name)' was removed", at: now)
            case .hotplugged(let name) where name == card?.node.name: lookSoon(.hotplug, at: now)
            case .changed(let name) where name == card?.node.name,
                .added(let name) where name == card?.node.name:
                lookSoon([], at: now)
            case .removed: break
            case .added, .changed, .hotplugged: searchSoon(at: now)
            case .lost:
                lookSoon([], at: now)
                searchSoon(at: now)
            }
        }
    }

    func take(_ happenings: [KMSOutput.Happening], at now: Instant) {
        for happening in happenings {
            switch happening {
            case .flipped(let flip, let sequence): takeFlip(flip, sequence: sequence, at: now)
            case .rested: events.append(.ready)
            case .interrupted: ledger.interrupt()
            case .trouble(let text, let detail): say(text, detail: detail, at: now)
            case .masterRegained: probe(at: now, for: .wholeState)
            case .cardLost(let why): loseCard(why, at: now)
            case .modeRefused(let error): refuseMode(error, at: now)
            case .stuck(let why): climb(why, at: now)
            }
        }
    }

    private func takeFlip(_ flip: Pace.Flip, sequence: UInt32, at now: Instant) {
        retired = nil
        card?.device.removeFormerFramebuffers()
        searchDelay.reset()
        // It was late, not lost.
        upcoming = nil
        ladder.reset()
        ledger.flipped(
            at: flip.time, vblank: flip.vblank, sequence: sequence, period: live?.period ?? .seconds(1))
        events.append(.flipped(at: flip.time))
        lightUp(at: now)
        if troubles.end(), let name = output?.name { events.append(.mended("frames reach '\(name)'")) }
    }
}
