internal import Signage

/// What the kernel and the output tell.
extension KMSScreen {
    func takeFlips(at now: Instant, isGone: Bool) {
        guard let card else { return }
        do throws(KMSError) {
            for flip in try FlipEvent.read(from: card.device.descriptor) {
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
            case .changed(let name) where name == card?.node.name,
                .added(let name) where name == card?.node.name:
                probeAt = probeAt ?? now + Self.debounce
            case .removed: break
            case .added, .changed: searchAt = searchAt ?? now + Self.debounce
            }
        }
    }

    func take(_ happenings: [KMSOutput.Happening], at now: Instant) {
        for happening in happenings {
            switch happening {
            case .flipped(let flip, let sequence):
                retired = nil
                lastTrouble = nil
                searchDelay.reset()
                ledger.flipped(
                    at: flip.time, vblank: flip.vblank, sequence: sequence,
                    period: live?.period ?? .seconds(1))
                events.append(.flipped(at: flip.time))
            case .rested: events.append(.ready)
            case .interrupted: ledger.interrupt()
            case .trouble(let text): say(text)
            case .masterRegained: probe(at: now, isWhole: true)
            case .cardLost(let why): loseCard(why, at: now)
            case .modeRefused(let error): refuseMode(error, at: now)
            }
        }
    }
}
