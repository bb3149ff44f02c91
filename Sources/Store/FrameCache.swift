internal import Glibc
public import Signage
public import SystemCalls

/// Painted slides on disk, so that nothing is painted twice for this output.
///
/// What plays is never thrown out for something else that plays: a playlist that does not fit is kept in part, and
/// nothing is written any more once it has gone round. Each frame's time of change tells the load it was last used
/// for; `epoch` is the wall time of the present one, in nanoseconds. What is painted to check a push is the first to go
/// after what has not been used longer, until it plays. A cache that cannot be written or read costs time, nothing else.
public final class FrameCache {
    /// Nanoseconds after which the unfinished file of another program is garbage, and the most that a frame may be ahead
    /// of the clock: beyond that the clock has been set back, and its time says nothing.
    private static let slack: Int64 = 3600 * 1_000_000_000

    /// What a frame is for.
    public enum Use: Sendable {
        /// It plays, or is about to.
        case playing
        /// A push that may be refused.
        case check
    }

    private let directory: String
    private let limit: Int
    private let objects: String
    private let fonts: [String]
    private let disk: any DiskCalls
    private var hasComplained = false
    /// Names of frames that the check of a push has used: it does not throw out its own.
    private var inCheck: Set<String> = []

    /// - Parameters:
    ///   - directory: `/var/cache/signaged/frames`; made when there is something to keep.
    ///   - limit: bytes of all files; 0: nothing is kept.
    ///   - store: whose objects the slides show.
    ///   - fonts: directories that change when fonts do.
    ///   - disk: how it is written.
    public init(
        at directory: String, limit: Int, store: Store, fonts: [String]? = nil,
        disk: any DiskCalls = SystemDisk()
    ) {
        self.directory = directory
        self.limit = limit
        self.fonts = fonts ?? FrameKey.fonts
        self.disk = disk
        objects = store.layout.objects
    }

    /// Looks for a painted slide, and copies its pixels.
    ///
    /// - Parameters:
    ///   - picture: only slides are kept.
    ///   - memory: a file that is to begin with the pixels; as it was (or zeros) when there are none.
    ///   - size: its bytes.
    ///   - epoch: when what plays was loaded.
    /// - Returns: what the painter said of it, and the bytes a row; nil: it must be painted.
    public func fetch(
        _ picture: Picture, into memory: Descriptor, size: Int, epoch: Int64
    ) -> (painted: PaintedPicture, stride: Int)? {
        guard let frame = open(picture), frame.count <= size else { return nil }
        do throws(SystemError) {
            try frame.copy(to: memory)
        } catch {
            return nil
        }
        touch(frame, since: epoch, with: epoch)
        return (frame.painted, frame.stride)
    }

    /// What the painter said of a slide that is here, for the check of a push.
    ///
    /// - Parameters:
    ///   - picture: a slide.
    ///   - epoch: when what plays was loaded.
    /// - Returns: nil: it must be painted.
    public func recall(_ picture: Picture, epoch: Int64) -> PaintedPicture? {
        guard let frame = open(picture), let name = place(picture)?.name else { return nil }
        touch(frame, since: Self.before(epoch), with: Self.before(epoch))
        inCheck.insert(name)
        return frame.painted
    }

    /// Makes what the check of a push has used count as what plays: it is on the screen now.
    ///
    /// - Parameter now: nanoseconds of the wall clock.
    public func claimChecked(now: Int64) {
        for name in inCheck {
            guard let file = try? Descriptor.regularFile(directory + "/" + name).0 else { continue }
            try? Self.set(file, time: now)
        }
    }

    /// Removes what is more than the limit allows, the longest unused first: the limit may have become smaller.
    ///
    /// - Parameter now: nanoseconds of the wall clock.
    /// - Throws: `.system`.
    public func trim(now: Int64) throws(StoreFailure) {
        try calling { () throws(SystemError) in
            guard try fileStatus(directory) != nil else { return }
            let all = try frames(now: now)
            try remove(all, until: all.reduce(-limit) { $0 + $1.size })
        }
    }

    /// Keeps a painted slide, unless there is no room for it but what plays has.
    ///
    /// - Parameters:
    ///   - picture: only slides are kept.
    ///   - painted: what the painter said of it.
    ///   - stride: bytes a row.
    ///   - pixels: at least `stride` times the rows.
    ///   - use: what it is painted for.
    ///   - epoch: when what plays was loaded.
    ///   - now: nanoseconds of the wall clock.
    /// - Returns: why the cache cannot be written, the first time only.
    public func keep(
        _ picture: Picture, _ painted: PaintedPicture, stride: Int, pixels: Mapping, for use: Use = .playing,
        epoch: Int64, now: Int64
    ) -> String? {
        guard let (name, slide) = place(picture), painted.size == slide.size,
            case let rows = slide.size.turned(by: slide.rotation), stride == rows.width * 4,
            pixels.bytes.count >= stride * rows.height
        else { return nil }
        let path = directory + "/" + name
        let head = FrameFile.head(painted, stride: stride)
        let count = stride * rows.height
        do throws(SystemError) {
            if try fileStatus(path) != nil { return nil }
            if try fileStatus(directory) == nil {
                try disk.makeDirectory(SystemCalls.directory(of: directory))
                try disk.makeDirectory(directory)
            }
            guard try makeRoom(for: head.count + count, use, epoch: epoch, now: now) else { return nil }
            let temporary = disk.temporaryName(in: directory)
            do throws(SystemError) {
                let file = try disk.create(temporary)
                try disk.write(head, to: file, temporary)
                try disk.write(UnsafeRawBufferPointer(rebasing: pixels.bytes[..<count]), to: file, temporary)
                // Else a power cut could leave a file of the right length, and black.
                try disk.sync(file, temporary)
                try Self.set(file, time: use == .check ? Self.before(epoch) : max(now, epoch))
                try disk.rename(temporary, to: path)
                if use == .check { inCheck.insert(name) }
            } catch {
                try? disk.remove(temporary)
                throw error
            }
            return nil
        } catch {
            if hasComplained { return nil }
            hasComplained = true
            return "painted slides cannot be kept: \(StoreFailure.system(error))"
        }
    }

    // MARK: - Files

    private func place(_ picture: Picture) -> (name: String, slide: SlidePicture)? {
        guard limit > 0, case .slide(let slide) = picture, slide.size.width > 0, slide.size.height > 0 else {
            return nil
        }
        return (FrameKey(slide, objects: objects, fonts: fonts).name, slide)
    }

    /// A slide's file; one that is cut, foreign or impossible is removed.
    private func open(_ picture: Picture) -> FrameFile? {
        guard let (name, slide) = place(picture) else { return nil }
        let path = directory + "/" + name
        do throws(SystemError) {
            if let frame = try FrameFile(path, of: slide) { return frame }
            try disk.remove(path)
        } catch {
            // Nothing there, or nothing to be done about it: it is painted.
        }
        return nil
    }

    /// Younger than all that has not been used since the epoch.
    private static func before(_ epoch: Int64) -> Int64 { max(0, epoch - 1) }

    private func touch(_ frame: FrameFile, since epoch: Int64, with time: Int64) {
        if frame.status.modified < epoch { try? Self.set(frame.file, time: time) }
    }

    private static func set(_ file: Descriptor, time: Int64) throws(SystemError) {
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
        let moment = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        try checked("futimens") { futimens(file.number, [moment, moment]) }
    }

    /// Removes what was not used since the epoch, the oldest first, until there is room within the limit and on the disk.
    ///
    /// - Returns: false when there would be too little all the same; then nothing is removed.
    private func makeRoom(
        for count: Int, _ use: Use, epoch: Int64, now: Int64
    ) throws(SystemError) -> Bool {
        let all = try frames(now: now)
        let old = all.filter { frame in
            (frame.time < epoch || frame.time > max(now, epoch) + Self.slack)
                && (use == .playing || !inCheck.contains(frame.name))
        }
        let needed = max(
            all.reduce(count - limit) { $0 + $1.size },
            count + Store.reserve - (try disk.freeBytes(at: directory)))
        guard needed <= old.reduce(0, { $0 + $1.size }) else { return false }
        try remove(old, until: needed)
        return true
    }

    private typealias Frame = (time: Int64, name: String, size: Int)

    /// All frames, the longest unused first; what other programs left unfinished is removed.
    private func frames(now: Int64) throws(SystemError) -> [Frame] {
        var frames: [Frame] = []
        for name in try directoryListing(directory) {
            guard let status = try fileStatus(directory + "/" + name) else { continue }
            let time = status.modified
            if name.hasPrefix(StoreLayout.temporaryPrefix) {
                if abs(now - time) > Self.slack { try disk.remove(directory + "/" + name) }
                continue
            }
            frames.append((time, name, Int(status.st_size)))
        }
        return frames.sorted { ($0.time, $0.name) < ($1.time, $1.name) }
    }

    /// Removes the first of these frames, as many as have so many bytes.
    private func remove(_ frames: [Frame], until needed: Int) throws(SystemError) {
        var freed = 0
        for frame in frames where freed < needed {
            try disk.remove(directory + "/" + frame.name)
            freed += frame.size
        }
    }
}
