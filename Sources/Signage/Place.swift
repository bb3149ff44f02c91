/// Where a sign goes on after a start: at the slide that it showed before.
public struct Place: Hashable, Sendable {
    /// The slide's identity.
    public var id: String
    /// The sign has ended over it again and again: the slide after it is shown.
    public var isPassed: Bool

    public init(id: String, isPassed: Bool = false) {
        self.id = id
        self.isPassed = isPassed
    }
}

extension SlideRing {
    /// The page to begin with; the first where the slide is not in the ring.
    func firstPage(at place: Place?) -> Int {
        guard let place, let page = pages(ofID: place.id).first else { return 0 }
        return place.isPassed ? (page + 1) % pageCount : page
    }
}
