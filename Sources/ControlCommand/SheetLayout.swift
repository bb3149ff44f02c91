internal import Glibc
internal import Signage

/// Where the pictures of a contact sheet lie: a grid of tiles, a label below each.
///
/// Tiles are as large as the sheet's largest size lets them be, but no larger than `longestTile` or the picture itself.
struct SheetLayout: Equatable {
    /// Pixels that a side of the sheet has at most.
    static let longestSide = 4096
    /// Pixels that a side of a tile has at most.
    static let longestTile = 640
    /// Pixels between tiles, and around all.
    static let gap = 16
    /// Pixels of the label below a tile.
    static let label = 30
    /// Pixels of the line at the foot that tells what is not on the sheet.
    static let foot = 40

    /// Pixels of the picture in a tile.
    let tile: PixelSize
    let columns: Int

    /// The best grid: the largest tiles, and with tiles as large the sheet that is nearest to 4 : 3.
    ///
    /// - Parameters:
    ///   - count: tiles, at least one.
    ///   - picture: pixels of what is shown small in each.
    init(count: Int, picture: PixelSize) {
        var best: (scale: Double, distance: Double, columns: Int) = (0, .infinity, 1)
        for columns in 1...max(1, count) {
            let rows = (count + columns - 1) / columns
            let width = (Self.longestSide - Self.gap) / columns - Self.gap
            let height = (Self.longestSide - Self.foot - Self.gap) / rows - Self.gap - Self.label
            let scale = [
                1, Double(Self.longestTile) / Double(max(picture.width, picture.height)),
                Double(width) / Double(picture.width), Double(height) / Double(picture.height),
            ].reduce(1, min)
            let across = Double(columns) * (Double(picture.width) * scale + Double(Self.gap))
            let down = Double(rows) * (Double(picture.height) * scale + Double(Self.gap + Self.label))
            let distance = abs(log(across / down / (4.0 / 3)))
            if scale > best.scale || scale == best.scale && distance < best.distance {
                best = (scale, distance, columns)
            }
        }
        columns = best.columns
        tile = PixelSize(
            width: max(1, Int((Double(picture.width) * best.scale).rounded(.down))),
            height: max(1, Int((Double(picture.height) * best.scale).rounded(.down))))
    }

    /// Pixels of a sheet with so many tiles.
    func size(count: Int, hasFoot: Bool) -> PixelSize {
        let rows = (count + columns - 1) / columns
        return PixelSize(
            width: Self.gap + min(columns, max(1, count)) * (tile.width + Self.gap),
            height: Self.gap + rows * (tile.height + Self.label + Self.gap) + (hasFoot ? Self.foot : 0))
    }

    /// Where a tile's picture lies, counted from 0.
    func frame(of index: Int) -> PixelRect {
        PixelRect(
            x: Self.gap + index % columns * (tile.width + Self.gap),
            y: Self.gap + index / columns * (tile.height + Self.label + Self.gap),
            width: tile.width, height: tile.height)
    }

    /// Where a tile's label lies.
    func label(of index: Int) -> PixelRect {
        let frame = frame(of: index)
        return PixelRect(x: frame.x, y: frame.maxY, width: frame.width, height: Self.label)
    }
}
