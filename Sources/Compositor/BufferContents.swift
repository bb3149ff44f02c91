internal import Signage

/// What one scan-out buffer holds, to know what must be drawn again in it.
public struct BufferContents {
    private var scene: Scene?

    /// Nothing is known: the first frame is drawn whole.
    public init() {}

    /// The pixels of the buffer that a frame differs in.
    public func damage(for frame: Frame) -> Region {
        SceneDifference.region(from: scene, to: frame.drawableScene)
    }

    /// The buffer now holds this frame; its surfaces are not kept.
    public mutating func hold(_ frame: Frame) { scene = frame.drawableScene }

    /// The buffer's pixels are no longer known.
    public mutating func forget() { scene = nil }
}

extension Frame {
    /// The scene without the pictures that are not at hand.
    var drawableScene: Scene {
        let layers = scene.layers.filter { layer in
            if case .picture(let id) = layer.content { surfaces[id] != nil } else { true }
        }
        return Scene(size: scene.size, layers: layers)
    }
}
