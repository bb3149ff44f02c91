public import Signage
public import SystemCalls

/// Paints everything a playlist shows, once, and tells what came of it.
public final class ContentCheck {
    /// What came of one slide, or of the ticker.
    public struct Finding: Hashable, Sendable {
        /// "slide 3 'summer'" or "ticker".
        public var subject: String
        /// What it is: "JPEG, 6000 × 4000", "text"; nil when that is not known.
        public var source: String?
        /// Why it will not be shown; nil: it will.
        public var fault: String?
        /// What else the operator should know.
        public var notes: [String] = []

        public var isSlide = true
        /// Whether the playlist wants it to be shown at all.
        public var isEnabled = true
        /// Whether the fault was among the file's diagnostics already.
        public var isFaultReported = false

        /// Whether anything is amiss that has not been said before.
        public var isNews: Bool { fault != nil && !isFaultReported || !notes.isEmpty }

        /// "slide 3 'summer': JPEG, 6000 × 4000; shown".
        public var line: String {
            let outcome = fault.map { "not shown: " + $0 } ?? (isEnabled ? "shown" : "not enabled")
            return subject + ": " + ([source, outcome].compactMap { $0 } + notes).joined(separator: "; ")
        }
    }

    /// Why a picture's file cannot be opened, for an operator.
    public struct Unopened: Error, Hashable, Sendable {
        public var reason: String

        public init(reason: String) {
            self.reason = reason
        }
    }

    /// Opens a picture's file; as it is, a regular file by its path.
    public var open: (_ path: String) throws(Unopened) -> Descriptor = { (path) throws(Unopened) in
        do throws(SystemError) {
            return try Descriptor.regularFile(path).0
        } catch {
            throw Unopened(reason: error.reason)
        }
    }
    /// What is known of a picture that need not be painted again; nil: nothing.
    public var recall: (Picture) -> PaintedPicture? = { _ in nil }
    /// Told of each picture that was painted, with its rows of `stride` bytes, turned as the picture asks.
    public var keep: (Picture, PaintedPicture, _ stride: Int, Mapping) -> Void = { _, _, _, _ in }

    private let painter: PainterClient
    private var lastNumber: UInt64 = 0

    /// - Parameter painter: path of `signage-painter`.
    /// - Throws: epoll_create1's errno.
    public init(painter: String) throws(SystemError) {
        self.painter = try PainterClient(executable: painter)
    }

    deinit { painter.close() }

    /// Checks all of a playlist; blocks while it is painted.
    ///
    /// - Parameters:
    ///   - playlist: as it was read.
    ///   - size: pixels of the screen it is painted for, upright.
    ///   - scale: pixels per point.
    ///   - rotation: how the pixels are turned for that screen.
    ///   - tell: gets each finding as it comes; may end the check by throwing.
    /// - Throws: what `tell` throws.
    public func run<Failure: Error>(
        _ playlist: Playlist, on size: PixelSize, scale: Configuration.Scale = .auto,
        rotation: Rotation = .none,
        tell: (Finding) throws(Failure) -> Void
    ) throws(Failure) {
        let (pictures, ticker) = playlist.pictures(on: size, scale: scale, rotation: rotation)
        for (index, (slide, picture)) in zip(playlist.slides, pictures).enumerated() {
            var finding = Finding(subject: "slide \(index + 1) '\(slide.id)'", source: Self.kind(of: slide))
            finding.fault = slide.fault
            finding.isEnabled = slide.isEnabled
            finding.isFaultReported = finding.fault != nil
            if let picture, slide.fault == nil { paint(picture, for: &finding) }
            try tell(finding)
        }
        if let ticker {
            var finding = Finding(subject: "ticker", source: "text", isSlide: false)
            finding.fault = playlist.ticker?.file?.fault
            finding.isFaultReported = finding.fault != nil
            if finding.fault == nil { paint(.tickerStrip(ticker), for: &finding) }
            try tell(finding)
        }
    }

    private static func kind(of slide: Slide) -> String? {
        switch slide.content {
        case .image: nil
        case .text: "text"
        case .markup: "markup"
        case .color: "colour"
        }
    }

    private func paint(_ picture: Picture, for finding: inout Finding) {
        let painted: PaintedPicture
        if let known = recall(picture) {
            painted = known
        } else {
            switch outcome(of: picture) {
            case .painted(let new, let stride, let pixels):
                painted = new
                if let pixels { keep(picture, new, stride, pixels) }
            case .failed(let reason), .crashed(let reason), .postponed(let reason):
                finding.fault = finding.fault ?? reason
                return
            }
        }
        finding.source = painted.source ?? finding.source
        finding.notes = painted.notes
    }

    private func outcome(of picture: Picture) -> PaintOutcome {
        var file: Descriptor?
        if case .slide(let slide) = picture, case .image(let path) = slide.content {
            do throws(Unopened) {
                file = try open(path)
            } catch {
                return .failed(error.reason)
            }
        }
        lastNumber += 1
        painter.submit(PaintJob(number: lastNumber, picture: picture, file: file), at: Self.now)
        while true {
            for case .finished(lastNumber, let outcome) in painter.advance(to: Self.now)
                + painter.dispatch(at: Self.now)
            {
                return outcome
            }
            let wait =
                painter.nextDeadline().map { max(0, ($0 - Self.now).nanoseconds / 1_000_000 + 1) } ?? -1
            // poll fails only for want of memory: then its word is looked for all the same, and the time still counts.
            _ = try? painter.descriptor.wait(for: .readable, milliseconds: CInt(clamping: wait))
        }
    }

    private static var now: Instant { Instant(nanoseconds: monotonicNanoseconds()) }
}
