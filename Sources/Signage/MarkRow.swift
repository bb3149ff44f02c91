/// The marks of an indicator along its axis: all in a row, or a window of some around the selected one.
///
/// Everything is a continuous function of the position, so marks move, grow and shrink with the page, also where the
/// window slides and where the last page is followed by the first.
struct MarkRow: Hashable, Sendable {
    /// Pixels of marks at their full size.
    struct Measures: Hashable, Sendable {
        /// Across the axis, and along it for marks that are not selected.
        var thickness: Int
        /// Of the selected mark along the axis.
        var selectedLength: Int
        /// Between two marks.
        var distance: Int

        /// From a mark to the next when neither is selected.
        var step: Int { thickness + distance }

        /// From the first to the last of some marks.
        func length(of count: Int) -> Int { (count - 1) * step + selectedLength }
    }

    /// One mark; pixels from the row's beginning.
    struct Place: Hashable, Sendable {
        var start: Double
        var length: Double
        /// Of its full size, above 0 to 1.
        var share: Double
        /// 1 for the selected mark, 0 a page away.
        var selection: Double
    }

    /// The most marks of a window.
    static let widestWindow = 9
    /// Of the room; longer rows are cut to a window.
    static let mostOfRoom = 0.8

    /// In the order of the axis.
    let places: [Place]
    /// Pixels at rest.
    let length: Int

    /// Lays marks out; nil: not even one fits.
    ///
    /// A window has an odd number of marks. In an endless carousel the selected one is always in its middle; in one
    /// with ends the window stops at them. Its outermost marks are half as large, unless they are the first or last
    /// of all.
    ///
    /// - Parameters:
    ///   - count: pages, at least 1.
    ///   - loops: whether the last page is followed by the first.
    ///   - position: the carousel's, finite.
    ///   - room: pixels along the axis.
    ///   - measures: of the marks.
    init?(count: Int, loops: Bool, position: Double, room: Int, measures: Measures) {
        func fits(_ marks: Int) -> Bool {
            Double(measures.length(of: marks)) <= Self.mostOfRoom * Double(room)
        }
        if fits(count) {
            length = measures.length(of: count)
            places = Self.wholeRow(count: count, position: position, measures)
            return
        }
        let windows = stride(from: Self.widestWindow, through: 1, by: -2)
        guard let shown = windows.first(where: { $0 < count && fits($0) }) else { return nil }
        length = measures.length(of: shown)
        places = Self.window(of: shown, count: count, loops: loops, position: position, measures)
    }

    private static func wholeRow(count: Int, position: Double, _ measures: Measures) -> [Place] {
        var start = 0.0
        return (0..<count).map { index in
            let turned = abs((position - Double(index)).truncatingRemainder(dividingBy: Double(count)))
            let selection = max(0, 1 - min(turned, Double(count) - turned))
            let length =
                Double(measures.thickness) + Double(measures.selectedLength - measures.thickness) * selection
            defer { start += length + Double(measures.distance) }
            return Place(start: start, length: length, share: 1, selection: selection)
        }
    }

    private static func window(
        of shown: Int, count: Int, loops: Bool, position: Double, _ measures: Measures
    ) -> [Place] {
        let reach = (shown - 1) / 2
        let last = Double(count - 1)
        let selected =
            loops
            ? position.truncatingRemainder(dividingBy: Double(count)) : min(last, max(0, position))
        let centre = loops ? selected : min(last - Double(reach), max(Double(reach), selected))
        // Marks at an end shrink only when there are others beyond them.
        let before = loops ? 1 : min(1, 2 * (centre - Double(reach)))
        let after = loops ? 1 : min(1, 2 * (last - Double(reach) - centre))
        let extra = Double(measures.selectedLength - measures.thickness)

        var places: [Place] = []
        for index in Int(
            (centre - Double(reach) - 1).rounded(.down))...Int((centre + Double(reach) + 1).rounded(.up))
        where loops || (0..<count).contains(index) {
            let offset = Double(index) - centre
            let share = 1 - (offset < 0 ? before : after) * (1 - shareInWindow(offset, reach: reach))
            guard share > 0 else { continue }
            let ahead = Double(index) - selected
            let selection = max(0, 1 - abs(ahead))
            let length = Double(measures.thickness) + extra * selection
            let start = (offset + Double(reach)) * Double(measures.step) + extra * min(1, max(0, ahead))
            // It shrinks about its centre.
            places.append(
                Place(
                    start: start + length * (1 - share) / 2, length: length * share, share: share,
                    selection: selection))
        }
        return places
    }

    /// The size of a mark so many marks from the window's middle: whole within, half at its end, none half a mark
    /// beyond. So never more marks show than the window has.
    private static func shareInWindow(_ offset: Double, reach: Int) -> Double {
        let distance = abs(offset)
        guard reach > 0 else { return max(0, 1 - distance) }
        return min(1, max(0, min((Double(reach) + 1 - distance) / 2, Double(reach) + 0.5 - distance)))
    }
}
