internal import PaintJobs
internal import Signage
internal import SystemCalls

/// Paints everything a playlist shows, once, and tells what came of it.
final class ContentCheck {
    /// What came of one slide, or of the ticker.
    struct Finding: Equatable {
        /// "slide 3 'summer'" or "ticker".
        var subject: String
        /// What it is: "JPEG, 6000 × 4000", "text"; nil when that is not known.
        var source: String?
        /// Why it will not be shown; nil: it will.
        var fault: String?
        /// What else the operator should know.
        var notes: [String] = []

        var isSlide = true
        /// Whether the fault was among the file's diagnostics already.
        var isFaultReported = false

        /// Whether anything is amiss that has not been said before.
        var isNews: Bool { fault != nil && !isFaultReported || !notes.isEmpty }

        var line: String {
            let outcome = fault.map { "not shown: " + $0 } ?? "shown"
            return subject + ": " + ([source, outcome].compactMap { $0 } + notes).joined(separator: "; ")
        }
    }

    private let painter: PainterClient
    private var lastNumber: UInt64 = 0

    /// - Parameter painter: path of `signage-painter`.
    /// - Throws: `CommandError.system` with epoll_create1's errno.
    init(painter: String) throws(CommandError) {
        do throws(SystemError) {
            self.painter = try PainterClient(executable: painter)
        } catch {
            throw .system(error)
        }
    }

    deinit { painter.close() }

    /// Checks all of a playlist; blocks while it is painted.
    ///
    /// - Parameters:
    ///   - playlist: as it was read.
    ///   - size: pixels of the screen it is painted for.
    ///   - tell: gets each finding as it comes.
    /// - Throws: what `tell` throws, and the errno of waiting for the painter.
    func run(_ playlist: Playlist, on size: PixelSize, tell: (Finding) throws(CommandError) -> Void)
        throws(CommandError)
    {
        let (pictures, ticker) = playlist.pictures(on: size)
        for (index, (slide, picture)) in zip(playlist.slides, pictures).enumerated() {
            var finding = Finding(subject: "slide \(index + 1) '\(slide.id)'", source: Self.kind(of: slide))
            finding.fault =
                slide.fault ?? (slide.hasWindows ? "it has 'when', which is not supported yet" : nil)
            finding.isFaultReported = finding.fault != nil
            if let picture, slide.fault == nil { try paint(picture, for: &finding) }
            try tell(finding)
        }
        if let ticker {
            var finding = Finding(subject: "ticker", source: "text", isSlide: false)
            try paint(.tickerStrip(ticker), for: &finding)
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

    private func paint(_ picture: Picture, for finding: inout Finding) throws(CommandError) {
        do throws(SystemError) {
            switch try outcome(of: picture) {
            case .painted(let painted, _, _):
                finding.source = painted.source ?? finding.source
                finding.notes = painted.notes
            case .failed(let reason): finding.fault = finding.fault ?? reason
            }
        } catch {
            throw .system(error)
        }
    }

    private func outcome(of picture: Picture) throws(SystemError) -> PaintOutcome {
        var file: Descriptor?
        if case .slide(let slide) = picture, case .image(let path) = slide.content {
            do throws(SystemError) {
                file = try Descriptor.regularFile(path).0
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
            _ = try painter.descriptor.wait(for: .readable, milliseconds: CInt(clamping: wait))
        }
    }

    private static var now: Instant { Instant(nanoseconds: monotonicNanoseconds()) }
}
