internal import Glibc
internal import PushProtocol
internal import SystemCalls

extension Store {
    /// What is to be kept of all generations.
    struct Keeping {
        /// Numbers of those that stay.
        var numbers: Set<Int> = []
        /// Numbers of those whose files go.
        var dropped: [Int] = []
        /// The size of each content that stays.
        var objects: [ObjectID: Int] = [:]
        /// Whether the one that is chosen cannot be read: what it shows may be among the contents that nobody names.
        var isChosenUnknown = false
    }

    /// Looks which generations stay: the newest that can be read, and the one that plays.
    ///
    /// One whose file is damaged protects nothing, unless it is the chosen one. It is dropped once it is older than all that stay, so that numbers
    /// are never given twice.
    ///
    /// - Parameters:
    ///   - count: how many of the newest.
    ///   - playing: whether the one that plays now stays, whatever its age.
    /// - Returns: what stays, and what goes.
    /// - Throws: `.system` when one cannot be read that may be whole: then nobody knows what it needs.
    func keeping(newest count: Int, playing: Bool) throws(StoreFailure) -> Keeping {
        var readable: [Generation] = []
        let all = try numbers()
        for number in all.reversed() {
            do throws(StoreFailure) {
                readable.append(try read(number))
            } catch {
                if case .system = error { throw error }
            }
        }
        var kept = Array(readable.prefix(count))
        var chosen: Int?
        var isUnknown = false
        if playing {
            switch try choice() {
            case .number(let number):
                chosen = number
                isUnknown = !readable.contains { $0.number == number }
                // Where that one is broken, what plays is the next before it.
                if let plays = readable.first(where: { $0.number <= number }) { kept.append(plays) }
            case .none, .nothing, .damaged: break
            }
        }
        var result = Keeping(numbers: Set(kept.map(\.number)))
        for generation in kept { result.objects.merge(generation.objects) { size, _ in size } }
        result.isChosenUnknown = isUnknown
        let readableNumbers = Set(readable.map(\.number))
        let oldest = result.numbers.min() ?? 0
        result.dropped = all.filter { number in
            !result.numbers.contains(number) && number != chosen
                && (readableNumbers.contains(number) || number < oldest)
        }
        return result
    }

    /// Refuses what would not fit, before anything of it is received.
    ///
    /// - Parameters:
    ///   - objects: all contents of the push, with their sizes.
    ///   - activate: whether it will be the current one.
    ///   - keep: generations that stay, the new one among them.
    ///   - limit: bytes that the contents of all of them may have; what belongs to none goes when it is exceeded with
    ///     that.
    /// - Throws: `.noRoom` with the numbers; `.system`.
    func checkRoom(
        for objects: [ObjectID: Int], activate: Bool, keep: Int, limit: Int
    ) throws(StoreFailure) {
        let kept = try keeping(newest: max(0, keep - 1), playing: !activate)
        let total = kept.objects.merging(objects) { size, _ in size }.values.reduce(0, +)
        guard total <= limit else {
            let own = objects.values.reduce(0, +)
            throw .noRoom(
                "it does not fit the store: it has \(sizeText(own)), with the earlier generations that stay "
                    + "(\(kept.numbers.count)) that makes \(sizeText(total)), and the limit is \(sizeText(limit)) "
                    + "(store.limit, store.keep)")
        }
        var lacking = 0
        for (id, size) in objects where try !has(id, size: size) {
            lacking += size - (try partialSize(id, size: size))
        }
        func free() throws(StoreFailure) -> Int {
            try calling { () throws(SystemError) in try disk.freeBytes(at: layout.root) - Self.reserve }
        }
        if lacking == 0 { return }
        // Pushes that were refused, interrupted or only tried leave contents without a generation.
        let isFull = try free() < lacking
        let here = isFull ? Int.max : try stored()
        if here > limit - lacking { try removeUnused(objects: objects) }
        if !isFull { return }
        let room = try free()
        guard room >= lacking else {
            throw .noRoom(
                "it does not fit the disk: \(sizeText(lacking)) are still to come, and \(sizeText(max(0, room))) can be used "
                    + "(\(sizeText(Self.reserve)) stay free for the system)")
        }
    }

    /// Bytes of all contents and parts of contents that are here, whether anything names them or not.
    private func stored() throws(StoreFailure) -> Int {
        try calling { () throws(SystemError) in
            var total = 0
            var folders = [layout.incoming]
            for name in try directoryListing(layout.objects) { folders.append(layout.objects + "/" + name) }
            for folder in folders {
                guard let status = try fileStatus(folder), status.st_mode & S_IFMT == S_IFDIR else {
                    continue
                }
                for name in try directoryListing(folder) {
                    guard let status = try fileStatus(folder + "/" + name) else { continue }
                    total += Int(status.st_size)
                }
            }
            return total
        }
    }
}

/// Bytes for an operator: "1.2 GiB".
func sizeText(_ bytes: Int) -> String {
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    guard let (name, unit) = units.first(where: { bytes >= $0.1 }) else { return "\(bytes) bytes" }
    // Rounded up: what is asked for never looks smaller than what there is.
    let tenths = (bytes.multipliedReportingOverflow(by: 10).partialValue + unit - 1) / unit
    return "\(tenths / 10).\(tenths % 10) \(name)"
}
