internal import CPango
internal import Signage

/// Text with its attributes, as Pango's markup gives them.
final class StyledText {
    let bytes: [UInt8]
    private let attributes: OpaquePointer?

    /// Plain text; a zero byte in it becomes a space.
    init(plain: String) {
        bytes = plain.utf8.map { $0 == 0 ? 32 : $0 }
        attributes = nil
    }

    private init(bytes: [UInt8], attributes: OpaquePointer?) {
        self.bytes = bytes
        self.attributes = attributes
    }

    /// Text in Pango markup, pango_parse_markup.
    ///
    /// - Throws: what is wrong with it.
    init(markup: String) throws(CannotPaint) {
        var list: OpaquePointer?
        var text: UnsafeMutablePointer<CChar>?
        var problem: UnsafeMutablePointer<GError>?
        let parsed = pango_parse_markup(markup, CInt(markup.utf8.count), 0, &list, &text, nil, &problem)
        guard parsed != 0, let text else {
            defer { g_clear_error(&problem) }
            let words = problem?.pointee.message.map { String(cString: $0) } ?? "it cannot be read"
            throw CannotPaint("wrong markup: \(words)")
        }
        defer { g_free(text) }
        bytes = Array(String(cString: text).utf8)
        attributes = list
    }

    deinit {
        if let attributes { pango_attr_list_unref(attributes) }
    }

    convenience init(_ text: TickerText) throws(CannotPaint) {
        switch text {
        case .plain(let text): self.init(plain: text)
        case .markup(let text): try self.init(markup: text)
        }
    }

    /// The beginning of the text, of at most so many characters and lines.
    func prefix(characters: Int, lines: Int) -> StyledText {
        var charactersLeft = characters
        var linesLeft = lines
        let end = bytes.indices.first { index in
            if bytes[index] == 10 { linesLeft -= 1 }
            if bytes[index] & 0xc0 != 0x80 { charactersLeft -= 1 }
            return charactersLeft < 0 || linesLeft <= 0
        }
        return end.map { slice(0..<$0) } ?? self
    }

    /// A part of the text with the attributes that reach into it.
    func slice(_ range: Range<Int>) -> StyledText {
        let part = Array(bytes[range])
        guard let attributes else { return StyledText(bytes: part, attributes: nil) }
        let list = pango_attr_list_new()
        let all = pango_attr_list_get_attributes(attributes)
        var node = all
        while let entry = node {
            if let attribute = entry.pointee.data?.assumingMemoryBound(to: PangoAttribute.self) {
                let start = max(Int(attribute.pointee.start_index), range.lowerBound)
                let end = min(Int(attribute.pointee.end_index), range.upperBound)
                if start < end {
                    attribute.pointee.start_index = guint(start - range.lowerBound)
                    attribute.pointee.end_index = guint(end - range.lowerBound)
                    // The list takes the copy over.
                    pango_attr_list_insert(list, attribute)
                } else {
                    pango_attribute_destroy(attribute)
                }
            }
            node = entry.pointee.next
        }
        g_slist_free(all)
        return StyledText(bytes: part, attributes: list)
    }

    /// Hands text and attributes to a layout.
    func apply(to layout: OpaquePointer) {
        bytes.withUnsafeBytes { raw in
            guard let text = raw.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
            pango_layout_set_text(layout, text, CInt(raw.count))
        }
        pango_layout_set_attributes(layout, attributes)
    }
}
