extension Sign {
    /// Why the idle picture cannot be shown, in the version that is there; nil: it can, or there is none.
    public var idleImageFault: String? {
        guard let failure = idleImageFailure, failure.image == settings.idleImage else { return nil }
        return failure.reason
    }

    /// What is shown in place of the idle page; nil: there is no such picture, or it cannot be shown.
    var idleImagePicture: Picture? {
        guard let image = settings.idleImage, image.stamp != nil, idleImageFault == nil, let layout else {
            return nil
        }
        return .slide(
            SlidePicture(
                content: .image(path: image.path), stamp: image.stamp, size: layout.area.size, fit: .contain,
                background: settings.idleColor.overBlack, style: TextStyle(), scale: layout.scale))
    }

    /// The idle picture cannot be painted: the ordinary idle page comes in its place.
    mutating func failIdleImage(reason: String) {
        guard let image = settings.idleImage else { return }
        idleImageFailure = IdleImageFailure(image: image, reason: reason)
        effects.append(.idleImageFailed(reason: reason))
    }

    /// The file of the idle picture that could not be shown has another version.
    mutating func idleImageChanged(_ path: String, to stamp: FileStamp?, at now: Instant) {
        guard settings.idleImage?.path == path, settings.idleImage?.stamp != stamp else { return }
        let shown = restingLayers(at: now)
        settings.idleImage?.stamp = stamp
        if ring.isEmpty, curtain == nil { curtain = Curtain(layers: shown) }
    }

    /// A version of the idle picture that could not be painted.
    struct IdleImageFailure: Sendable {
        var image: Configuration.IdleImage
        var reason: String
    }
}
