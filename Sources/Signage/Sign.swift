/// A sign: everything the product does, as a value that takes events and times.
///
/// It reads no clock, draws nothing and does no I/O. Feed every event with the moment it is handled; call
/// `advance` when `nextDeadline` has come; draw `scene(at:)` for the moment a frame will be shown.
public struct Sign: Sendable {
    /// A sign at its start: the first slide, a full interval from now.
    ///
    /// - Parameters:
    ///   - playlist: what it plays; may have no slides.
    ///   - settings: name, scale and idle page.
    ///   - output: the screen; nil: there is none, and it plays on in the dark.
    ///   - now: the present.
    public init(playlist: Playlist, settings: SignSettings, output: OutputGeometry?, at now: Instant) {
        fatalError("placeholder")
    }

    /// Takes an event. Deadlines that have passed by `now` are met first.
    public mutating func handle(_ event: SignEvent, at now: Instant) -> [SignEffect] {
        []
    }

    /// Meets every deadline up to `now`.
    public mutating func advance(to now: Instant) -> [SignEffect] {
        []
    }

    /// When `advance` must be called next, motion aside; nil: nothing will happen by itself.
    public func nextDeadline() -> Instant? {
        nil
    }

    /// Whether the picture changes by itself right after `time`: if so a frame is due at every vblank.
    public func isMoving(at time: Instant) -> Bool {
        false
    }

    /// The frame for a moment not before the last one handled; names only pictures that are painted.
    public func scene(at time: Instant) -> Scene {
        Scene(size: PixelSize(width: 0, height: 0))
    }

    /// The pictures to have or to paint, most urgent first; everything else may be dropped.
    public func wantedPictures(at time: Instant) -> [PictureRequest] {
        []
    }

    /// What there is to say at this moment.
    public func status(at time: Instant) -> SignStatus {
        fatalError("placeholder")
    }

    /// The paths of files whose slides cannot be shown: tell `fileChanged` when one of them changes.
    public var faultyPaths: [String] { [] }
}
