public import Signage

extension Compositor {
    /// Rows of a frame as it is seen, of the pixels that `draw` writes into `PixelMemory`.
    ///
    /// No more than the rows is drawn and held; those of a frame that is turned are the frame's columns.
    ///
    /// - Parameters:
    ///   - frame: the frame shown.
    ///   - rotation: how the frame is turned on its way to the display.
    ///   - rows: of the picture as seen, kept to its height.
    /// - Returns: 4 bytes a pixel, native-endian 0xffRRGGBB, no padding between rows.
    public func rows(of frame: Frame, turned rotation: Rotation = .none, _ rows: Range<Int>) -> [UInt8] {
        let seen = frame.scene.size.turned(by: rotation)
        let rows = rows.clamped(to: 0..<max(0, seen.height))
        guard !rows.isEmpty, seen.width > 0 else { return [] }
        let pitch = seen.width * 4
        return [UInt8](unsafeUninitializedCapacity: rows.count * pitch) { bytes, count in
            guard let base = bytes.baseAddress else { return }
            let target = UprightRows(
                size: frame.scene.size, rotation: rotation, seen: seen, rows: rows, base: base)
            let band = PixelRect(x: 0, y: rows.lowerBound, width: seen.width, height: rows.count)
            draw(frame, damage: Region(band.turned(by: rotation, in: seen)), into: target)
            count = rows.count * pitch
        }
    }
}

/// Some rows of what is seen of a screen, in memory of their own: turns back what is drawn.
private struct UprightRows: PixelTarget {
    /// The screen's.
    let size: PixelSize
    let rotation: Rotation
    let seen: PixelSize
    let rows: Range<Int>
    /// For the pixels of `rows`, without gaps.
    let base: UnsafeMutableRawPointer

    func write(_ pixels: UnsafeBufferPointer<UInt32>, x: Int, y: Int) {
        guard let last = pixels.indices.last else { return }
        let (first, step) = place(x, y)
        let end = first + last * step
        precondition(min(first, end) >= 0 && max(first, end) < rows.count * seen.width)
        var place = base + first * 4
        for pixel in pixels {
            place.storeBytes(of: pixel | 0xff00_0000, as: UInt32.self)
            place += step * 4
        }
    }

    /// Where a pixel of the screen lies in the memory, and how far from it the next one does.
    private func place(_ x: Int, _ y: Int) -> (first: Int, step: Int) {
        let (seenX, seenY, step) =
            switch rotation {
            case .none: (x, y, 1)
            case .clockwise90: (y, seen.height - 1 - x, -seen.width)
            case .half: (seen.width - 1 - x, seen.height - 1 - y, -1)
            case .clockwise270: (seen.width - 1 - y, x, seen.width)
            }
        return ((seenY - rows.lowerBound) * seen.width + seenX, step)
    }
}
