internal import Signage

/// A sheet with all slides of a playlist, small, each with its number and id, or why it is not shown.
struct ContactSheet {
    /// Slides that a sheet shows; the rest is told in words.
    static let mostSlides = 200

    /// A slide on the sheet.
    struct Entry {
        var number: Int
        var id: String
        /// The slide, scaled down to the layout's tile; nil: it is not shown.
        var picture: CairoPicture?
        /// Why it is not shown.
        var reason = ""
    }

    let layout: SheetLayout
    var entries: [Entry] = []
    /// Slides that the playlist has beyond these.
    var others = 0

    /// - Parameters:
    ///   - count: how many slides there will be.
    ///   - screen: pixels of the screen they are shown on.
    init(count: Int, screen: PixelSize) {
        layout = SheetLayout(count: count, picture: screen)
    }

    private static let paper = Color(red: 0x20, green: 0x21, blue: 0x24)
    private static let ink = Color(red: 0xe8, green: 0xea, blue: 0xed)
    private static let blank = Color(red: 0x3c, green: 0x40, blue: 0x43)
    private static let warning = Color(red: 0xfd, green: 0xd6, blue: 0x63)

    /// The sheet; nil when there is no memory for it.
    func picture() -> CairoPicture? {
        let size = layout.size(count: entries.count, hasFoot: others > 0)
        guard let sheet = CairoPicture(size: size) else { return nil }
        sheet.fill(PixelRect(size), Self.paper)
        for (index, entry) in entries.enumerated() {
            let frame = layout.frame(of: index)
            if let picture = entry.picture {
                sheet.put(picture, x: frame.x, y: frame.y)
            } else {
                sheet.fill(frame, Self.blank)
                let inner = PixelRect(
                    x: frame.x + frame.width / 16, y: frame.y, width: frame.width * 7 / 8,
                    height: frame.height)
                sheet.write(
                    "not shown: " + entry.reason, in: inner, size: 16, Self.warning, isParagraph: true)
            }
            sheet.write("\(entry.number)  \(entry.id)", in: layout.label(of: index), size: 15, Self.ink)
        }
        if others > 0 {
            let line = PixelRect(
                x: SheetLayout.gap, y: size.height - SheetLayout.foot - SheetLayout.gap / 2,
                width: size.width - 2 * SheetLayout.gap, height: SheetLayout.foot)
            sheet.write(
                "and \(StatusText.count(others, "more slide")) that are not on this sheet", in: line,
                size: 18,
                Self.ink)
        }
        return sheet
    }
}
