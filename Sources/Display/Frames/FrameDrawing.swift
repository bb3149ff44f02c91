internal import Compositor
internal import Signage

/// What puts frames into memory: the compositor, or what a test puts in its place.
protocol FrameDrawing: AnyObject {
    /// The rectangles in which two frames differ, inside the newer one's size; all of it where `old` is nil.
    func changes(from old: Frame?, to new: Frame) -> [PixelRect]

    /// Draws the frame's pixels inside the rectangles, and no others.
    func draw(_ frame: Frame, inside rects: [PixelRect], into buffer: any FrameBuffer)
}
