import Signage
import Testing

@testable import ControlCommand

@Suite struct SheetLayoutTests {
    struct Case: CustomTestStringConvertible {
        var count: Int
        var picture: PixelSize
        var tile: PixelSize
        var columns: Int
        var testDescription: String { "\(count) of \(picture.width) × \(picture.height)" }
    }

    private static let wide = PixelSize(width: 1920, height: 1080)

    @Test(arguments: [
        Case(count: 1, picture: wide, tile: PixelSize(width: 640, height: 360), columns: 1),
        Case(count: 3, picture: wide, tile: PixelSize(width: 640, height: 360), columns: 2),
        Case(count: 8, picture: wide, tile: PixelSize(width: 640, height: 360), columns: 3),
        Case(
            count: 8, picture: PixelSize(width: 1080, height: 1920), tile: PixelSize(width: 360, height: 640),
            columns: 5),
        Case(
            count: 2, picture: PixelSize(width: 64, height: 48), tile: PixelSize(width: 64, height: 48),
            columns: 2),
        Case(
            count: 5, picture: PixelSize(width: 8192, height: 1), tile: PixelSize(width: 640, height: 1),
            columns: 1),
    ])
    func tilesAreAsLargeAsTheyMayBe(layout: Case) {
        let found = SheetLayout(count: layout.count, picture: layout.picture)
        #expect(found.tile == layout.tile)
        #expect(found.columns == layout.columns)
    }

    @Test(arguments: [1, 2, 7, 40, 100, 199, 200])
    func noSheetIsLargerThanItMayBeAndNoTilesOverlap(count: Int) {
        for picture in [
            Self.wide, PixelSize(width: 1080, height: 1920), PixelSize(width: 1, height: 8192),
            PixelSize(width: 8192, height: 1), PixelSize(width: 1, height: 1),
        ] {
            let layout = SheetLayout(count: count, picture: picture)
            let size = layout.size(count: count, hasFoot: true)
            #expect(max(size.width, size.height) <= SheetLayout.longestSide)
            let parts = (0..<count).flatMap { [layout.frame(of: $0), layout.label(of: $0)] }
            for part in parts { #expect(part.intersection(PixelRect(size)) == part && !part.isEmpty) }
            for (index, part) in parts.enumerated() {
                for other in parts[(index + 1)...] where !part.intersection(other).isEmpty {
                    Issue.record("\(part) meets \(other)")
                }
            }
        }
    }
}
