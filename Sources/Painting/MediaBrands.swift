/// What a file of the ISO media family says it is, by its `ftyp` box: pictures and films look alike but for this.
///
/// ISO/IEC 14496-12 section 4.3; the brands of pictures are of ISO/IEC 23008-12 and of the AVIF specification.
struct MediaBrands {
    /// All brands, the one that it is best used as first.
    private let brands: [String]

    /// The brands of a file that begins like this; nil when it is not of this family.
    init?(head: [UInt8]) {
        guard head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
        let end = min(head.count, length, 8 + 4 * Self.most)
        func brand(at place: Int) -> String { String(decoding: head[place..<place + 4], as: UTF8.self) }
        // After the first brand comes a version.
        brands = [brand(at: 8)] + stride(from: 16, through: end - 4, by: 4).map(brand)
    }

    /// The kind of file.
    var format: PictureFormat {
        for brand in brands {
            if Self.heic.contains(brand) { return .heic }
            if Self.avif.contains(brand) { return .avif }
        }
        if brands.contains("mif1") || brands.contains("msf1") { return .heif }
        return .foreign(brands[0] == "qt  " ? "QuickTime video" : brands[0] == "crx " ? "CR3" : "MP4 video")
    }

    /// Whether there is an animation in it.
    var isSequence: Bool { brands.contains(where: Self.sequences.contains) }

    private static let most = 64
    private static let heic: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]
    private static let avif: Set = ["avif", "avis"]
    private static let sequences: Set = ["msf1", "avis", "hevc", "hevx", "hevm", "hevs"]
}
