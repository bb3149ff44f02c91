internal import Glibc
public import Signage
public import SystemCalls

/// Painted slides on disk, so that nothing is painted twice for this output.
///
/// What plays is never thrown out for something else that plays: a playlist that does not fit is kept in part, and
/// nothing is written any more once it has gone round. Each frame's time of change tells the load it was last used
/// for; `epoch` is the wall time of the present one, in nanoseconds. A cache that cannot be written or read costs
/// time, nothing else.
public final class FrameCache {
    /// Nanoseconds after which the unfinished file of another program is garbage, and the most that a frame may be ahead
    /// of the clock: beyond that the clock has been set back, and its time says nothing.
    private static let slack: Int64 = 3600 * 1_000_000_000

    private let directory: String
    private let limit: Int
    private let objects: String
    private let fonts: [String]
    private let disk: any DiskCalls
    private var hasComplained = false

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

    /// What the painter said of a slide that is here, and will be needed.
    ///
    /// - Parameters:
    ///   - picture: a slide.
    ///   - epoch: when what plays was loaded.
    ///   - now: nanoseconds of the wall clock.
    /// - Returns: nil: it must be painted.
    public func recall(_ picture: Picture, epoch: Int64, now: Int64) -> PaintedPicture? {
        guard let frame = open(picture) else { return nil }
        touch(frame, since: epoch, with: max(now, epoch))
        return frame.painted
    }

    /// Keeps a painted slide, unless there is no room for it but what plays has.
    ///
    /// - Parameters:
    ///   - picture: only slides are kept.
    ///   - painted: what the painter said of it.
    ///   - stride: bytes a row.
    ///   - pixels: at least `stride` times the rows.
    ///   - epoch: when what plays was loaded.
    ///   - now: nanoseconds of the wall clock.
    /// - Returns: why the cache cannot be written, the first time only.
    public func keep(
        _ picture: Picture, _ painted: PaintedPicture, stride: Int, pixels: Mapping, epoch: Int64, now: Int64
    ) -> String? {
        guard let (path, size) = place(picture), painted.size == size, stride == size.width * 4,
            pixels.bytes.count >= stride * size.height
        else { return nil }
        let head = FrameFile.head(painted, stride: stride)
        let count = stride * size.height
        do throws(SystemError) {
            if try fileStatus(path) != nil { return nil }
            if try fileStatus(directory) == nil {
                try disk.makeDirectory(SystemCalls.directory(of: directory))
                try disk.makeDirectory(directory)
            }
            guard try makeRoom(for: head.count + count, epoch: epoch, now: now) else { return nil }
            let temporary = disk.temporaryName(in: directory)
            do throws(SystemError) {
                let file = try disk.create(temporary)
                try disk.write(head, to: file, temporary)
                try disk.write(UnsafeRawBufferPointer(rebasing: pixels.bytes[..<count]), to: file, temporary)
                // Else a power cut could leave a file of the right length, and black.
                try disk.sync(file, temporary)
                try Self.set(file, time: max(now, epoch))
                try disk.rename(temporary, to: path)
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

    private func place(_ picture: Picture) -> (path: String, size: PixelSize)? {
        guard limit > 0, case .slide(let slide) = picture, slide.size.width > 0, slide.size.height > 0 else {
            return nil
        }
        let key = FrameKey(slide, objects: objects, fonts: fonts)
        return (directory + "/" + key.name, slide.size)
    }

    /// A slide's file; one that is cut, foreign or impossible is removed.
    private func open(_ picture: Picture) -> FrameFile? {
        guard let (path, size) = place(picture) else { return nil }
        do throws(SystemError) {
            if let frame = try FrameFile(path, size: size) { return frame }
            try disk.remove(path)
        } catch {
            // Nothing there, or nothing to be done about it: it is painted.
        }
        return nil
    }

    private func touch(_ frame: FrameFile, since epoch: Int64, with time: Int64) {
        if frame.status.modified < epoch { try? Self.set(frame.file, time: time) }
    }

    private static func set(_ file: Descriptor, time: Int64) throws(SystemError) {
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
        let moment = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        try checked("futimens") { futimens(file.number, [moment, moment]) }
    }

    /// Removes what was not used since the epoch, the oldest first, until there is room.
    ///
    /// - Returns: false when there would be too little all the same; then nothing is removed.
    private func makeRoom(for count: Int, epoch: Int64, now: Int64) throws(SystemError) -> Bool {
        var total = 0
        var old: [(time: Int64, name: String, size: Int)] = []
        for name in try directoryListing(directory) {
            guard let status = try fileStatus(directory + "/" + name) else { continue }
            let time = status.modified
            if name.hasPrefix(StoreLayout.temporaryPrefix) {
                if abs(now - time) > Self.slack { try disk.remove(directory + "/" + name) }
                continue
            }
            total += Int(status.st_size)
            if time < epoch || time > max(now, epoch) + Self.slack {
                old.append((time, name, Int(status.st_size)))
            }
        }
        let needed = total + count - limit
        guard needed <= old.reduce(0, { $0 + $1.size }) else { return false }
        old.sort { ($0.time, $0.name) < ($1.time, $1.name) }
        var freed = 0
        for frame in old where freed < needed {
            try disk.remove(directory + "/" + frame.name)
            freed += frame.size
        }
        return true
    }
}
