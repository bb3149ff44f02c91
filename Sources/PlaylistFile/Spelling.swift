/// Finds what a misspelt word was meant to be.
enum Spelling {
    /// The word nearest to one that is not among them, if one is near.
    static func nearest(to word: String, among words: [String]) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        let plain = simplified(word)
        let limit = max(1, plain.count / 3)
        var best: (distance: Int, word: String)?
        for candidate in words {
            let distance = distance(plain, simplified(candidate))
            if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        return best?.word
    }

    /// "transitionDuration" and "Transition-Duration" are "transition_duration".
    private static func simplified(_ word: String) -> [Character] {
        word.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
    }

    /// How many characters to insert, delete, replace, or swap with their neighbour.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                var cost = min(
                    last[column] + (left[row] == right[column] ? 0 : 1), last[column + 1] + 1,
                    current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
