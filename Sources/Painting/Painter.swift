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
    /// - Returns: what was painted, and the bytes from one row to the next.
    /// - Throws: why it cannot be painted, for an operator.
    public func paint(
        _ picture: Picture, file: Descriptor?, pixels: UnsafeMutableRawBufferPointer?
    ) throws(CannotPaint) -> (PaintedPicture, stride: Int) {
        switch picture {
        case .slide(let slide):
            let canvas = try canvas(pixels, slide.size)
            return try paint(slide, file: file, on: canvas)
        case .tickerStrip(let strip):
            let line = try line(strip)
            return (
                PaintedPicture(
                    size: PixelSize(width: line.width, height: line.height), isOpaque: false,
                    notes: line.notes), 0
            )
        case .tickerTile(let tile):
            let line = try line(tile.strip)
            guard 0..<line.tileCount ~= tile.index else {
                throw CannotPaint("the ticker has no tile \(tile.index)")
            }
            let size = PixelSize(width: line.tileWidth(tile.index), height: tile.strip.height)
            let canvas = try canvas(pixels, size)
            try line.draw(from: tile.index * TickerTile.width, on: canvas)
            return (PaintedPicture(size: size, isOpaque: false), canvas.stride)
        case .idle(let page):
            let canvas = try canvas(pixels, page.size)
            try IdlePagePainter.paint(page, on: canvas, fonts: fonts)
            return (PaintedPicture(size: page.size, isOpaque: page.color.isOpaque), canvas.stride)
        case .badge(let badge):
            let canvas = try canvas(pixels, PixelSize(width: badge.side, height: badge.side))
            try BadgePainter.paint(badge, on: canvas)
            return (PaintedPicture(size: canvas.size, isOpaque: false), canvas.stride)
        }
    }

    private func paint(
        _ slide: SlidePicture, file: Descriptor?, on canvas: Canvas
    ) throws(CannotPaint) -> (PaintedPicture, stride: Int) {
        guard slide.rotation == .none else { throw CannotPaint("turned pictures are not supported yet") }
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
        let picture = PaintedPicture(size: slide.size, isOpaque: isOpaque, notes: notes, source: source)
        return (picture, canvas.stride)
    }

    private func paint(_ text: StyledText, _ slide: SlidePicture, on canvas: Canvas) throws(CannotPaint)
        -> [String]
    {
        canvas.fill(slide.background)
        return try TextPage.paint(text, style: slide.style, scale: slide.scale, on: canvas, fonts: fonts)
    }

    private func canvas(
        _ pixels: UnsafeMutableRawBufferPointer?, _ size: PixelSize
    ) throws(CannotPaint) -> Canvas {
        guard let pixels else { throw CannotPaint("there is no memory for its pixels") }
        return try Canvas(pixels, size: size)
    }

    private func line(_ strip: TickerStrip) throws(CannotPaint) -> TickerLine {
        if let lastLine, lastLine.strip == strip { return lastLine }
        lastLine = nil
        let line = try TickerLine(strip, fonts: fonts)
        lastLine = line
        return line
    }
}
