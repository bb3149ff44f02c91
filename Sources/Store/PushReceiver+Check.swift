internal import PaintJobs
internal import PlaylistFile
internal import PushProtocol
internal import Signage
internal import SystemCalls

extension PushReceiver {
    /// Paints everything as it will be shown, and refuses what an operator would not want to see.
    ///
    /// - Parameters:
    ///   - offer: of which all contents are here.
    ///   - received: contents whose bytes have been looked at already.
    /// - Throws: `.refused` for errors, and for warnings unless it is forced; `.lost` when the client leaves meanwhile.
    /// - Returns: the playlist, and how many warnings there are; each has been told.
    func check(_ offer: PushOffer, _ received: Set<ObjectID>) throws(Stop) -> (
        Reading<Playlist>, warnings: Int
    ) {
        let reading = try storing { () throws(StoreFailure) in
            try store.playlist(offer.playlist, offer.files, named: PushOffer.playlistName)
        }
        try refuseErrors(of: reading)
        let playlist = reading.fallback
        for diagnostic in reading.diagnostics { try tell(.finding("\(diagnostic)")) }
        var warnings = reading.diagnostics.count
        let check = try contentCheck(received)
        let total = playlist.slides.count + (playlist.ticker == nil ? 0 : 1)
        var done = 0
        try check.run(
            playlist, on: setting.output, scale: setting.scale, rotation: setting.rotation
        ) { finding throws(Stop) in
            done += 1
            if finding.isNews {
                warnings += 1
                try tell(.finding(finding.line))
            }
            try tell(.progress(PushProgress(stage: .checking, done: done, of: total)))
        }
        if warnings > 0 && !offer.force { throw .refused(Self.warned(warnings)) }
        return (reading, warnings)
    }

    private func contentCheck(_ received: Set<ObjectID>) throws(Stop) -> ContentCheck {
        let check = try storing { () throws(StoreFailure) in
            try calling { () throws(SystemError) in try ContentCheck(painter: setting.painter) }
        }
        check.open = { [store] path throws(ContentCheck.Unopened) in
            do throws(StoreFailure) {
                if let id = store.layout.object(at: path), received.contains(id) {
                    return try calling { () throws(SystemError) in try Descriptor.regularFile(path).0 }
                }
                return try store.openVerified(path)
            } catch {
                throw ContentCheck.Unopened(reason: "\(error)")
            }
        }
        if let frames {
            let (epoch, now) = (setting.epoch, self.now)
            check.recall = { frames.recall($0, epoch: epoch) }
            check.keep = { [unowned self] picture, painted, stride, pixels in
                let trouble = frames.keep(
                    picture, painted, stride: stride, pixels: pixels, for: .check, epoch: epoch, now: now())
                if let trouble { notes.append(trouble) }
            }
        }
        return check
    }
}
