/// A screenshot on its way to a client: the next rows are made when the client has taken the ones before.
struct ScreenshotStream {
    /// The longest reply, bytes.
    static let longestReply = 256 * 1024
    /// Bytes of a reply besides the pixels, at most.
    static let overhead = 512

    /// Some rows, ready to be sent.
    struct Part {
        var rows: Range<Int>
        var width: Int
        var height: Int
        var pixels: [UInt8]
        var continues: Bool
    }

    let screenshot: Screenshot
    private var nextRow = 0

    init(_ screenshot: Screenshot) {
        self.screenshot = screenshot
    }

    /// Rows of one reply, at least one.
    private var rowsPerReply: Int {
        let bytes = (Self.longestReply - Self.overhead) / 4 * 3
        return max(1, bytes / max(1, screenshot.width * 4))
    }

    /// Makes the next rows; nil after the last. A picture without rows is one part without pixels.
    mutating func next() -> Part? {
        guard nextRow < screenshot.height || (nextRow == 0 && screenshot.height <= 0) else { return nil }
        let rows = nextRow..<max(nextRow, min(screenshot.height, nextRow + rowsPerReply))
        let pixels = rows.isEmpty ? [] : screenshot.rows(rows)
        nextRow = max(rows.upperBound, nextRow + 1)
        return Part(
            rows: rows, width: screenshot.width, height: screenshot.height, pixels: pixels,
            continues: nextRow < screenshot.height)
    }
}
