internal import PaintJobs
internal import PlaylistFile
internal import PushProtocol
internal import Signage
internal import SystemCalls

extension PushOffer {
    /// Bytes of a playlist at most.
    static let mostPlaylistBytes = 16 << 20
    /// Lines of a refusal at most.
    static let mostLines = 100

    /// Each content once, with its size.
    var objects: [ObjectID: Int] {
        var objects = [playlist.object: playlist.size]
        for file in files { objects[file.object] = file.size }
        return objects
    }

    /// What is wrong with it, whatever is on this device; a line each.
    func faults() -> [String] {
        var lines: [String] = []
        if playlist.path != Self.playlistName {
            lines.append("the playlist must be named '\(Self.playlistName)'")
        }
        if !(0...Self.mostPlaylistBytes ~= playlist.size) {
            lines.append("the playlist has \(playlist.size) bytes, the limit is 16 MiB")
        }
        var names: Set<PushPath> = []
        var sizes = [playlist.object: playlist.size]
        for file in files {
            if lines.count >= Self.mostLines { return lines }
            do throws(PushPath.Fault) {
                if !names.insert(try PushPath(file.path)).inserted {
                    lines.append("'\(file.path)' is there twice")
                }
            } catch {
                lines.append("'\(file.path)' \(error)")
            }
            if !(0...Self.mostObjectBytes ~= file.size) {
                lines.append("'\(file.path)' has \(file.size) bytes, the limit is 2 GiB")
            }
            if let size = sizes.updateValue(file.size, forKey: file.object), size != file.size {
                lines.append("'\(file.path)' has the content of another file, but not its size")
            }
        }
        return lines
    }
}

extension PushReceiver {
    /// Refuses an offer that can be no good on any device.
    func validate(_ offer: PushOffer) throws(Stop) {
        guard offer.version == PushOffer.currentVersion else {
            throw .refused(
                PushRefusal(
                    "the push is of version \(offer.version), this sign understands \(PushOffer.currentVersion); "
                        + "update the older of the two programs", exit: .failure))
        }
        guard offer.files.count <= PushOffer.mostFiles else {
            throw .refused(
                PushRefusal(
                    "the push has \(offer.files.count) files, the limit is \(PushOffer.mostFiles)",
                    exit: .badContent))
        }
        let faults = offer.faults()
        guard faults.isEmpty else {
            throw .refused(PushRefusal("the push cannot be taken", diagnostics: faults, exit: .badContent))
        }
    }

    /// Receives the contents that are missing.
    ///
    /// - Returns: the objects that came, whose bytes have been looked at.
    func receiveObjects(of offer: PushOffer) throws(Stop) -> Set<ObjectID> {
        let wanted = try wanted(of: offer)
        // Before a large push is sent for nothing: is its playlist any good?
        let isPlaylistHere = !wanted.contains { $0.object == offer.playlist.object }
        if isPlaylistHere { try readEarly(offer) }
        let damaged = try receive(wanted, of: offer)
        // Their parts were here from an earlier push; what the client has is not in question yet.
        if !damaged.isEmpty { _ = try receive(damaged, of: offer) }
        // Also what an earlier push has put in place: it may have ended before it came to this.
        try storing { () throws(StoreFailure) in try store.syncObjects(offer.objects.keys) }
        return Set(wanted.map(\.object))
    }

    /// Asks for objects and receives them.
    ///
    /// - Returns: those whose parts that were here already have turned out wrong: all of each is needed.
    private func receive(_ wanted: [WantedObject], of offer: PushOffer) throws(Stop) -> [WantedObject] {
        var damaged: [WantedObject] = []
        try tell(.wanted(wanted))
        let total = wanted.reduce(0) { $0 + $1.size - $1.from }
        var done = 0
        var told = 0
        for object in wanted {
            let incoming = try storing { () throws(StoreFailure) in
                try IncomingObject(object.object, size: object.size, from: object.from, in: store)
            }
            while incoming.received < incoming.size {
                let bytes = try talking { () throws(PushConnection.Failure) in
                    try connection.receiveBytes(atMost: incoming.size - incoming.received)
                }
                try storing { () throws(StoreFailure) in try incoming.write(bytes) }
                done += bytes.count
                if done - told >= Self.progressInterval || done == total {
                    told = done
                    try tell(.progress(PushProgress(stage: .receiving, done: done, of: total)))
                }
            }
            guard try storing({ () throws(StoreFailure) in try incoming.finish() }) else {
                if object.from > 0 {
                    damaged.append(WantedObject(object: object.object, size: object.size, from: 0))
                    continue
                }
                let names = offer.files.filter { $0.object == object.object }.map(\.path)
                throw .refused(
                    PushRefusal(
                        "'\(names.first ?? PushOffer.playlistName)' did not arrive as it was announced (its SHA-256 "
                            + "differs): was it changed meanwhile? push again", exit: .failure))
            }
            if object.object == offer.playlist.object { try readEarly(offer) }
        }
        return damaged
    }

    /// Bytes between two words about progress.
    private static let progressInterval = 1 << 20

    func tell(_ reply: PushReply) throws(Stop) {
        try talking { () throws(PushConnection.Failure) in try connection.send(reply) }
    }

    private func wanted(of offer: PushOffer) throws(Stop) -> [WantedObject] {
        var seen: Set<ObjectID> = []
        var wanted: [WantedObject] = []
        for file in [offer.playlist] + offer.files where seen.insert(file.object).inserted {
            try storing { () throws(StoreFailure) in
                if try store.has(file.object, size: file.size) { return }
                wanted.append(
                    WantedObject(
                        object: file.object, size: file.size,
                        from: try store.partialSize(file.object, size: file.size)))
            }
        }
        return wanted
    }

    /// Reads the playlist against what is offered, and refuses one with errors.
    private func readEarly(_ offer: PushOffer) throws(Stop) {
        let stamp = FileStamp(device: 0, inode: 0, size: 0, modified: 0)
        // What is in a text is looked at when it is here.
        let files = GenerationFiles(offer.files, look: { _ in .regular(stamp) }, read: { _ in [] })
        let bytes = try storing { () throws(StoreFailure) in try store.bytes(of: offer.playlist) }
        let reading = files.playlist(bytes, file: PushOffer.playlistName, in: store.layout)
        try refuseErrors(of: reading)
        if !offer.force && !reading.diagnostics.isEmpty {
            for diagnostic in reading.diagnostics { try tell(.finding("\(diagnostic)")) }
            throw .refused(Self.warned(reading.diagnostics.count))
        }
    }

    func refuseErrors(of reading: Reading<Playlist>) throws(Stop) {
        guard reading.value == nil else { return }
        let errors = reading.diagnostics.count { $0.severity == .error }
        throw .refused(
            PushRefusal(
                "the playlist cannot be used: \(errors) error\(errors == 1 ? "" : "s")",
                diagnostics: reading.diagnostics.prefix(PushOffer.mostLines).map { "\($0)" },
                exit: .badContent))
    }

    static func warned(_ count: Int) -> PushRefusal {
        PushRefusal(
            "\(count) warning\(count == 1 ? "" : "s"); with --force it is taken all the same",
            exit: .badContent)
    }
}
