/// The candidate that a mistyped word most likely means.
///
/// Nearest by insertions, deletions, replacements and swaps of neighbours; a word that begins the candidate counts as
/// one step away. Only the first 64 characters are looked at.
///
/// - Returns: nil when nothing is near: more than a third of the word is wrong.
public func nearest(to word: String, among candidates: [String]) -> String? {
    let typed = Array(word.lowercased().prefix(64))
    guard !typed.isEmpty else { return nil }
    var best: (name: String, steps: Int)?
    for candidate in candidates {
        let name = Array(candidate.lowercased().prefix(64))
        let steps = typed.count >= 2 && name.starts(with: typed) ? 1 : distance(typed, name)
        let allowed = max(1, max(typed.count, name.count) / 3)
        if steps <= allowed, steps < best?.steps ?? .max { best = (candidate, steps) }
    }
    return best?.name
}

/// The least number of edits from one word to the other, swaps of neighbours being one.
private func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        for column in right.indices {
            let same = left[row] == right[column]
            var steps = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                steps = min(steps, beforeLast[column - 1] + 1)
            }
            current.append(steps)
        }
        (beforeLast, last) = (last, current)
    }
    return last[right.count]
}
