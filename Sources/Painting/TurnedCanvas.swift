internal import Glibc
internal import Signage

extension Canvas {
    /// Paints a picture upright, and leaves its pixels turned.
    ///
    /// What is half turned is turned where it lies. For a quarter turn the upright pixels are in memory of their own
    /// while they are painted.
    ///
    /// - Parameters:
    ///   - size: pixels of the upright picture.
    ///   - rotation: how they are to lie in the buffer.
    ///   - buffer: gets the pixels, rows without gaps between them.
    ///   - paint: paints on an upright canvas.
    /// - Returns: what `paint` does, and the bytes from one row of the buffer to the next.
    /// - Throws: what `paint` throws; when there is no memory.
    static func painting<Result>(
        _ size: PixelSize, turned rotation: Rotation, on buffer: UnsafeMutableRawBufferPointer,
        _ paint: (Canvas) throws(CannotPaint) -> Result
    ) throws(CannotPaint) -> (result: Result, stride: Int) {
        let final = try Canvas(buffer, size: size.turned(by: rotation))
        guard rotation.swapsSides else {
            let result = try paint(final)
            if rotation == .half { final.reverse() }
            return (result, final.stride)
        }
        let count = size.width * size.height * 4
        guard let memory = calloc(count, 1) else { throw CannotPaint("there is no memory to turn it") }
        defer { free(memory) }
        let upright = try Canvas(UnsafeMutableRawBufferPointer(start: memory, count: count), size: size)
        let result = try paint(upright)
        final.takeQuarterTurn(of: upright, clockwise: rotation == .clockwise90)
        return (result, final.stride)
    }

    /// Turns all pixels half round.
    private func reverse() {
        for y in 0..<(size.height + 1) / 2 {
            let upper = row(y)
            let lower = row(size.height - 1 - y)
            // The middle row is turned in itself.
            let columns = y == size.height - 1 - y ? size.width / 2 : size.width
            for x in 0..<columns {
                let other = size.width - 1 - x
                (upper[x], lower[other]) = (lower[other], upper[x])
            }
        }
    }

    /// Pixels a side of the squares in which pixels are turned: both sides of the copy stay in the cache.
    private static let block = 16

    private func takeQuarterTurn(of source: Canvas, clockwise: Bool) {
        for top in Swift.stride(from: 0, to: size.height, by: Self.block) {
            for left in Swift.stride(from: 0, to: size.width, by: Self.block) {
                for y in top..<min(top + Self.block, size.height) {
                    let target = row(y)
                    for x in left..<min(left + Self.block, size.width) {
                        target[x] =
                            clockwise
                            ? source.row(size.width - 1 - x)[y] : source.row(x)[size.height - 1 - y]
                    }
                }
            }
        }
    }
}
