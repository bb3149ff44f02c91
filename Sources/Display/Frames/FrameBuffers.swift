internal import Compositor
internal import Signage

/// The frame buffers of an output in turn, and what each holds.
///
/// Two are enough: a frame is drawn only when the one before it is on the glass, so at that moment one buffer is
/// scanned out and the other is free. What must be drawn again is found by comparing what a buffer holds with the
/// new frame, which is right whatever the buffer's age.
struct FrameBuffers {
    /// How many buffers an output has.
    static let count = 2

    let buffers: [any FrameBuffer]
    /// On the glass; nil: none of these.
    private(set) var shown: Int?
    /// Committed, its flip is awaited.
    private(set) var pending: Int?
    private var contents: [BufferContents]

    /// Buffers whose pixels are unknown.
    init(_ buffers: [any FrameBuffer]) {
        self.buffers = buffers
        contents = Array(repeating: BufferContents(), count: buffers.count)
    }

    /// What was done to draw a frame.
    struct Drawn {
        var index: Int
        /// Where the buffer was written, and where its pixels differ from those on the glass.
        ///
        /// Drivers that copy only the damage to the display keep a copy of each framebuffer, or one of the plane:
        /// this is enough for both.
        var damage: Region
    }

    /// Draws a frame into a buffer that nobody scans out.
    ///
    /// - Returns: nil when there is none.
    mutating func draw(_ frame: Frame, with compositor: Compositor) -> Drawn? {
        guard let index = buffers.indices.first(where: { $0 != shown && $0 != pending }) else { return nil }
        let buffer = buffers[index]
        guard let base = buffer.bytes.baseAddress else { return nil }
        var frame = frame
        // A frame made for another size, in the moment of a mode change: cut, or black at its sides.
        frame.scene.size = buffer.size
        var damage = contents[index].damage(for: frame)
        contents[index].hold(frame)
        compositor.draw(
            frame, damage: damage, into: PixelMemory(base: base, pitch: buffer.stride, size: buffer.size))
        if let shown { damage.add(contents[shown].damage(for: frame)) }
        return Drawn(index: index, damage: damage)
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
}
