internal import Compositor
internal import Signage

/// The painted pictures: what the sign wants, what is at hand, and what to paint next.
///
/// Keeps what is wanted, and slides painted earlier as long as they fit a budget, longest unused first to go.
struct PaintedSurfaces {
    private struct Entry {
        var picture: PaintedPicture
        /// nil: a picture without pixels.
        var surface: Surface?
        var lastWanted: UInt64
    }

    /// Small as they are, each is a mapping of its own.
    private static let mostSpareCounters = 512

    /// Bytes of slides and counters kept though nobody wants them now.
    var spareBudget: Int { didSet { evict() } }
    private var entries: [Picture: Entry] = [:]
    private var wanted: [PictureRequest] = []
    private var turn: UInt64 = 0

    init(spareBudget: Int) {
        self.spareBudget = spareBudget
    }

    /// What changed when the sign wants something else.
    struct Change {
        /// Wanted and at hand already.
        var found: [(PictureID, PaintedPicture)] = []
        /// No longer wanted under this name.
        var dropped: [PictureID] = []
        var isEmpty: Bool { found.isEmpty && dropped.isEmpty }
    }

    /// Takes what the sign wants now, most urgent first.
    mutating func want(_ requests: [PictureRequest]) -> Change {
        if requests == wanted { return Change() }
        turn += 1
        var change = Change()
        let before = Set(wanted.map(\.id))
        let after = Set(requests.map(\.id))
        change.dropped = wanted.lazy.map(\.id).filter { !after.contains($0) && surfaceNames[$0] != nil }
        for id in change.dropped { surfaceNames[id] = nil }
        for request in requests {
            guard var entry = entries[request.picture] else { continue }
            entry.lastWanted = turn
            entries[request.picture] = entry
            guard !before.contains(request.id) || surfaceNames[request.id] == nil else { continue }
            surfaceNames[request.id] = request.picture
            change.found.append((request.id, entry.picture))
        }
        wanted = requests
        evict()
        return change
    }

    /// Keeps a painted picture.
    ///
    /// - Returns: the name under which it is wanted; nil: nobody wants it any more.
    mutating func add(_ picture: Picture, _ painted: PaintedPicture, _ surface: Surface?) -> PictureID? {
        entries[picture] = Entry(picture: painted, surface: surface, lastWanted: turn)
        let name = wanted.first { $0.picture == picture }?.id
        if let name { surfaceNames[name] = picture } else { evict() }
        return name
    }

    /// The first wanted picture that is not at hand and not among some others; nil: there is none.
    func nextToPaint(except others: Set<Picture>) -> PictureRequest? {
        wanted.first { entries[$0.picture] == nil && !others.contains($0.picture) }
    }

    /// Whether a picture is still wanted.
    func wants(_ picture: Picture) -> Bool {
        wanted.contains { $0.picture == picture }
    }

    /// The surfaces that a scene of the display names.
    func surfaces(for scene: Scene) -> [PictureID: Surface] {
        var found: [PictureID: Surface] = [:]
        for id in scene.pictures {
            if let picture = surfaceNames[id.turned(by: .none)], picture.rotation == id.rotation,
                let surface = entries[picture]?.surface
            {
                found[id] = surface
            }
        }
        return found
    }

    /// Takes the names off all pixels: the same pictures will be wanted with their pixels turned otherwise.
    ///
    /// - Returns: the names.
    mutating func unname() -> [PictureID] {
        let turned = surfaceNames.filter { $0.value.pixelSize != nil }.map(\.key)
        for id in turned { surfaceNames[id] = nil }
        return turned.sorted { $0.number < $1.number }
    }

    /// Bytes of all surfaces.
    var byteCount: Int { entries.values.reduce(0) { $0 + ($1.surface?.byteCount ?? 0) } }

    /// Which picture a name stands for while it is at hand; the sign's names, whose pictures are upright.
    private var surfaceNames: [PictureID: Picture] = [:]

    private mutating func evict() {
        let kept = Set(wanted.map(\.picture))
        var spare = entries.filter { !kept.contains($0.key) }
        var counters = 0
        for (picture, _) in spare {
            // Only slides and their numbers come back often enough to be worth their memory.
            switch picture {
            case .slide: continue
            case .counter: counters += 1
            case .tickerStrip, .tickerTile, .idle, .badge:
                entries[picture] = nil
                spare[picture] = nil
            }
        }
        var bytes = spare.values.reduce(0) { $0 + ($1.surface?.byteCount ?? 0) }
        guard bytes > spareBudget || counters > Self.mostSpareCounters else { return }
        for (picture, entry) in spare.sorted(by: { $0.value.lastWanted < $1.value.lastWanted }) {
            let isCounter = if case .counter = picture { true } else { false }
            guard bytes > spareBudget || isCounter && counters > Self.mostSpareCounters else { continue }
            bytes -= entry.surface?.byteCount ?? 0
            if isCounter { counters -= 1 }
            entries[picture] = nil
        }
    }
}
