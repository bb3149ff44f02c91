/// In which order slides come that do not all come equally often.
enum WeightedRound {
    /// The slides of a round by their numbers: each as often as its weight, spread evenly, in their order otherwise.
    ///
    /// No slide comes twice in a row, also not over the end of the round. So one that weighs more than all others together
    /// comes as often as they do.
    ///
    /// - Parameter weights: of each slide, from 1.
    /// - Returns: empty: each once, in order.
    static func pages(_ weights: [Int]) -> [Int32] {
        let shares = shares(of: weights)
        guard shares.contains(where: { $0 != 1 }) else { return [] }
        // A slide's first page is where it would be among equals; the others follow at even distances. Places are
        // shares of the round: those of a slide are multiples of 1 / (slides · its weight).
        var pages: [(place: Int, weight: Int, slide: Int32)] = []
        pages.reserveCapacity(shares.reduce(0, +))
        for (slide, weight) in shares.enumerated() {
            let round = shares.count * weight
            for turn in 0..<weight {
                let place = (slide * weight + turn * shares.count) % round
                pages.append((place, weight, Int32(slide)))
            }
        }
        pages.sort { left, right in
            let (first, second) = (left.place * right.weight, right.place * left.weight)
            return first == second ? left.slide < right.slide : first < second
        }
        return parted(pages.map(\.slide))
    }

    /// How often each slide comes, as few times as give the same order.
    private static func shares(of weights: [Int]) -> [Int] {
        var shares = weights
        let total = weights.reduce(0, +)
        // Of several that weigh the most, none weighs more than the others.
        if let heaviest = weights.indices.max(by: { weights[$0] < weights[$1] }) {
            shares[heaviest] = max(1, min(weights[heaviest], total - weights[heaviest]))
        }
        let divisor = shares.reduce(0) { greatestCommonDivisor($0, $1) }
        return divisor > 1 ? shares.map { $0 / divisor } : shares
    }

    private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
        second == 0 ? first : greatestCommonDivisor(second, first % second)
    }

    /// The same without a slide twice in a row: one of the two goes to the nearest place between two others.
    ///
    /// There is always one: a slide has at most half of the pages. Beyond some hundred slides there is nothing to do.
    private static func parted(_ pages: [Int32]) -> [Int32] {
        var pages = pages
        while let double = pages.indices.first(where: { pages[$0] == pages[($0 + 1) % pages.count] }) {
            let slide = pages.remove(at: double)
            let gaps = pages.indices.filter { gap in
                pages[gap] != slide && pages[(gap + pages.count - 1) % pages.count] != slide
            }
            guard let nearest = gaps.min(by: { abs($0 - double) < abs($1 - double) }) else { break }
            pages.insert(slide, at: nearest)
        }
        return pages
    }
}
