/// The names of pictures, and which of them are painted.
///
/// Holds what is wanted or at hand, nothing else. A ticker's tiles are named after their strip: so they have names
/// before anyone asks, and long texts are compared, never hashed.
struct PictureTable: Sendable {
    /// The low bits of a name tell the tile, 0 the picture or strip itself.
    private static let tileBits: UInt64 = 24

    private var serials: [Picture: UInt64] = [:]
    private var pictures: [UInt64: Picture] = [:]
    /// Few: the text that shows, and one that follows.
    private var strips: [(strip: TickerStrip, serial: UInt64)] = []
    private var lastSerial: UInt64 = 0
    private var painted: [PictureID: PaintedPicture] = [:]
    private var failed: Set<PictureID> = []

    // MARK: Names

    /// The name of a picture; nil: it has never been wanted.
    func id(of picture: Picture) -> PictureID? {
        switch picture {
        case .tickerStrip(let strip): serial(of: strip).map { Self.id($0) }
        case .tickerTile(let tile): serial(of: tile.strip).flatMap { Self.id($0, tile: tile.index) }
        case .slide, .idle, .badge, .counter: serials[picture].map { Self.id($0) }
        }
    }

    /// What a name stands for; nil: nothing any more.
    func picture(of id: PictureID) -> Picture? {
        let serial = id.number >> Self.tileBits
        let tile = Int(id.number & (1 << Self.tileBits - 1))
        if let picture = pictures[serial] { return tile == 0 ? picture : nil }
        guard let strip = strips.first(where: { $0.serial == serial })?.strip else { return nil }
        return tile == 0 ? .tickerStrip(strip) : .tickerTile(TickerTile(strip: strip, index: tile - 1))
    }

    private func serial(of strip: TickerStrip) -> UInt64? {
        strips.first { $0.strip == strip }?.serial
    }

    private static func id(_ serial: UInt64, tile: Int? = nil) -> PictureID? {
        guard let tile else { return PictureID(number: serial << tileBits) }
        guard tile >= 0, tile < 1 << tileBits - 1 else { return nil }
        return PictureID(number: serial << tileBits | UInt64(tile + 1))
    }

    private static func id(_ serial: UInt64) -> PictureID { PictureID(number: serial << tileBits) }

    // MARK: Painted or not

    func result(of id: PictureID) -> PaintedPicture? { painted[id] }

    func hasFailed(_ id: PictureID) -> Bool { failed.contains(id) }

    /// The name and size of a picture that is at hand; nil: it is not.
    func paintedPicture(_ picture: Picture) -> (id: PictureID, result: PaintedPicture)? {
        guard let id = id(of: picture), let result = painted[id] else { return nil }
        return (id, result)
    }

    mutating func paint(_ id: PictureID, _ result: PaintedPicture) {
        painted[id] = result
        failed.remove(id)
    }

    mutating func fail(_ id: PictureID) {
        painted[id] = nil
        failed.insert(id)
    }

    mutating func drop(_ id: PictureID) {
        painted[id] = nil
    }

    // MARK: Wanted or not

    /// Gives names to the pictures that are wanted, and forgets those neither wanted nor at hand.
    mutating func want(_ wanted: [Picture]) {
        var kept: Set<UInt64> = Set(painted.keys.map { $0.number >> Self.tileBits })
        for picture in wanted { kept.insert(name(picture)) }
        guard kept.count < serials.count + strips.count else { return }
        serials = serials.filter { kept.contains($0.value) }
        pictures = pictures.filter { kept.contains($0.key) }
        strips.removeAll { !kept.contains($0.serial) }
        failed = failed.filter { kept.contains($0.number >> Self.tileBits) }
    }

    private mutating func name(_ picture: Picture) -> UInt64 {
        let strip: TickerStrip
        switch picture {
        case .tickerStrip(let measured): strip = measured
        case .tickerTile(let tile): strip = tile.strip
        case .slide, .idle, .badge, .counter:
            if let serial = serials[picture] { return serial }
            lastSerial += 1
            serials[picture] = lastSerial
            pictures[lastSerial] = picture
            return lastSerial
        }
        if let serial = serial(of: strip) { return serial }
        lastSerial += 1
        strips.append((strip, lastSerial))
        return lastSerial
    }
}
