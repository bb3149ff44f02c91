import Signage
import Testing

/// Every indicator at rest and half-way, on both screens.
@Suite struct IndicatorPixelTests {
    private static let cyan: UInt32 = 0x32ade6
    private static let grey: UInt32 = 0x8e8e93

    private func sign(
        _ count: Int = 3, on size: PixelSize, _ change: (inout CarouselSettings) -> Void
    ) throws -> PlainSign {
        var playlist = Playlist(slides: PlainSign.slides(count))
        playlist.carousel.background = Color(red: 0x0b, green: 0x3f, blue: 0x42)
        playlist.carousel.indicator.halo = false
        change(&playlist.carousel)
        return try PlainSign(playlist, on: size)
    }

    private static let background: UInt32 = 0x0b3f42

    /// One mark of a row along the axis, pixels; its colour where it is whole, nil: not looked at.
    private struct Mark {
        var start: Double
        var length: Double
        var color: UInt32?
    }

    /// Looks at the pixels of a row of marks along its middle: outside of them what lies below, in their middles their
    /// colours, and something of each at its ends.
    private func check(
        _ marks: [Mark], _ sheet: Sheet, across: Int, axis: CarouselSettings.Axis, within tolerance: Int = 0,
        below: (Int, Int) -> UInt32?, _ comment: Comment
    ) {
        let length = axis == .horizontal ? sheet.size.width : sheet.size.height
        var wrong: [String] = []
        for along in 0..<length {
            let (x, y) = axis == .horizontal ? (along, across) : (across, along)
            let middle = Double(along) + 0.5
            let pixel = sheet[x, y]
            let near = marks.first { middle > $0.start - 0.5 && middle < $0.start + $0.length + 0.5 }
            guard let near else {
                if let expected = below(x, y), pixel != expected {
                    wrong.append("\(x), \(y) is \(hex(pixel)) beside the marks, not \(hex(expected))")
                }
                continue
            }
            let isMiddle = abs(middle - near.start - near.length / 2) <= 0.5
            if isMiddle, let color = near.color, distance(pixel, color) > tolerance {
                wrong.append("\(x), \(y) is \(hex(pixel)) in a mark, not \(hex(color))")
            }
            // The first and the last pixel that it covers half at least.
            let isEnd =
                abs(middle - near.start - 0.5) < 0.5 || abs(middle - near.start - near.length + 0.5) < 0.5
            if isEnd, near.length >= 2, let expected = below(x, y), pixel == expected {
                wrong.append("\(x), \(y) is \(hex(pixel)) at the end of a mark")
            }
        }
        #expect(wrong.isEmpty, comment)
    }

    private func slide(_ number: Int) -> UInt32 { PlainSign.colors(number).page }

    // MARK: Capsules

    /// 6 high, 6 wide, the selected 16; 4 apart; centred, 24 from the bottom, or in a column at the right edge.
    @Test(arguments: screens, CarouselSettings.Axis.allCases)
    func capsules(_ size: PixelSize, _ axis: CarouselSettings.Axis) throws {
        let sign = try sign(on: size) { $0.axis = axis }
        let (thickness, selected, gap) = (px(6, size), px(16, size), px(4, size))
        let total = selected + 2 * thickness + 2 * gap
        let room = axis == .horizontal ? size.width : size.height
        let breadth = axis == .horizontal ? size.height : size.width
        let across = breadth - px(24, size) - thickness + thickness / 2
        for (seconds, position) in [(1.0, 0.0), (3.2, 0.5), (4, 1), (7, 2), (9.2, 2.5)] {
            let sheet = try sign.frame(at: seconds)
            func page(_ x: Int, _ y: Int) -> UInt32? {
                let half = axis == .horizontal ? size.width / 2 : size.height / 2
                let along = axis == .horizontal ? x : y
                let first = Int(position)
                if position == Double(first) {
                    return PlainSign.pixel(of: first, size: size, x: x, y: y)
                }
                let local = along < half ? along + half : along - half
                return PlainSign.pixel(
                    of: (along < half ? first : first + 1) % 3, size: size,
                    x: axis == .horizontal ? local : x,
                    y: axis == .horizontal ? y : local)
            }
            var start = Double((room - total) / 2)
            let marks = (0..<3).map { index in
                let turned = abs(position - Double(index))
                let share = max(0, 1 - min(turned, 3 - turned))
                let length = Double(thickness) + Double(selected - thickness) * share
                defer { start += length + Double(gap) }
                // Filled white by its share, at an opacity from a half to one; the small ones are all stroke.
                let opacity = 0.5 + 0.5 * share
                let isMoving = share > 0 && share < 1
                let below = slide(isMoving ? Int(position) : 0)
                let color: UInt32? =
                    share == 1
                    ? 0xff_ffff
                    : thickness < 6 || isMoving ? nil : blend(0xff_ffff, opacity * share, over: below)
                return Mark(start: start, length: length, color: share == 0 ? nil : color)
            }
            check(
                marks, sheet, across: across, axis: axis, below: page, "at \(position), \(size.width)")
            guard thickness >= 6 else { continue }
            for (index, mark) in marks.enumerated() {
                let middle = Int(mark.start + mark.length / 2)
                let (x, y) = axis == .horizontal ? (middle, across) : (across, middle)
                let below = try #require(page(x, y))
                let turned = abs(position - Double(index))
                let share = max(0, 1 - min(turned, 3 - turned))
                let wanted = blend(0xff_ffff, (0.5 + 0.5 * share) * share, over: below)
                #expect(distance(sheet[x, y], wanted) <= 2, "mark \(index) at \(position)")
                // The stroke of 1: white at the mark's opacity, on the outermost row.
                let outer = axis == .horizontal ? sheet[x, y - thickness / 2] : sheet[x - thickness / 2, y]
                let stroke = blend(0xff_ffff, 0.5 + 0.5 * share, over: below)
                #expect(distance(outer, stroke) <= 8, "stroke of mark \(index) at \(position)")
            }
        }
    }

    /// Four from the outline the page is as it was; next to it it is darker.
    @Test func theHaloDarkensThePageAroundCapsules() throws {
        let size = screens[1]
        let sign = try sign(on: size) { $0.indicator.halo = true }
        let sheet = try sign.frame(at: 1)
        let (x, top) = (size.width / 2 - 18 + 8, size.height - 24 - 6)
        #expect(distance(sheet[x, top - 1], slide(0)) > 5)
        #expect(sheet[x, top - 5] == slide(0) && sheet[x, top + 6 + 4] == slide(0))
        #expect(sheet[x, top] == 0xff_ffff)
        let plain = try self.sign(on: size) { $0.indicator.halo = false }.frame(at: 1)
        #expect(plain[x, top - 1] == slide(0))
    }

    // MARK: Dots

    struct DotsCase: Sendable, CustomStringConvertible {
        var size: PixelSize
        var axis = CarouselSettings.Axis.horizontal
        var position = CarouselSettings.Indicator.Position.bottom
        var description: String { "\(size.width) × \(size.height), \(axis), \(position)" }
    }

    static let dotsCases = screens.flatMap { size in
        [
            DotsCase(size: size), DotsCase(size: size, position: .top),
            DotsCase(size: size, position: .inside),
            DotsCase(size: size, axis: .vertical), DotsCase(size: size, axis: .vertical, position: .inside),
        ]
    }

    /// Circles of 10, 9 apart; in a band of 26 of their own, or 24 from the edge over the pages.
    @Test(arguments: dotsCases) func dots(_ item: DotsCase) throws {
        let size = item.size
        let isHorizontal = item.axis == .horizontal
        let sign = try sign(on: size) {
            $0.axis = item.axis
            $0.indicator.style = .dots
            $0.indicator.position = item.position
        }
        let (diameter, gap, band) = (px(10, size), px(9, size), item.position == .inside ? 0 : px(26, size))
        let length = isHorizontal ? size.width : size.height
        let breadth = isHorizontal ? size.height : size.width
        let isTop = item.position == .top && isHorizontal
        let pageBreadth = breadth - band
        let offset = isTop ? band : 0
        let across: Int =
            if band == 0 {
                breadth - px(24, size) - diameter + diameter / 2
            } else {
                (isTop ? 0 : pageBreadth) + (band - diameter) / 2 + diameter / 2
            }
        let pageSize =
            isHorizontal
            ? PixelSize(width: length, height: pageBreadth) : PixelSize(width: pageBreadth, height: length)
        for (seconds, position) in [(1.0, 0.0), (3.2, 0.5), (4, 1), (9.2, 2.5)] {
            let sheet = try sign.frame(at: seconds)
            let first = Int(position)
            let shift = position == Double(first) ? 0 : length / 2
            /// What is there without marks.
            func below(_ x: Int, _ y: Int) -> UInt32? {
                let (along, side) = isHorizontal ? (x, y - offset) : (y, x - offset)
                guard 0..<pageBreadth ~= side else { return Self.background }
                let place = along + shift
                let (number, local) = place < length ? (first, place) : (first + 1, place - length)
                return PlainSign.pixel(
                    of: number % 3, size: pageSize, x: isHorizontal ? local : side,
                    y: isHorizontal ? side : local)
            }
            let total = 3 * diameter + 2 * gap
            let marks = (0..<3).map { index in
                let turned = abs(position - Double(index))
                let share = max(0, 1 - min(turned, 3 - turned))
                return Mark(
                    start: Double((length - total) / 2 + index * (diameter + gap)), length: Double(diameter),
                    color: blend(Self.cyan, share, over: Self.grey))
            }
            check(
                marks, sheet, across: across, axis: item.axis, within: position == Double(first) ? 0 : 1,
                below: below, "\(item) at \(position)")
            // Everywhere else the pages and the band, to the pixel.
            let reach = diameter / 2 + 1
            let difference = sheet.difference { x, y in
                abs((isHorizontal ? y : x) - across) <= reach ? nil : below(x, y)
            }
            #expect(difference == nil, "\(item) at \(position)")
        }
    }

    /// Round: nothing in the corners of its square, all of it in the middle of its sides.
    @Test func dotsAreCircles() throws {
        let size = screens[1]
        let sheet = try sign(on: size) { $0.indicator.style = .dots }.frame(at: 1)
        let (left, top) = ((size.width - 48) / 2, size.height - 26 + 8)
        for (x, y) in [(0, 0), (9, 0), (0, 9), (9, 9), (1, 0), (-1, 5), (10, 5), (5, -1), (5, 10)] {
            #expect(sheet[left + x, top + y] == Self.background)
        }
        for (x, y) in [(4, 1), (5, 8), (1, 4), (8, 5), (2, 2), (7, 7)] {
            #expect(sheet[left + x, top + y] == Self.cyan)
        }
    }

    @Test(arguments: screens) func withoutSwipingOrASecondSlideThereAreNoDots(_ size: PixelSize) throws {
        let still = try sign(on: size) {
            $0.swipe = false
            $0.indicator.style = .dots
        }
        let lone = try sign(1, on: size) { $0.indicator.style = .dots }
        for sheet in [try still.frame(at: 1), try lone.frame(at: 1)] {
            let rows = Array(size.height - px(26, size) - 2..<size.height)
            let difference = sheet.difference(rows: rows, columns: []) { x, y in
                PlainSign.pixel(of: 0, size: size, x: x, y: y)
            }
            #expect(difference == nil)
        }
    }

    @Test(arguments: screens) func noneIsNothing(_ size: PixelSize) throws {
        let sheet = try sign(on: size) { $0.indicator.style = .none }.frame(at: 1)
        let difference = sheet.difference(rows: Array(size.height - px(40, size)..<size.height), columns: [])
        {
            x, y in PlainSign.pixel(of: 0, size: size, x: x, y: y)
        }
        #expect(difference == nil)
    }

    // MARK: Windows

    /// Of 200 marks nine show, the outermost half as large, the selected in the middle; half-way the eight that are
    /// whole or nearly.
    @Test(arguments: screens) func twoHundredSlidesHaveAWindowOfNine(_ size: PixelSize) throws {
        let sign = try sign(200, on: size) { $0.indicator.style = .dots }
        let (diameter, step) = (px(10, size), px(10, size) + px(9, size))
        #expect(Double(200 * diameter + 199 * (step - diameter)) > 0.8 * Double(size.width))
        let middle = Double((size.width - (8 * step + diameter)) / 2 + 4 * step) + Double(diameter) / 2
        let across = size.height - px(26, size) + (px(26, size) - diameter) / 2 + diameter / 2
        for (seconds, position) in [(1.0, 0.0), (3.2, 0.5), (4, 1)] {
            let sheet = try sign.frame(at: seconds)
            var marks: [Mark] = []
            for index in -6...6 {
                let offset = Double(index) - position
                // Whole up to three from the middle, half at four, none at four and a half.
                let share = max(0, min(1, (5 - abs(offset)) / 2, 4.5 - abs(offset)))
                guard share > 0 else { continue }
                let length = Double(diameter) * share
                let color = blend(Self.cyan, max(0, 1 - abs(offset)), over: Self.grey)
                marks.append(
                    Mark(
                        start: middle + offset * Double(step) - length / 2, length: length,
                        color: share == 1 && length > 4 ? color : nil))
            }
            #expect(marks.count == (position == 0.5 ? 8 : 9))
            check(
                marks, sheet, across: across, axis: .horizontal, within: 1,
                below: { _, _ in Self.background }, "at \(position)")
        }
    }

    /// Of 200 capsules nine show in a row or a column, centred: the selected one long, the outermost half as large.
    @Test(arguments: screens, CarouselSettings.Axis.allCases)
    func twoHundredSlidesHaveNineCapsules(_ size: PixelSize, _ axis: CarouselSettings.Axis) throws {
        let sign = try sign(200, on: size) { $0.axis = axis }
        let (thickness, selected, gap) = (px(6, size), px(16, size), px(4, size))
        let room = axis == .horizontal ? size.width : size.height
        let breadth = axis == .horizontal ? size.height : size.width
        #expect(Double(199 * (thickness + gap) + selected) > 0.8 * Double(room))
        let start = Double((room - 8 * (thickness + gap) - selected) / 2)
        let marks = (0..<9).map { index in
            let place = start + Double(index * (thickness + gap) + (index > 4 ? selected - thickness : 0))
            guard index == 0 || index == 8 else {
                return Mark(
                    start: place, length: Double(index == 4 ? selected : thickness),
                    color: index == 4 ? 0xff_ffff : nil)
            }
            return Mark(start: place + Double(thickness) / 4, length: Double(thickness) / 2, color: nil)
        }
        let across = breadth - px(24, size) - thickness + thickness / 2
        for (seconds, number) in [(1.0, 0), (4, 1), (7, 2)] {
            check(
                marks, try sign.frame(at: seconds), across: across, axis: axis,
                below: { x, y in PlainSign.pixel(of: number, size: size, x: x, y: y) },
                "of \(number), \(size.width)")
        }
    }

    /// In a carousel with ends the window stops there: the first mark is whole and the selected one.
    @Test(arguments: screens) func aWindowStopsAtTheEnds(_ size: PixelSize) throws {
        let sign = try sign(200, on: size) {
            $0.loop = false
            $0.indicator.style = .dots
        }
        let (diameter, step) = (px(10, size), px(10, size) + px(9, size))
        let left = (size.width - (8 * step + diameter)) / 2
        let across = size.height - px(26, size) + (px(26, size) - diameter) / 2 + diameter / 2
        let first = try sign.frame(at: 1)
        #expect(first[left + diameter / 2, across] == Self.cyan)
        #expect(first[left + 4 * step + diameter / 2, across] == Self.grey)
        try sign.command(.showNumber(200, for: nil), at: 1.5)
        let last = try sign.frame(at: 2.5)
        #expect(last[left + 8 * step + diameter / 2, across] == Self.cyan)
        #expect(last[left + 4 * step + diameter / 2, across] == Self.grey)
        // Half as large at the other end: less of its first pixel is covered.
        let (small, whole) = (last[left, across], last[left + 4 * step, across])
        #expect(distance(small, Self.background) < distance(whole, Self.background))
    }
}
