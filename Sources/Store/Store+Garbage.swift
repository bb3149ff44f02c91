internal import Glibc
internal import PushProtocol
internal import SystemCalls

extension Store {
    /// Drops the generations that are beyond what is kept, and all contents that no generation names.
    ///
    /// Only for who holds the lock of a push: the contents of a push under way belong to no generation yet.
    ///
    /// - Parameters:
    ///   - keep: how many of the newest stay; the current one always does.
    ///   - now: nanoseconds of the wall clock: parts of contents that are older than a day go as well, and those that
    ///     are newer than this.
    /// - Throws: `.busy`; `.system`: not all has been removed, but nothing that is needed.
    func collectGarbage(keep: Int, now: Int64) throws(StoreFailure) {
        let lock = try FileLock.wait(for: layout.changeLock, seconds: Self.patience)
        defer { withExtendedLifetime(lock) {} }
        let kept = try keeping(newest: keep, playing: true)
        try calling { () throws(SystemError) in
            for number in kept.dropped { try disk.remove(layout.generation(number)) }
            // Else a power cut could bring back a generation without its contents.
            if !kept.dropped.isEmpty { try disk.syncDirectory(layout.generations) }
            try sweep(keeping: kept.isChosenUnknown ? nil : kept.objects) { _, modified in
                now - Self.partialAge...now ~= modified
            }
        }
    }

    /// Removes all contents that no generation names, and all parts of contents, but those of a push.
    func removeUnused(objects: [ObjectID: Int]) throws(StoreFailure) {
        let lock = try FileLock.wait(for: layout.changeLock, seconds: Self.patience)
        defer { withExtendedLifetime(lock) {} }
        let kept = try keeping(newest: .max, playing: true)
        let needed = kept.isChosenUnknown ? nil : kept.objects.merging(objects) { size, _ in size }
        try calling { () throws(SystemError) in
            try sweep(keeping: needed) { id, _ in objects[id] != nil }
        }
    }

    /// - Parameters:
    ///   - objects: contents that stay; nil: all.
    ///   - isKept: whether a part of a content stays, by its time of change.
    /// - Throws: the errno of the first call that failed.
    private func sweep(
        keeping objects: [ObjectID: Int]?, parts isKept: (ObjectID, _ modified: Int64) -> Bool
    ) throws(SystemError) {
        for folder in objects == nil ? [] : try directoryListing(layout.objects) {
            let path = layout.objects + "/" + folder
            guard let status = try fileStatus(path), status.st_mode & S_IFMT == S_IFDIR else { continue }
            for name in try directoryListing(path) {
                guard let id = ObjectID(folder + name), objects?[id] == nil else { continue }
                try disk.remove(path + "/" + name)
            }
        }
        for name in try directoryListing(layout.incoming) {
            let path = layout.incoming + "/" + name
            guard let status = try fileStatus(path) else { continue }
            if let id = ObjectID(name), isKept(id, status.modified), try fileStatus(layout.object(id)) == nil
            {
                continue
            }
            try disk.remove(path)
        }
        for folder in [layout.root, layout.generations] {
            for name in try directoryListing(folder) where name.hasPrefix(StoreLayout.temporaryPrefix) {
                try disk.remove(folder + "/" + name)
            }
        }
    }
}
