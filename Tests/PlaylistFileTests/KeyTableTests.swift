import Glibc
import PlaylistFile
import TestSupport
import Testing

/// The tables of keys in the documents are those of the reader.
///
/// `make tables` (with SIGNAGED_WRITE_TABLES set, these tests) writes them anew.
@Suite struct KeyTableTests {
    private static let document =
        repository + "/docs/playlist.md"

    @Test func theDocumentHasTheTablesOfTheReader() throws {
        let text = try Self.contents()
        var expected = text
        for table in KeyTable.allCases { expected = try Self.replacing(table, in: expected) }
        if getenv("SIGNAGED_WRITE_TABLES") != nil, expected != text { try Self.write(expected) }
        #expect(try Self.contents() == expected, "'make tables' writes the tables of keys anew")
    }

    @Test(arguments: KeyTable.allCases) func everyKeyIsDescribed(_ table: KeyTable) {
        let rows = table.markdown.split(separator: "\n").dropFirst(2)
        #expect(!rows.isEmpty)
        for row in rows {
            let cells = row.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.drop { $0 == " " }
            }
            #expect(cells.count == 6, "\(row)")
            #expect(cells.count > 2 && !cells[2].isEmpty, "without description: \(row)")
            #expect(!row.contains("as described"), "without a form: \(row)")
        }
    }

    /// The document with a table between its marks, `<!-- keys: NAME -->` and `<!-- end of keys -->`.
    private static func replacing(_ table: KeyTable, in text: String) throws -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(
            lines.firstIndex(of: "<!-- keys: \(table.rawValue) -->"), "no place for \(table.rawValue)")
        let end = try #require(lines[start...].firstIndex(of: "<!-- end of keys -->"))
        let written = table.markdown.split(separator: "\n")
        return (lines[...start] + written + lines[end...]).joined(separator: "\n")
    }

    private static func contents() throws -> String {
        String(decoding: try fileContents(document), as: UTF8.self)
    }

    private static func write(_ text: String) throws {
        let file = try #require(fopen(document, "w"))
        defer { fclose(file) }
        try #require(fputs(text, file) >= 0)
    }
}
