internal import CVips
public import Signage
public import SystemCalls

/// Paints pictures: files by libvips, text by Pango.
///
/// Keeps the last ticker text shaped, so that its tiles need not shape it again.
public final class Painter {
    private let fonts: Fonts
    private var lastLine: TickerLine?

    /// A painter; there is one in a process, as libvips has one set of settings.
    ///
    /// - Throws: when libvips cannot be started.
    public init() throws(CannotPaint) {
        signage_glib_quiet()
        guard signage_vips_start("signage-painter") == 0 else { throw .fromVips() }
        fonts = Fonts()
    }

    /// Paints a picture.
    ///
    /// - Parameters:
    ///   - picture: what to paint.
    ///   - file: the picture's file, if it needs one; read from its beginning.
    ///   - pixels: zeros, `picture.pixelSize · 4` bytes; nil when it has no pixels.
    /// - Returns: what was painted, and the bytes from one row of the turned pixels to the next.
    /// - Throws: why it cannot be painted, for an operator.
    public func paint(
        _ picture: Picture, file: Descriptor?, pixels: UnsafeMutableRawBufferPointer?
    ) throws(CannotPaint) -> (PaintedPicture, stride: Int) {
        switch picture {
        case .slide(let slide):
            return try canvas(pixels, slide.size, slide.rotation) { canvas throws(CannotPaint) in
                try paint(slide, file: file, on: canvas)
            }
        case .tickerStrip(let strip):
            let line = try line(strip)
            return (
                PaintedPicture(
                    size: PixelSize(width: line.measure.width, height: line.height), isOpaque: false,
                    notes: line.notes, measure: line.measure), 0
            )
        case .tickerTile(let tile):
            let line = try line(tile.strip)
            guard let columns = line.measure.columns(ofTile: tile.index),
                let size = line.size(ofTile: tile.index)
            else {
                throw CannotPaint("the ticker has no tile \(tile.index)")
            }
            return try canvas(pixels, size, tile.rotation) { canvas throws(CannotPaint) in
                try line.draw(columns, on: canvas)
                return PaintedPicture(size: size, isOpaque: false)
            }
        case .idle(let page):
            return try canvas(pixels, page.size, page.rotation) { canvas throws(CannotPaint) in
                try IdlePagePainter.paint(page, on: canvas, fonts: fonts)
                return PaintedPicture(size: page.size, isOpaque: page.color.isOpaque)
            }
        case .badge(let badge):
            let size = PixelSize(width: badge.side, height: badge.side)
            return try canvas(pixels, size, badge.rotation) { canvas throws(CannotPaint) in
                try BadgePainter.paint(badge, on: canvas)
                return PaintedPicture(size: size, isOpaque: false)
            }
        case .counter(let counter):
            let number = try CounterPainter(counter, fonts: fonts)
            return try canvas(pixels, number.size, counter.rotation) { canvas throws(CannotPaint) in
                try number.paint(on: canvas)
                return PaintedPicture(size: number.size, isOpaque: false)
            }
        }
    }

    private func paint(
        _ slide: SlidePicture, file: Descriptor?, on canvas: Canvas
    ) throws(CannotPaint) -> PaintedPicture {
        var notes: [String] = []
        var source: String?
        var isOpaque = slide.background.isOpaque
        switch slide.content {
        case .image:
            guard let file else { throw CannotPaint("its file is missing") }
            (notes, source) = try ImageSlide.paint(
                file, on: canvas, fit: slide.fit, background: slide.background)
        case .text(let text):
            notes = try paint(StyledText(plain: text), slide, on: canvas)
        case .markup(let text):
            notes = try paint(StyledText(markup: text), slide, on: canvas)
        case .color(let color):
            let pixel = over(color.premultiplied, slide.background.premultiplied)
            for y in 0..<canvas.size.height { canvas.row(y).update(repeating: pixel) }
            isOpaque = isOpaque || color.isOpaque
        }
        return PaintedPicture(size: slide.size, isOpaque: isOpaque, notes: notes, source: source)
    }

    private func paint(_ text: StyledText, _ slide: SlidePicture, on canvas: Canvas) throws(CannotPaint)
        -> [String]
    {
        canvas.fill(slide.background)
        return try TextPage.paint(text, style: slide.style, scale: slide.scale, on: canvas, fonts: fonts)
    }

    /// Has a picture painted upright, and turned.
    private func canvas(
        _ pixels: UnsafeMutableRawBufferPointer?, _ size: PixelSize, _ rotation: Rotation,
        _ paint: (Canvas) throws(CannotPaint) -> PaintedPicture
    ) throws(CannotPaint) -> (PaintedPicture, stride: Int) {
        guard let pixels, !size.isEmpty else { throw CannotPaint("there is no memory for its pixels") }
        return try Canvas.painting(size, turned: rotation, on: pixels, paint)
    }

    private func line(_ strip: TickerStrip) throws(CannotPaint) -> TickerLine {
        if let lastLine, lastLine.strip == strip { return lastLine }
        lastLine = nil
        let line = try TickerLine(strip, fonts: fonts)
        lastLine = line
        return line
    }
}
