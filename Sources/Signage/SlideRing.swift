/// The slides that are shown in turn, and those of the playlist that cannot be.
struct SlideRing: Sendable {
    /// All of the playlist's.
    private(set) var slides: [Slide]
    /// Why a slide cannot be shown, by its place in `slides`.
    private(set) var faults: [Int: String] = [:]
    /// The places in `slides` of those in the ring.
    private var members: [Int] = []

    /// The ring of a new playlist; slides that could not be shown stay out as long as nothing about them changed.
    init(_ slides: [Slide], after old: SlideRing? = nil) {
        self.slides = slides
        for (place, slide) in slides.enumerated() where slide.fault != nil { faults[place] = slide.fault }
        if let old, !old.faults.isEmpty {
            var failed: [String: (slide: Slide, reason: String)] = [:]
            for (place, reason) in old.faults where old.slides[place].fault == nil {
                failed[old.slides[place].id] = (old.slides[place], reason)
            }
            for (place, slide) in slides.enumerated() where slide.fault == nil {
                guard let known = failed[slide.id], known.slide.content == slide.content,
                    known.slide.stamp == slide.stamp
                else { continue }
                faults[place] = known.reason
            }
        }
        findMembers()
    }

    var count: Int { members.count }
    var isEmpty: Bool { members.isEmpty }

    /// The slides in the ring, in order.
    var shown: some Sequence<Slide> { members.lazy.map { slides[$0] } }

    /// Those that cannot be shown, in the playlist's order.
    var skipped: [SignStatus.Skipped] {
        faults.keys.sorted().map { SignStatus.Skipped(id: slides[$0].id, reason: faults[$0] ?? "") }
    }

    /// Whether slides would be shown if they could be.
    var hasFailures: Bool { faults.keys.contains { !slides[$0].hasWindows } }

    /// The files of slides that cannot be shown, each once.
    var faultyPaths: [String] {
        var seen: Set<String> = []
        return faults.keys.sorted().compactMap { place in
            guard case .image(let path) = slides[place].content, seen.insert(path).inserted else {
                return nil
            }
            return path
        }
    }

    // MARK: Pages

    /// The slide's number in the ring; the ring must not be empty.
    func index(ofPage page: Int) -> Int { remainder(page, by: count) }

    /// The slide of a page; nil: the ring is empty.
    func slide(ofPage page: Int) -> Slide? { isEmpty ? nil : slides[members[index(ofPage: page)]] }

    /// A slide's number in the ring; nil: it is not there.
    func index(ofID id: String) -> Int? { members.firstIndex { slides[$0].id == id } }

    /// Every slide's number in the ring by its identity.
    var indices: [String: Int] {
        var indices: [String: Int] = [:]
        for (index, place) in members.enumerated() where indices[slides[place].id] == nil {
            indices[slides[place].id] = index
        }
        return indices
    }

    /// Why a slide of the playlist is not in the ring; nil: no slide has this identity.
    func reasonForAbsence(of id: String) -> String? {
        guard let place = slides.firstIndex(where: { $0.id == id }) else { return nil }
        return faults[place] ?? "it has time windows, which are not supported yet"
    }

    // MARK: Leaving and coming back

    /// Takes slides out of the ring.
    ///
    /// - Returns: the identities of those that were in it.
    mutating func fail(reason: String, where matches: (Slide) -> Bool) -> [String] {
        let failed = members.filter { matches(slides[$0]) }
        for place in failed { faults[place] = reason }
        findMembers()
        return failed.map { slides[$0].id }
    }

    /// Notes another version of a file.
    ///
    /// - Returns: the identities of slides that are back in the ring.
    mutating func fileChanged(_ path: String, to stamp: FileStamp?) -> [String] {
        var restored: [String] = []
        for place in faults.keys.sorted() where slides[place].content == .image(path: path) {
            guard let stamp else {
                slides[place].stamp = nil
                faults[place] = "the file is gone"
                continue
            }
            guard slides[place].stamp != stamp else { continue }
            slides[place].stamp = stamp
            slides[place].fault = nil
            faults[place] = nil
            if !slides[place].hasWindows { restored.append(slides[place].id) }
        }
        findMembers()
        return restored
    }

    private mutating func findMembers() {
        members = slides.indices.filter { !slides[$0].hasWindows && faults[$0] == nil }
    }
}
