internal import CPixman
public import Signage

/// A set of pixels, as rectangles: pixman_region32_t.
public struct Region: Equatable {
    /// Owns pixman's region; never changed once a `Region` holds it.
    private final class Storage {
        let region: UnsafeMutablePointer<pixman_region32_t>

        init() {
            region = .allocate(capacity: 1)
            pixman_region32_init(region)
        }

        init(_ rect: PixelRect) {
            region = .allocate(capacity: 1)
            let rect = Region.limits.intersection(rect)
            pixman_region32_init_rect(
                region, Int32(rect.x), Int32(rect.y), UInt32(rect.width), UInt32(rect.height))
        }

        deinit {
            pixman_region32_fini(region)
            region.deallocate()
        }
    }

    /// What pixman's arithmetic is safe with; no screen is larger.
    private static let limits = PixelRect(x: -(1 << 24), y: -(1 << 24), width: 1 << 25, height: 1 << 25)

    private var storage: Storage

    /// No pixels.
    public init() { storage = Storage() }

    /// The pixels of a rectangle.
    public init(_ rect: PixelRect) { storage = rect.isEmpty ? Storage() : Storage(rect) }

    /// Whether it has no pixels.
    public var isEmpty: Bool { pixman_region32_not_empty(storage.region) == 0 }

    /// The smallest rectangle that holds it.
    public var bounds: PixelRect {
        guard !isEmpty, let box = pixman_region32_extents(storage.region) else {
            return PixelRect(x: 0, y: 0, width: 0, height: 0)
        }
        return PixelRect(box.pointee)
    }

    /// Rectangles that share no pixel, from the top to the bottom, those of one height from the left to the right.
    public var rectangles: [PixelRect] {
        var count: Int32 = 0
        let boxes = pixman_region32_rectangles(storage.region, &count)
        return UnsafeBufferPointer(start: boxes, count: Int(count)).map(PixelRect.init)
    }

    /// Adds the pixels of a rectangle.
    public mutating func add(_ rect: PixelRect) { add(Region(rect)) }

    /// Adds the pixels of another region.
    public mutating func add(_ other: Region) {
        let sum = Storage()
        pixman_region32_union(sum.region, storage.region, other.storage.region)
        storage = sum
    }

    /// Takes the pixels of a rectangle away.
    public mutating func subtract(_ rect: PixelRect) { subtract(Region(rect)) }

    /// Takes the pixels of another region away.
    public mutating func subtract(_ other: Region) {
        let rest = Storage()
        pixman_region32_subtract(rest.region, storage.region, other.storage.region)
        storage = rest
    }

    /// The pixels that lie in a rectangle too.
    public func intersection(_ rect: PixelRect) -> Region { intersection(Region(rect)) }

    /// The pixels that lie in another region too.
    public func intersection(_ other: Region) -> Region {
        let both = Region()
        pixman_region32_intersect(both.storage.region, storage.region, other.storage.region)
        return both
    }

    /// Whether both have the same pixels.
    public static func == (left: Region, right: Region) -> Bool {
        pixman_region32_equal(left.storage.region, right.storage.region) != 0
    }
}

extension PixelRect {
    fileprivate init(_ box: pixman_box32_t) {
        self.init(x: Int(box.x1), y: Int(box.y1), width: Int(box.x2 - box.x1), height: Int(box.y2 - box.y1))
    }
}
