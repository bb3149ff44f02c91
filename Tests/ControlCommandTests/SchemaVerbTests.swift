import ControlCommand
import PlaylistFile
import Testing

/// `signagectl schema` needs no daemon.
@Suite struct SchemaVerbTests {
    @Test(arguments: FileSchema.allCases) func theSchemaIsPrinted(_ schema: FileSchema) {
        let result = run(["schema", schema.rawValue])
        #expect(result.code == .success && result.complaints.isEmpty)
        #expect(result.text == schema.text + "\n")
        #expect(schema.text.hasPrefix("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\""))
    }

    @Test func anotherFileHasNone() {
        let result = run(["schema", "hosts"])
        #expect(result.code == .usage && result.output.isEmpty)
        #expect(
            result.complaints.first
                == "signagectl: 'hosts' cannot be used for schema: expected playlist or configuration")
        #expect(run(["schema"]).code == .usage)
    }
}
