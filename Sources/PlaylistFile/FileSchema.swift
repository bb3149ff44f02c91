internal import Signage

/// The JSON Schema of a file that people write, for editors that complete and check it.
///
/// It comes from the tables that the reader uses. It knows the usual ways to write a value: the reader takes some
/// more, such as numbers in quotes, and finds mistakes that no schema can tell.
public enum FileSchema: String, CaseIterable, Sendable {
    case playlist
    case configuration

    /// The schema as text: JSON, draft 2020-12, without a line break at the end.
    public var text: String {
        typealias Member = JSONValue.Member
        var writer = SchemaWriter()
        let title: String
        let type: JSONValue
        let mapping: MappingForm
        switch self {
        case .playlist:
            title = "What a sign plays: playlist.yaml"
            type = .text("object")
            mapping = WrittenPlaylist.table.form(of: WrittenPlaylist())
        case .configuration:
            title = "How a sign is set up: signaged.yaml"
            // A file in which everything is commented out.
            type = .list([.text("object"), .text("null")])
            mapping = ConfigurationTable.table.form(of: Configuration())
        }
        let members = writer.members(of: mapping)
        var schema = [
            Member("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
            Member("title", .text(title)), Member("type", type),
        ]
        schema += members
        if !writer.definitions.isEmpty { schema.append(Member("$defs", .object(writer.definitions))) }
        return JSONValue.object(schema).written()
    }
}
