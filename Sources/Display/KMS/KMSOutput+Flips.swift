internal import Compositor
internal import Signage

/// One frame after another.
extension KMSOutput {
    func commitFlip(to index: Int, damage: Region?, since: Instant, at now: Instant) {
        var request = AtomicRequest()
        request.set(plan.plane, "FB_ID", UInt64(framebuffer(index)))
        let clips = damage.flatMap(damageBlob)
        if let clips { request.set(plan.plane, "FB_DAMAGE_CLIPS", UInt64(clips.id)) }
        let key = keys.next()
        do throws(KMSError) {
            try device.commit(request, [.nonblocking, .flipEvent], key: key)
            state = .flipping(key: key, committed: now)
            buffers.committed(index)
        } catch {
            react(to: error, Retry(buffer: index, until: now, isWhole: false, since: since), at: now)
        }
    }

    /// FB_DAMAGE_CLIPS: an array of `struct drm_mode_rect`. Drivers that copy frames to the display copy only these.
    func damageBlob(_ damage: Region) -> PropertyBlob? {
        guard plan.plane.properties["FB_DAMAGE_CLIPS"] != nil else { return nil }
        let rects = damage.rectangles
        // An empty list would mean everything.
        guard !rects.isEmpty else { return nil }
        let numbers = rects.flatMap { [Int32($0.x), Int32($0.y), Int32($0.maxX), Int32($0.maxY)] }
        return try? PropertyBlob(device, numbers.withUnsafeBytes { Array($0) })
    }
}
