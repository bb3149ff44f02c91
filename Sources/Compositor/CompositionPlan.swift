internal import Signage

/// Which layer is drawn where, so that no pixel is drawn that another one hides.
struct CompositionPlan {
    /// A layer as the compositor needs it.
    struct Source {
        var extent: PixelRect
        /// Hides all that is below.
        var isOpaque: Bool
        /// Its pixels may go to the target as they are.
        var isCopyable: Bool
    }

    /// Pixels that one layer gives.
    struct Step {
        var layer: Int
        var region: Region
    }

    /// Pixels that are blended or filled, where, from the bottom to the top.
    private(set) var steps: [Step] = []
    /// Pixels that are copied from a picture with nothing above it.
    private(set) var copies: [Step] = []
    /// Pixels that no opaque layer covers: black, below the steps.
    private(set) var black: Region
    /// All that is not copied.
    private(set) var composed: Region

    /// Plans the drawing of some pixels.
    ///
    /// - Parameters:
    ///   - sources: from the bottom to the top.
    ///   - damage: the pixels to be drawn.
    init(_ sources: [Source], damage: Region) {
        var remaining = damage
        var blended = Region()
        composed = damage
        for (index, source) in sources.enumerated().reversed() where !source.extent.isEmpty {
            var visible = remaining.intersection(source.extent)
            guard !visible.isEmpty else { continue }
            if source.isOpaque {
                remaining.subtract(source.extent)
                if source.isCopyable {
                    var copied = visible
                    copied.subtract(blended)
                    if !copied.isEmpty {
                        copies.append(Step(layer: index, region: copied))
                        composed.subtract(copied)
                        visible.subtract(copied)
                    }
                }
            } else {
                blended.add(visible)
            }
            if !visible.isEmpty { steps.append(Step(layer: index, region: visible)) }
            if remaining.isEmpty { break }
        }
        steps.reverse()
        black = remaining
    }
}
