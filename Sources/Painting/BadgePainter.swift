internal import CPango
internal import Signage

/// Paints the sign for "paused" and "playing": a symbol on a dark disc, transparent around it.
enum BadgePainter {
    static func paint(_ badge: Badge, on canvas: Canvas) throws(CannotPaint) {
        canvas.fill(Color(red: 0, green: 0, blue: 0, alpha: 0))
        let side = Double(badge.side)
        try canvas.draw { context in
            // All shapes in a square of 1.
            cairo_scale(context, side, side)
            cairo_arc(context, 0.5, 0.5, 0.48, 0, 2 * .pi)
            setSource(context, Color(red: 0, green: 0, blue: 0, alpha: 0xa6))
            cairo_fill(context)
            setSource(context, .white)
            switch badge.symbol {
            case .paused:
                for left in [0.335, 0.555] {
                    cairo_rectangle(context, left, 0.28, 0.11, 0.44)
                }
            case .playing:
                // Its centre of mass, not its box, is in the middle.
                cairo_move_to(context, 0.375, 0.27)
                cairo_line_to(context, 0.375, 0.73)
                cairo_line_to(context, 0.755, 0.5)
                cairo_close_path(context)
            }
            cairo_fill(context)
        }
    }
}
