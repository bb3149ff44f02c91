internal import Arguments
internal import PlaylistFile

extension Verb {
    static let schema = Verb(
        name: "schema", usage: "playlist | configuration",
        summary: "the JSON Schema of a file, for editors that complete and check",
        details: """
            Prints it, draft 2020-12, made of the same tables that the files are read by. Keep it beside your
            files and name it in their first line, for editors with the YAML language server:

              signagectl schema playlist >playlist.schema.json
              # yaml-language-server: $schema=playlist.schema.json

            'signagectl check' finds more than a schema can tell. Needs no running daemon.
            """,
        runsHere: true
    ) { invocation throws(CommandError) in
        let kinds = FileSchema.allCases.map(\.rawValue)
        let name = try invocation.operands(kinds.joined(separator: ", "))[0]
        guard let schema = FileSchema(rawValue: name) else {
            throw .usage(
                .badValue(what: "schema", value: name, expected: kinds.joined(separator: " or ")),
                verb: "schema")
        }
        try invocation.console.say(schema.text)
        return .success
    }
}
