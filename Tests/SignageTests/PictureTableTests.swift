import Testing

@testable import Signage

@Suite struct PictureTableTests {
    private func badge(_ side: Int) -> Picture { .badge(Badge(symbol: .paused, side: side)) }

    private func tile(_ text: String, _ index: Int) -> Picture {
        .tickerTile(
            TickerTile(
                strip: TickerStrip(text: .plain(text), style: TextStyle(), scale: 1, height: 64), index: index
            ))
    }

    private let result = PaintedPicture(size: PixelSize(width: 1, height: 1), isOpaque: true)

    @Test func aPictureKeepsItsNameWhileItIsWantedOrAtHand() throws {
        var table = PictureTable()
        #expect(table.id(of: badge(1)) == nil)
        table.want([badge(1), badge(2)])
        let one = try #require(table.id(of: badge(1)))
        let two = try #require(table.id(of: badge(2)))
        #expect(one != two)
        #expect(table.picture(of: one) == badge(1))
        table.paint(one, result)
        table.want([])
        #expect(table.id(of: badge(1)) == one)
        #expect(table.id(of: badge(2)) == nil)
        #expect(table.picture(of: two) == nil)
        table.drop(one)
        table.want([badge(3)])
        #expect(table.picture(of: one) == nil)
        // A name is never given twice.
        table.want([badge(1)])
        #expect(table.id(of: badge(1)).map { $0 != one && $0 != two } ?? false)
    }

    @Test func tilesAreNamedAfterTheirStrip() throws {
        var table = PictureTable()
        table.want([tile("news", 0)])
        let fifth = try #require(table.id(of: tile("news", 5)))
        #expect(table.picture(of: fifth) == tile("news", 5))
        #expect(table.id(of: tile("news", 1 << 24)) == nil)
        #expect(table.id(of: tile("news", -1)) == nil)
        #expect(table.id(of: tile("other", 5)) == nil)
        table.paint(fifth, result)
        table.want([badge(1)])
        #expect(table.paintedPicture(tile("news", 5))?.id == fifth)
    }

    @Test func whatFailedIsRemembered() throws {
        var table = PictureTable()
        table.want([badge(1)])
        let one = try #require(table.id(of: badge(1)))
        table.fail(one)
        #expect(table.hasFailed(one))
        table.paint(one, result)
        #expect(!table.hasFailed(one))
        #expect(table.result(of: one) == result)
    }
}
