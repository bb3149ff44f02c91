/// What tells slides apart: over a reload a slide is found again by its identity.
enum SlideIdentity {
    /// Characters of a text that go into an identity.
    private static let limit = 40

    /// A text as part of an identity: one that is too long ends in a number made of all of it.
    static func shortened(_ text: String) -> String {
        let short = shown(text, atMost: limit)
        guard short.unicodeScalars.count > limit else { return short }
        var hash: UInt32 = 0x811c_9dc5  // FNV-1a
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        let digits = String(hash, radix: 16)
        return short + String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Gives each slide its identity: its own `id`, or its subject, numbered where that is taken.
    ///
    /// - Parameters:
    ///   - slides: their own ids and subjects.
    ///   - duplicate: told of an id that a slide before has as well, by their places in the list.
    /// - Returns: an identity for each slide.
    static func assign(
        _ slides: [(id: String?, subject: String)], duplicate: (_ slide: Int, _ before: Int) -> Void
    ) -> [String] {
        var owners: [String: Int] = [:]
        for (index, slide) in slides.enumerated() {
            guard let id = slide.id else { continue }
            if let before = owners[id] { duplicate(index, before) } else { owners[id] = index }
        }
        var counts: [String: Int] = [:]
        return slides.enumerated().map { index, slide in
            if let id = slide.id { return id }
            while true {
                let count = counts[slide.subject, default: 0] + 1
                counts[slide.subject] = count
                let id = count == 1 ? slide.subject : "\(slide.subject)#\(count)"
                if owners[id] == nil {
                    owners[id] = index
                    return id
                }
            }
        }
    }
}
