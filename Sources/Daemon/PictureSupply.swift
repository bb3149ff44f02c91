internal import Display
internal import PaintJobs
internal import PlaylistFile
internal import Signage
internal import StoreJobs
internal import SystemCalls

/// Gets pictures: a painted frame from the store if there is one, else painted from the picture's file, which the store
/// opens. Pictures that end the painter again and again are left alone.
///
/// Without a store, or when it fails, files are opened here: a sign without a store still plays.
final class PictureSupply: Painter {
    private enum Step {
        /// The store looks for a frame.
        case looking(StoreJobNumber)
        case painting
    }

    private typealias StoreJobNumber = UInt64

    /// A picture that is given up sooner has not been given enough time to be blamed.
    private static let slow = Duration.seconds(5)

    private let painter: any Painter
    /// Gives the store a job and tells its number; nil: there is no store.
    var ask: ((StoreJob, Instant) -> UInt64)?
    /// Takes a job back that the store has not begun.
    var takeBack: ((UInt64) -> Void)?
    /// A lookup that nobody waits for any more but that the store may be busy with: good for the same picture.
    private var orphan: (picture: Picture, memory: MemoryFile?, number: StoreJobNumber)?
    private var current: (job: PaintJob, memory: MemoryFile?, step: Step, since: Instant)?
    private var untold: [PainterEvent] = []
    /// The pictures that are not to be painted.
    var quarantine: Quarantine

    /// - Parameters:
    ///   - painter: paints what the store has not.
    ///   - quarantine: the pictures that are not to be painted.
    init(painter: any Painter, quarantine: Quarantine = Quarantine()) {
        self.painter = painter
        self.quarantine = quarantine
    }

    var isBusy: Bool { current != nil || painter.isBusy }

    func submit(_ job: PaintJob, at now: Instant) {
        if let reason = quarantine.reason(against: job.picture) {
            untold.append(.finished(number: job.number, .failed(reason)))
            return
        }
        if let orphan, orphan.picture == job.picture {
            current = (job, orphan.memory, .looking(orphan.number), now)
            self.orphan = nil
            return
        }
        if let orphan {
            takeBack?(orphan.number)
            self.orphan = nil
        }
        guard let ask, job.picture.isKept, let size = job.picture.pixelSize, !size.isEmpty,
            let memory = try? MemoryFile(name: "signage-pixels", size: size.width * size.height * 4)
        else { return paint(job, memory: nil, at: now) }
        let number = ask(.frame(job.picture, memory), now)
        current = (job, memory, .looking(number), now)
    }

    func abandon(at now: Instant) {
        guard let (job, memory, step, since) = current else { return }
        current = nil
        if case .looking(let number) = step {
            orphan = (job.picture, memory, number)
            return
        }
        painter.abandon(at: now)
        // One that a visitor has swiped past costs little; one that its turn waited for has had its time.
        if now - since >= Self.slow {
            quarantine.note(job.picture, spent: now - since, "it was not painted when its turn came")
        }
    }

    /// Takes the outcome of a job of the store.
    ///
    /// - Returns: false when the job was not asked for here.
    func take(_ outcome: StoreOutcome, of number: UInt64, at now: Instant) -> Bool {
        if orphan?.number == number {
            orphan = nil
            return true
        }
        guard let (job, memory, step, _) = current, case .looking(number) = step else { return false }
        current = nil
        switch outcome {
        case .frame(let picture, let stride):
            if let memory, let mapping = Self.mapping(memory, picture, stride, of: job.picture) {
                untold.append(.finished(number: job.number, .painted(picture, stride: stride, mapping)))
            } else {
                // Not the frame of this picture: painted again.
                paint(job, memory: nil, at: now)
            }
        case .noFrame(let file): paint(job, file: file, memory: memory, at: now)
        case .failed(let reason): untold.append(.finished(number: job.number, .failed(reason)))
        case .late(let reason): untold.append(.finished(number: job.number, .postponed(reason)))
        case .lost, .loaded, .looked, .ticker, .history, .pushed, .setup, .text, .done:
            paint(job, memory: nil, at: now)
        }
        return true
    }

    func dispatch(at now: Instant) -> [PainterEvent] {
        takeUntold() + painter.dispatch(at: now).map { finished($0, at: now) }
    }

    func advance(to now: Instant) -> [PainterEvent] {
        takeUntold() + painter.advance(to: now).map { finished($0, at: now) }
    }

    func nextDeadline() -> Instant? {
        untold.isEmpty ? painter.nextDeadline() : Instant(nanoseconds: 0)
    }

    // MARK: - Painting

    /// Paints a picture whose file is opened here.
    private func paint(_ job: PaintJob, memory: MemoryFile?, at now: Instant) {
        var file: Descriptor?
        if case .slide(let slide) = job.picture, case .image(let path) = slide.content {
            do throws(SystemError) {
                file = try Descriptor.regularFile(path).0
            } catch {
                untold.append(.finished(number: job.number, .failed(DiskFiles.reason(error, path))))
                return
            }
        }
        paint(job, file: file, memory: memory, at: now)
    }

    private func paint(_ job: PaintJob, file: Descriptor?, memory: MemoryFile?, at now: Instant) {
        var job = job
        job.file = file
        job.memory = memory
        current = (job, memory, .painting, now)
        painter.submit(job, at: now)
    }

    private func finished(_ event: PainterEvent, at now: Instant) -> PainterEvent {
        guard case .finished(let number, let outcome) = event, let (job, memory, _, _) = current,
            job.number == number
        else { return event }
        current = nil
        switch outcome {
        case .painted(let picture, let stride, _):
            quarantine.clear(job.picture)
            if let ask, let memory {
                // Kept in the background; whether that succeeds changes nothing here.
                _ = ask(.keepFrame(job.picture, picture, stride: stride, memory), now)
            }
        case .crashed(let reason):
            quarantine.note(job.picture, spent: PainterClient.jobLimit, reason)
            if let final = quarantine.reason(against: job.picture) {
                return .finished(number: number, .failed(final))
            }
        case .failed, .postponed: break
        }
        return event
    }

    private static func mapping(
        _ memory: MemoryFile, _ painted: PaintedPicture, _ stride: Int, of picture: Picture
    ) -> Mapping? {
        let rows = painted.size.turned(by: picture.rotation)
        guard painted.size == picture.pixelSize, stride >= rows.width * 4, stride % 4 == 0,
            stride <= memory.size / max(1, rows.height)
        else { return nil }
        return try? Mapping(memory.descriptor, size: stride * rows.height, writable: false)
    }

    private func takeUntold() -> [PainterEvent] {
        defer { untold = [] }
        return untold
    }
}

extension Picture {
    /// Whether it is worth being kept on disk: it comes back round after round.
    fileprivate var isKept: Bool {
        if case .slide = self { true } else { false }
    }
}
