internal import Glibc
internal import PushProtocol
internal import SystemCalls

extension Store {
    /// Makes a generation of contents that are here, and makes it the current one if asked.
    ///
    /// - Parameters:
    ///   - generation: its number does not count: it gets the next one.
    ///   - activate: whether it becomes the current one.
    /// - Returns: the generation with its number.
    /// - Throws: `.system`, `.busy`; the current generation is the one before, and there is no new one.
    public func install(_ generation: Generation, activate: Bool) throws(StoreFailure) -> Generation {
        let lock = try FileLock.wait(for: layout.changeLock, seconds: Self.patience)
        defer { withExtendedLifetime(lock) {} }
        // Before there is a new one: where `current` says nothing the newest plays, at any moment from now on.
        let before = try settle()
        var new = generation
        new.number = max(try numbers().last ?? 0, before) + 1
        let bytes: [UInt8]
        do throws(Generation.Damage) {
            bytes = try new.sealed()
        } catch {
            throw .unusable(new.number, reason: error.reason)
        }
        let path = layout.generation(new.number)
        do throws(StoreFailure) {
            try calling { () throws(SystemError) in try disk.replace(path, with: bytes) }
            if activate { try point(to: new.number, insteadOf: before) }
        } catch {
            // What is told to have failed must not play, whatever has become of the link.
            try? disk.remove(path)
            try? disk.syncDirectory(layout.generations)
            throw error
        }
        return new
    }

    /// Makes an earlier generation the current one.
    ///
    /// - Parameter number: which; nil: the newest before the current one that can be played, also when the current one
    ///   cannot. Where nothing says which is current it is the one that plays.
    /// - Returns: the generation that is current now.
    /// - Throws: `.noGeneration`, `.unusable`, `.nothingBefore`, `.system`, `.busy`; nothing has changed.
    public func rollback(to number: Int?) throws(StoreFailure) -> Generation {
        try prepare()
        let lock = try FileLock.wait(for: layout.changeLock, seconds: Self.patience)
        defer { withExtendedLifetime(lock) {} }
        let before = try settle()
        let target: Generation
        if let number {
            target = try load(number).generation
        } else {
            let candidates = try numbers().reversed().lazy.filter { $0 < before }
            guard let found = candidates.compactMap({ try? self.load($0).generation }).first else {
                throw .nothingBefore
            }
            target = found
        }
        try point(to: target.number, insteadOf: before)
        return target
    }

    /// Which generation is chosen; a `current` that is missing or damaged is made to say what plays because of that.
    ///
    /// - Returns: 0 when none is.
    private func settle() throws(StoreFailure) -> Int {
        switch try choice() {
        case .number(let number): return number
        case .nothing: return 0
        case .none, .damaged: break
        }
        var plays = 0
        for number in try numbers().reversed() {
            do throws(StoreFailure) {
                plays = try load(number).generation.number
                break
            } catch {
                // Whether that one plays is not known now.
                if case .system = error { throw error }
            }
        }
        try calling { () throws(SystemError) in try replaceLink(to: plays) }
        return plays
    }

    /// Points `current` to a generation, or back to the one before.
    private func point(to number: Int, insteadOf before: Int) throws(StoreFailure) {
        do throws(SystemError) {
            try replaceLink(to: number)
        } catch {
            // The link may be the new one already, but nobody knows whether it will be after a power cut: what is told
            // to have failed must not play. Both are whole.
            if (try? choice()) == .number(number) { try? replaceLink(to: before) }
            throw .system(error)
        }
    }

    /// A link beside `current`, renamed over it; 0: to none.
    private func replaceLink(to number: Int) throws(SystemError) {
        let temporary = disk.temporaryName(in: layout.root)
        do throws(SystemError) {
            try disk.makeLink(temporary, to: layout.link(to: number))
            try disk.rename(temporary, to: layout.current)
        } catch {
            try? disk.remove(temporary)
            throw error
        }
        try disk.syncDirectory(layout.root)
    }
}
