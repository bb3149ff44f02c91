extension Ticker {
    /// Where the band lies on a screen; nil: there is none, because no ticker is asked for or its text is empty. A text
    /// from a file may be empty: what is in the file must not move the pages.
    ///
    /// - Parameters:
    ///   - settings: from the playlist.
    ///   - scale: pixels per point.
    ///   - screen: the whole picture.
    /// - Returns: as wide as the screen, at its top or bottom.
    public static func band(of settings: TickerSettings?, scale: Double, screen: PixelSize) -> PixelRect? {
        guard let settings, settings.file != nil || !settings.text.source.isEmpty, !screen.isEmpty else {
            return nil
        }
        let height = min(screen.height, max(1, pixels(settings.height, scale: scale)))
        let y = settings.position == .top ? 0 : screen.height - height
        return PixelRect(x: 0, y: y, width: screen.width, height: height)
    }

    /// What is left of a screen for the carousel: all of it without a band or under an overlay.
    public static func carouselArea(of settings: TickerSettings?, scale: Double, screen: PixelSize)
        -> PixelRect
    {
        var area = PixelRect(screen)
        guard let settings, !settings.overlay, let band = band(of: settings, scale: scale, screen: screen)
        else {
            return area
        }
        area.height -= band.height
        if settings.position == .top { area.y = band.maxY }
        return area
    }
}

extension Color {
    /// What is seen of it over black.
    var overBlack: Color {
        func scaled(_ channel: UInt8) -> UInt8 { UInt8((Int(channel) * Int(alpha) + 127) / 255) }
        return Color(red: scaled(red), green: scaled(green), blue: scaled(blue))
    }
}
