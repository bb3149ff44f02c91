import PushProtocol
import SystemCalls
import TestSupport
import Testing

@Suite struct ObjectIDTests {
    /// As sha256sum prints it.
    private let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    private let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    @Test func contentHasTheHashThatOtherToolsPrint() throws {
        #expect(ContentHash.id(of: Array("abc".utf8)).description == abc)
        #expect(ContentHash.id(of: []).description == nothing)
        let parts = ContentHash()
        for letter in "abc".utf8 { parts.update([letter]) }
        #expect(parts.finish().description == abc)
    }

    @Test func aFileIsHashedFromWhereItStands() throws {
        let folder = try TemporaryFolder()
        let content = [UInt8](repeating: 7, count: 3_000_000)
        let file = try Descriptor(opening: folder.write("large", content), 0)
        let found = try ContentHash.id(of: file)
        #expect(found.id == ContentHash.id(of: content) && found.size == content.count)
        #expect(try ContentHash.id(of: file).id.description == nothing)
    }

    @Test func anIDIsReadBackAsWritten() {
        #expect(ObjectID(abc)?.description == abc)
    }

    @Test(arguments: [
        "", "ba78", "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad0",
        "ga7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "../816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "éa7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    ])
    func anythingElseIsNoID(text: String) {
        #expect(ObjectID(text) == nil)
    }
}
