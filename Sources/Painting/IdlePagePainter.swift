internal import CPango
internal import Signage

/// Paints the page that says what is wrong and what to do.
enum IdlePagePainter {
    /// Points.
    static let titleSize = 72.0
    static let lineSize = IdlePage.lineSize

    /// Fills the canvas with the page's colour, title and lines.
    static func paint(_ page: IdlePage, on canvas: Canvas, fonts: Fonts) throws(CannotPaint) {
        canvas.fill(page.color)
        if page.title.isEmpty && page.lines.isEmpty { return }
        let style = TextStyle(size: lineSize, color: readable(on: page.color), align: .center)
        let percent = Int((titleSize / lineSize * 100).rounded())
        let title = "<span size='\(percent)%' weight='bold'>\(escaped(page.title))</span>"
        let lines = page.lines.map {
            page.title.isEmpty ? escaped($0) : "<span alpha='85%'>\(escaped($0))</span>"
        }
        let gap = page.title.isEmpty || lines.isEmpty ? "" : "\n<span size='60%'> </span>\n"
        let markup = (page.title.isEmpty ? "" : title) + gap + lines.joined(separator: "\n")
        _ = try TextPage.paint(
            try StyledText(markup: markup), style: style, scale: page.scale, on: canvas, fonts: fonts)
    }

    /// Black or white, whichever stands out more, by relative luminance as WCAG has it.
    static func readable(on color: Color) -> Color {
        func linear(_ channel: UInt8) -> Double {
            let value = Double(channel) / 255
            // A power of 2.2 is close enough to choose by.
            return value * value * (0.8 + 0.2 * value)
        }
        let luminance =
            0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
        return luminance > 0.179 ? .black : .white
    }

    /// Text safe inside markup.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            // Markup does not allow them at all.
            case _ where scalar.value < 32 && scalar != "\n": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
