internal import Compositor
internal import Signage

/// Frames drawn on the CPU.
final class CompositorDrawing: FrameDrawing {
    func changes(from old: Frame?, to new: Frame) -> [PixelRect] {
        [PixelRect(new.scene.size)]
    }

    func draw(_ frame: Frame, inside rects: [PixelRect], into buffer: any FrameBuffer) {
        let all = PixelRect(buffer.size)
        for y in 0..<buffer.size.height {
            let row = UnsafeMutableRawBufferPointer(
                rebasing: buffer.bytes[(y * buffer.stride)..<(y * buffer.stride + buffer.size.width * 4)])
            row.initializeMemory(as: UInt32.self, repeating: 0)
            for layer in frame.scene.layers {
                let extent = layer.extent.intersection(all)
                guard y >= extent.y, y < extent.maxY, !extent.isEmpty else { continue }
                for x in extent.x..<extent.maxX {
                    let above: UInt32
                    switch layer.content {
                    case .color(let color): above = color.premultiplied
                    case .picture(let id):
                        guard let surface = frame.surfaces[id] else { continue }
                        let offset = (y - layer.frame.y) * surface.stride + (x - layer.frame.x) * 4
                        let pixel = surface.pixels.load(fromByteOffset: offset, as: UInt32.self)
                        above = surface.isOpaque ? pixel | 0xFF00_0000 : pixel
                    case .marks: continue
                    }
                    let below = row.load(fromByteOffset: x * 4, as: UInt32.self)
                    row.storeBytes(
                        of: Self.over(above, below, opacity: layer.opacity), toByteOffset: x * 4,
                        as: UInt32.self)
                }
            }
        }
    }

    private static func over(_ above: UInt32, _ below: UInt32, opacity: UInt8) -> UInt32 {
        var result: UInt32 = 0
        let alpha = (above >> 24) * UInt32(opacity) / 255
        for shift: UInt32 in [0, 8, 16] {
            let channel = ((above >> shift) & 255) * UInt32(opacity) / 255
            let under = ((below >> shift) & 255) * (255 - alpha) / 255
            result |= min(255, channel + under) << shift
        }
        return result
    }
}
