internal import CPango
internal import Signage

/// Paints a page's number in the middle of its capsule, transparent around it.
struct CounterPainter {
    /// Pixels of the capsule.
    let size: PixelSize
    private let counter: Counter
    private let text: TextLayout

    /// Lays the number out, and measures the capsule that it needs.
    ///
    /// - Throws: when there is no memory.
    init(_ counter: Counter, fonts: Fonts) throws(CannotPaint) {
        self.counter = counter
        text = try TextLayout(
            StyledText(plain: counter.text), style: TextStyle(size: Counter.textSize), scale: counter.scale,
            fonts: fonts)
        text.becomeLine(rightToLeft: false)
        size = counter.size(aroundTextOf: text.logical.width)
    }

    func paint(on canvas: Canvas) throws(CannotPaint) {
        canvas.fill(Color(red: 0, green: 0, blue: 0, alpha: 0))
        let (width, height) = (Double(size.width), Double(size.height))
        let radius = min(width, height) / 2
        let extent = text.logical
        try canvas.draw { context in
            cairo_arc(context, radius, height / 2, radius, .pi / 2, 3 * .pi / 2)
            cairo_arc(context, width - radius, height / 2, radius, -.pi / 2, .pi / 2)
            cairo_close_path(context)
            setSource(context, counter.ground)
            cairo_fill(context)
            cairo_translate(
                context, (width - extent.width) / 2 - extent.x, (height - extent.height) / 2)
            text.draw(context, color: counter.color)
        }
    }
}
