internal import Display
internal import Signage
internal import StoreJobs
internal import SystemCalls

/// What outlives this process: the card with the picture on the glass, and the place in the carousel.
extension SignDaemon {
    /// How long a sign that leaves waits for the disk to take its place.
    private static let longestFarewell = Duration.seconds(1)

    // MARK: The card

    /// Has systemd keep the card in use, and no other.
    func keepCard() {
        guard keptCard != player.screen.cardChanges else { return }
        keptCard = player.screen.cardChanges
        if let card = player.screen.openCard {
            manager.keep(card, as: .card)
        } else {
            manager.forget(.card)
        }
    }

    /// Leaves the last frame on the glass for the process after this one, if somebody keeps the card until then: when
    /// the unit is stopped, systemd closes it, and the console's picture returns. Else gives the screen back.
    ///
    /// - Parameter isHopeless: the next process is to open the card anew.
    func giveScreenBack(isHopeless: Bool) {
        if isHopeless { manager.forget(.card) }
        if manager.isThere, !isHopeless {
            player.screen.handOver()
        } else {
            player.screen.close()
        }
    }

    // MARK: The place

    /// The memory of the process before this one, or a new one that systemd is given; nil without systemd.
    static func placeMemory(_ inherited: Descriptor?, _ manager: ServiceManager) -> PlaceMemory? {
        if let inherited, let memory = PlaceMemory(inheriting: inherited) { return memory }
        guard manager.isThere, let memory = try? PlaceMemory() else { return nil }
        manager.keep(memory.descriptor, as: .place)
        return memory
    }

    /// Another slide is on the screen.
    func remember(_ id: String) {
        placeMemory?.remember(id)
        placeSaving.show(id)
    }

    /// Has the place written, where that is due.
    func savePlace(at now: Instant) {
        if let moment = calmAt, moment <= now {
            calmAt = nil
            placeMemory?.settle()
        }
        if let id = placeSaving.due(at: now) { ask(.keepPlace(id), .none, at: now) }
    }

    /// Has the place written because the sign leaves; a disk that does not answer is not waited for.
    func keepPlace() {
        placeMemory?.settle()
        guard let id = placeSaving.last() else { return }
        let number = store.submit(.keepPlace(id), storeSettings, at: present())
        _ = store.outcome(of: number, within: Self.longestFarewell)
    }
}
