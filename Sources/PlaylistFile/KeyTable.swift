internal import Signage

/// A table of keys in the documents, made of the tables that the reader uses.
public enum KeyTable: String, CaseIterable, Sendable {
    case playlist
    case slides
    case windows = "when"
    case carousel
    case ticker
    case configuration
    case displayHours = "display_hours"

    /// The table in Markdown: key, what it is about, what it may be, and what counts when it is not there.
    ///
    /// The keys of a mapping within come after it, with its name before theirs.
    public var markdown: String {
        let head = ["| key | what it is | value | default |", "|---|---|---|---|"]
        return (head + Self.rows(of: form, below: "")).joined(separator: "\n")
    }

    private var form: MappingForm {
        switch self {
        case .playlist: WrittenPlaylist.table.form(of: WrittenPlaylist()).withoutInner
        case .slides: WrittenSlide.table.form(of: WrittenSlide())
        case .windows: TimeWindowTable.ofSlide.form(of: TimeWindow())
        case .carousel: WrittenCarousel.table.form(of: WrittenCarousel())
        case .ticker: WrittenTicker.table.form(of: WrittenTicker())
        case .configuration: ConfigurationTable.table.form(of: Configuration())
        case .displayHours: TimeWindowTable.ofDisplay.form(of: TimeWindow())
        }
    }

    private static func rows(of mapping: MappingForm, below prefix: String) -> [String] {
        mapping.entries.flatMap { entry in
            let name = prefix + entry.name
            let normal =
                mapping.required.contains(entry.name)
                ? "must be there" : entry.normal.map { "`\($0.asYAML)`" } ?? entry.otherwise
            let more = entry.more.isEmpty ? "" : " ([more](\(entry.more)))"
            let row = "| `\(name)` | \(entry.about)\(more) | \(entry.form.words) | \(normal) |"
            guard case .mapping(let inner) = entry.form else { return [row] }
            return [row] + rows(of: inner, below: name + ".")
        }
    }
}

extension MappingForm {
    /// With mappings that have tables of their own named only.
    fileprivate var withoutInner: MappingForm {
        var form = self
        form.entries = entries.map { entry in
            guard entry.form.isMapping else { return entry }
            var entry = entry
            entry.form = .called("a mapping", entry.form)
            return entry
        }
        return form
    }
}

extension JSONValue {
    /// As a playlist has it, in one line.
    fileprivate var asYAML: String {
        switch self {
        case .text(let text): text.hasPrefix("#") ? "\"\(text)\"" : text
        default: written()
        }
    }
}
