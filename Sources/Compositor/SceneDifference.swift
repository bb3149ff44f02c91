public import Signage

/// Which pixels two scenes may differ in.
///
/// A picture's name is unique for ever, so equal layers have equal pixels.
public enum SceneDifference {
    /// The pixels that must be drawn again where `old` is, to have `new`.
    ///
    /// Layers that both scenes have in the same order are undamaged; of all others the old and the new extent are.
    ///
    /// - Parameters:
    ///   - old: nil, or of another size: all pixels differ.
    ///   - new: gives the size.
    /// - Returns: a region within `new.size`.
    public static func region(from old: Scene?, to new: Scene) -> Region {
        let screen = PixelRect(new.size)
        guard let old, old.size == new.size else { return Region(screen) }
        guard old.layers != new.layers else { return Region() }

        var oldLayers = old.layers[...]
        var newLayers = new.layers[...]
        while let first = oldLayers.first, first == newLayers.first {
            oldLayers.removeFirst()
            newLayers.removeFirst()
        }
        while let last = oldLayers.last, last == newLayers.last {
            oldLayers.removeLast()
            newLayers.removeLast()
        }

        var region = Region()
        func damage(_ layer: Layer) { region.add(layer.extent.intersection(screen)) }

        // Any matching that keeps the order is right; this one takes the first that fits.
        var places: [Layer: [Int]] = [:]
        for index in oldLayers.indices.reversed() { places[oldLayers[index], default: []].append(index) }
        var next = oldLayers.startIndex
        for layer in newLayers {
            while let index = places[layer]?.last, index < next { places[layer]?.removeLast() }
            guard let match = places[layer]?.popLast() else {
                damage(layer)
                continue
            }
            for skipped in oldLayers[next..<match] { damage(skipped) }
            next = match + 1
        }
        for left in oldLayers[next...] { damage(left) }
        return region
    }
}
