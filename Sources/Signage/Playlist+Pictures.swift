extension Playlist {
    /// What the painter must paint for all of a playlist: for a check, not for playing.
    ///
    /// - Parameters:
    ///   - size: pixels of the picture as seen.
    ///   - scale: pixels per point.
    ///   - rotation: how the pixels are turned.
    /// - Returns: for each slide its picture, nil when it is one colour; and the ticker's whole text, if there is one.
    public func pictures(
        on size: PixelSize, scale: Configuration.Scale = .auto, rotation: Rotation = .none
    ) -> (slides: [Picture?], ticker: TickerStrip?) {
        let layout = ScreenLayout(
            output: OutputGeometry(size: size), scale: scale, carousel: carousel,
            slideCount: slides.count { $0.fault == nil }, ticker: ticker)
        let strip = ticker.flatMap { ticker in
            layout.band.map {
                TickerStrip(text: ticker.text, style: ticker.style, scale: layout.scale, height: $0.height)
            }
        }
        let pictures = slides.map {
            layout.picture(for: $0, over: carousel.background)?.turned(by: rotation)
        }
        return (pictures, strip)
    }
}

extension ScreenLayout {
    /// What the painter must paint for a slide; nil: nothing, it is one colour.
    ///
    /// Only what decides the pixels: slides that look alike share a picture.
    func picture(for slide: Slide, over background: Color) -> Picture? {
        var picture = SlidePicture(
            content: slide.content, stamp: nil, size: pages.pageSize, fit: .contain,
            background: slide.background.over(background.overBlack), style: TextStyle(), scale: scale)
        switch slide.content {
        case .color: return nil
        case .image:
            picture.stamp = slide.stamp
            picture.fit = slide.fit
        case .text, .markup: picture.style = slide.style
        }
        return .slide(picture)
    }
}
