internal import Compositor
internal import Signage

/// The frame buffers of an output in turn, and the frame that each holds.
///
/// Two are enough: a frame is drawn only when the one before it is on the glass, so at that moment one buffer is
/// scanned out and the other is free. What changed since a buffer was last drawn is found by comparing the frame it
/// holds with the new one, which is right whatever its age.
struct FrameBuffers {
    /// How many buffers an output has.
    static let count = 2

    let buffers: [any FrameBuffer]
    /// On the glass; nil: none of these.
    private(set) var shown: Int?
    /// Committed, its flip is awaited.
    private(set) var pending: Int?
    private var contents: [Frame?]

    /// Buffers whose pixels are unknown.
    init(_ buffers: [any FrameBuffer]) {
        self.buffers = buffers
        contents = Array(repeating: nil, count: buffers.count)
    }

    /// What was done to draw a frame.
    struct Drawn {
        var index: Int
        /// Where the buffer was written.
        var written: [PixelRect]
        /// Where its pixels differ from those on the glass.
        var changed: [PixelRect]
    }

    /// Draws a frame into a buffer that nobody scans out.
    ///
    /// - Returns: nil when there is none.
    mutating func draw(_ frame: Frame, with drawing: any FrameDrawing) -> Drawn? {
        guard let index = buffers.indices.first(where: { $0 != shown && $0 != pending }) else { return nil }
        let written = drawing.changes(from: contents[index], to: frame)
        // Until it is drawn to the end, nobody may rely on what the buffer holds.
        contents[index] = nil
        drawing.draw(frame, inside: written, into: buffers[index])
        contents[index] = frame
        let changed = shown.map { drawing.changes(from: contents[$0], to: frame) } ?? written
        return Drawn(index: index, written: written, changed: changed)
    }

    /// A buffer was handed to the kernel; its flip is awaited.
    mutating func committed(_ index: Int) {
        pending = index
    }

    /// The pending buffer is on the glass.
    mutating func flipped() {
        guard let index = pending else { return }
        shown = index
        pending = nil
    }

    /// No flip will come any more; what was pending or shown may be scanned out or not.
    ///
    /// - Returns: the buffer with the newest frame.
    mutating func flipLost() -> Int? {
        defer { pending = nil }
        return pending ?? shown
    }
}
