import Compositor
import Signage
import Testing

struct RegionTests {
    private let square = PixelRect(x: 0, y: 0, width: 10, height: 10)

    @Test func emptyRectanglesHaveNoPixels() {
        for rect in [PixelRect(x: 3, y: 3, width: 0, height: 5), PixelRect(x: 3, y: 3, width: 5, height: -1)]
        {
            #expect(Region(rect).isEmpty)
            #expect(Region(rect) == Region())
            #expect(Region(rect).rectangles.isEmpty)
        }
        #expect(Region().bounds.isEmpty)
    }

    @Test func copiesAreValues() {
        let one = Region(square)
        var other = one
        other.subtract(PixelRect(x: 0, y: 0, width: 10, height: 4))
        #expect(one.bounds == square)
        #expect(other.bounds == PixelRect(x: 0, y: 4, width: 10, height: 6))
    }

    @Test func samePixelsAreEqualHoweverTheyCameTogether() {
        var left = Region(PixelRect(x: 0, y: 0, width: 4, height: 10))
        left.add(PixelRect(x: 4, y: 0, width: 6, height: 10))
        #expect(left == Region(square))
        #expect(left.rectangles == [square])
    }

    @Test func rectanglesComeInTheOrderOfMemory() {
        var region = Region(square)
        region.subtract(PixelRect(x: 3, y: 2, width: 4, height: 5))
        #expect(
            region.rectangles == [
                PixelRect(x: 0, y: 0, width: 10, height: 2), PixelRect(x: 0, y: 2, width: 3, height: 5),
                PixelRect(x: 7, y: 2, width: 3, height: 5), PixelRect(x: 0, y: 7, width: 10, height: 3),
            ])
    }

    @Test func itselfCanBeAddedAndTakenAway() {
        var region = Region(square)
        region.add(region)
        #expect(region == Region(square))
        region.subtract(region)
        #expect(region.isEmpty)
    }

    @Test func hugeRectanglesDoNotTrap() {
        let huge = PixelRect(x: -(1 << 40), y: 5, width: 1 << 41, height: 1 << 41)
        #expect(Region(huge).intersection(square) == Region(PixelRect(x: 0, y: 5, width: 10, height: 5)))
    }
}
