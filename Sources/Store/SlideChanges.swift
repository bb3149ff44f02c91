internal import Signage

/// What is different between two playlists, by the identity of their slides.
struct SlideChanges {
    var added: [String] = []
    var removed: [String] = []
    var repainted: [String] = []

    /// What a slide looks like.
    private enum Look: Hashable {
        case picture(Picture)
        case color(Color)
        case nothing
    }

    init(from old: Playlist, to new: Playlist, on size: PixelSize, scale: Configuration.Scale) {
        let before = Self.looks(old, size, scale)
        let after = Self.looks(new, size, scale)
        for slide in new.slides {
            guard let look = before[slide.id] else {
                added.append(slide.id)
                continue
            }
            if look != after[slide.id] { repainted.append(slide.id) }
        }
        removed = old.slides.map(\.id).filter { after[$0] == nil }
    }

    private static func looks(
        _ playlist: Playlist, _ size: PixelSize, _ scale: Configuration.Scale
    ) -> [String: Look] {
        let pictures = playlist.pictures(on: size, scale: scale).slides
        var looks: [String: Look] = [:]
        for (slide, picture) in zip(playlist.slides, pictures) {
            if let picture, slide.fault == nil {
                looks[slide.id] = .picture(picture)
            } else if case .color(let color) = slide.content {
                looks[slide.id] = .color(color)
            } else {
                looks[slide.id] = .nothing
            }
        }
        return looks
    }
}
