/// The slides that are shown in turn, and those of the playlist that are not: disabled, out of their time, or faulty.
///
/// A slide that is shown has a number. Pages go round and round; a round has a page for each slide, or as many as the
/// slide weighs.
struct SlideRing: Sendable {
    /// All of the playlist's.
    private(set) var slides: [Slide]
    /// Why a slide cannot be shown, by its place in `slides`; only of those that are enabled.
    private(set) var faults: [Int: String] = [:]
    /// The files of slides that cannot be shown, each once, in the playlist's order.
    private(set) var faultyPaths: [String] = []
    /// Slides that could be shown but for the time.
    private(set) var waiting = 0
    private var timetable: Timetable
    /// The places in `slides` of those that are shown.
    private var members: [Int] = []
    /// The number of the slide on each page of a round; empty: each slide has one, in order.
    private var round: [Int32] = []

    /// The ring of a new playlist; slides that could not be shown stay out as long as nothing about them changed, and those
    /// that have times as long as nobody knows the time.
    init(_ slides: [Slide], after old: SlideRing? = nil, clock: WallClock?, at now: Instant) {
        self.slides = slides
        timetable = Timetable(slides)
        for (place, slide) in slides.enumerated() where slide.isEnabled { faults[place] = slide.fault }
        if let old, !old.faults.isEmpty {
            var failed: [String: (slide: Slide, reason: String)] = [:]
            for (place, reason) in old.faults where old.slides[place].fault == nil {
                failed[old.slides[place].id] = (old.slides[place], reason)
            }
            for (place, slide) in slides.enumerated() where slide.isEnabled && slide.fault == nil {
                guard let known = failed[slide.id], known.slide.content == slide.content,
                    known.slide.stamp == slide.stamp
                else { continue }
                faults[place] = known.reason
            }
        }
        _ = timetable.look(by: clock, at: now)
        findFaultyPaths()
        findMembers()
    }

    /// Slides that are shown.
    var count: Int { members.count }
    var isEmpty: Bool { members.isEmpty }
    /// Pages of a round.
    var pageCount: Int { round.isEmpty ? members.count : round.count }

    /// The slides that are shown, in order.
    var shown: some Sequence<Slide> { members.lazy.map { slides[$0] } }

    /// Those that cannot be shown, in the playlist's order.
    var skipped: [SignStatus.Skipped] {
        faults.keys.sorted().map { SignStatus.Skipped(id: slides[$0].id, reason: faults[$0] ?? "") }
    }

    /// Those that are shown when they have their time.
    var shownInTime: [Slide] {
        slides.indices.filter { slides[$0].isEnabled && faults[$0] == nil }.map { slides[$0] }
    }

    /// Whether slides would be shown if they could be.
    var hasFailures: Bool { faults.keys.contains { timetable.isOpen($0) } }

    // MARK: Slides and pages

    /// The number of a page's slide; the ring must not be empty.
    func index(ofPage page: Int) -> Int {
        round.isEmpty ? pageInRound(page) : Int(round[pageInRound(page)])
    }

    /// Where in a round a page is; the ring must not be empty.
    func pageInRound(_ page: Int) -> Int { remainder(page, by: pageCount) }

    /// The slide of a page; nil: the ring is empty.
    func slide(ofPage page: Int) -> Slide? { isEmpty ? nil : slides[members[index(ofPage: page)]] }

    /// The slide with a number; nil: there is none.
    func slide(at index: Int) -> Slide? {
        members.indices.contains(index) ? slides[members[index]] : nil
    }

    /// A slide's number; nil: it is not shown.
    func index(ofID id: String) -> Int? { members.firstIndex { slides[$0].id == id } }

    /// The pages of a round that show a slide.
    func pages(ofID id: String) -> [Int] {
        guard let index = index(ofID: id) else { return [] }
        return round.isEmpty ? [index] : round.indices.filter { round[$0] == Int32(index) }
    }

    /// Where between the slides' numbers a position between pages is.
    ///
    /// From page to page it goes along if their slides are neighbours; else it changes half-way, as in a fade.
    /// The first and the last are neighbours where the carousel has no ends.
    func slidePosition(ofPage position: Double, loops: Bool) -> Double {
        guard !round.isEmpty else { return position }
        let page = Int(position.rounded(.down))
        let part = position - Double(page)
        let (from, to) = (index(ofPage: page), index(ofPage: page + 1))
        switch remainder(to - from, by: count) {
        case 0: return Double(from)
        case 1 where loops || to > from: return Double(from) + part
        case count - 1 where loops || to < from: return Double(from) - part
        default: return Double(part < 0.5 ? from : to)
        }
    }

    // MARK: Another ring

    /// The page in place of one of another ring: of the same slide, which may have been on several; nil: it is not here.
    func page(for page: Int, of old: SlideRing) -> Int? {
        guard let slide = old.slide(ofPage: page) else { return nil }
        let pages = pages(ofID: slide.id)
        guard pages.count > 1 else { return pages.first }
        let index = Int32(old.index(ofPage: page))
        let earlier = old.round.prefix(old.pageInRound(page)).count { $0 == index }
        return pages[min(earlier, pages.count - 1)]
    }

    /// The page of the next slide of another ring, after one of its pages, that is in this one too; the first if none is.
    func page(following page: Int, of old: SlideRing) -> Int {
        guard !old.isEmpty else { return 0 }
        let known = Set(shown.map(\.id))
        let follower = (page + 1...page + old.pageCount).first {
            old.slide(ofPage: $0).map { known.contains($0.id) } ?? false
        }
        return follower.flatMap { self.page(for: $0, of: old) } ?? 0
    }

    /// Why a slide of the playlist is not in the ring; nil: no slide has this identity.
    func reasonForAbsence(of id: String) -> String? {
        guard let place = slides.firstIndex(where: { $0.id == id }) else { return nil }
        if !slides[place].isEnabled { return "it is not enabled" }
        return faults[place] ?? "it is not its time"
    }

    /// Whether a slide of the playlist is not to be seen now, whether or not it can be shown.
    func isWithheld(_ id: String) -> Bool {
        guard let place = slides.firstIndex(where: { $0.id == id }) else { return false }
        return !slides[place].isEnabled || !timetable.isOpen(place)
    }

    // MARK: The time

    /// When the clock has to be looked at again; nil: when it is set.
    var nextLook: Instant? { timetable.nextLook }

    /// When slides come or go next; nil: not as far as is known.
    var nextChange: Instant? { timetable.nextChange }

    /// Takes slides in whose time has come, and lets those go whose time is over.
    ///
    /// - Returns: whether there were any.
    mutating func look(by clock: WallClock?, at now: Instant) -> Bool {
        guard timetable.look(by: clock, at: now) else { return false }
        findMembers()
        return true
    }

    // MARK: Leaving and coming back

    /// Takes slides out of the ring, and keeps those out that were not in it.
    ///
    /// - Returns: the identities of all of them.
    mutating func fail(reason: String, where matches: (Slide) -> Bool) -> [String] {
        let failed = slides.indices.filter {
            slides[$0].isEnabled && faults[$0] == nil && matches(slides[$0])
        }
        for place in failed { faults[place] = reason }
        findFaultyPaths()
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
            if timetable.isOpen(place) { restored.append(slides[place].id) }
        }
        findFaultyPaths()
        findMembers()
        return restored
    }

    /// Only when there are others: they are asked for with every frame.
    private mutating func findFaultyPaths() {
        var seen: Set<String> = []
        faultyPaths = faults.keys.sorted().compactMap { place in
            guard case .image(let path) = slides[place].content, seen.insert(path).inserted else {
                return nil
            }
            return path
        }
    }

    private mutating func findMembers() {
        members = []
        waiting = 0
        for place in slides.indices where slides[place].isEnabled && faults[place] == nil {
            if timetable.isOpen(place) { members.append(place) } else { waiting += 1 }
        }
        round =
            members.contains { slides[$0].weight != 1 }
            ? WeightedRound.pages(members.map { slides[$0].weight }) : []
    }
}
