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
    /// - Throws: `.system`, `.busy`; the current generation is the one before.
    public func install(_ generation: Generation, activate: Bool) throws(StoreFailure) -> Generation {
        let lock = try FileLock.wait(for: layout.changeLock, seconds: Self.patience)
        defer { withExtendedLifetime(lock) {} }
        let choice = try self.choice()
        var highest = try numbers().last ?? 0
        if case .number(let number) = choice { highest = max(highest, number) }
        var new = generation
        new.number = highest + 1
        let bytes: [UInt8]
        do throws(Generation.Damage) {
            bytes = try new.sealed()
        } catch {
            throw .unusable(new.number, reason: error.reason)
        }
        let path = layout.generation(new.number)
        try calling { () throws(SystemError) in try disk.replace(path, with: bytes) }
        if activate {
            try point(to: new.number, insteadOf: choice)
        } else if choice == .none {
            // So that nobody takes the missing link for one that got lost.
            try point(to: 0, insteadOf: choice)
        }
        return new
    }

    /// Makes an earlier generation the current one.
    ///
    /// - Parameter number: which; nil: the newest before the current one that can be played, also when the current one
    ///   cannot.
    /// - Returns: the generation that is current now.
    /// - Throws: `.noGeneration`, `.unusable`, `.nothingBefore`, `.system`, `.busy`; nothing has changed.
    public func rollback(to number: Int?) throws(StoreFailure) -> Generation {
        try prepare()
        let lock = try FileLock.wait(for: layout.changeLock, seconds: Self.patience)
        defer { withExtendedLifetime(lock) {} }
        let choice = try self.choice()
        let target: Generation
        if let number {
            target = try load(number).generation
        } else {
            var candidates = try numbers()
            if case .number(let current) = choice { candidates.removeAll { $0 >= current } }
            guard let found = candidates.reversed().lazy.compactMap({ try? self.load($0).generation }).first
            else {
                throw .nothingBefore
            }
            target = found
        }
        try point(to: target.number, insteadOf: choice)
        return target
    }

    /// Points `current` to a generation: a link beside it, renamed over it.
    private func point(to number: Int, insteadOf choice: Choice) throws(StoreFailure) {
        do throws(SystemError) {
            try replaceLink(to: number)
        } catch {
            // The link may be the new one already, but nobody knows whether it will be after a power cut: what is told
            // to have failed must not play. Both are whole.
            if case .number(let before) = choice, (try? self.choice()) == .number(number) {
                try? replaceLink(to: before)
            }
            throw .system(error)
        }
    }

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
