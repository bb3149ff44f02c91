import PlaylistFile
import Testing

@Suite struct HostsReaderTests {
    private static func read(_ text: String) -> Reading<Hosts> {
        HostsReader.parse(Array(text.utf8), file: "hosts.yaml")
    }

    @Test func hostsAndGroupsAreReadInTheirOrder() {
        let reading = Self.read(
            """
            hosts:
              entrance: pi@10.0.0.12        # a name for an address
              bar: {address: signage@bar.example.org, socket: /run/other.sock}
              "1": "fe80::1%eth0"
            groups:
              berlin: [entrance, bar]
              none: []
            """)
        #expect(reading.diagnostics == [])
        #expect(
            reading.value
                == Hosts(
                    hosts: [
                        Hosts.Host(name: "entrance", address: "pi@10.0.0.12"),
                        Hosts.Host(
                            name: "bar", address: "signage@bar.example.org", socket: "/run/other.sock"),
                        Hosts.Host(name: "1", address: "fe80::1%eth0"),
                    ],
                    groups: [
                        Hosts.Group(name: "berlin", members: ["entrance", "bar"]),
                        Hosts.Group(name: "none", members: []),
                    ]))
    }

    @Test(arguments: ["", "# nothing yet\n", "hosts:\n", "hosts: {}\ngroups: null\n"])
    func emptyFilesNameNoHosts(text: String) {
        let reading = Self.read(text)
        #expect(reading.value == Hosts() && reading.diagnostics == [])
    }

    @Test func aMissingFileNamesNoHosts() {
        let reading = HostsReader.read(path: "/nowhere/hosts.yaml")
        #expect(reading.value == Hosts() && reading.diagnostics == [])
        #expect(HostsReader.read(path: "/tmp").hasErrors)
    }

    struct Mistake: CustomTestStringConvertible {
        var text: String
        var says: String
        var testDescription: String { text }
    }

    @Test(arguments: [
        Mistake(text: "host:\n  a: b\n", says: "1:1: error: host: unknown key 'host', did you mean 'hosts'?"),
        Mistake(text: "[a]", says: "1:1: error: expected a mapping with hosts and groups, found a list"),
        Mistake(
            text: "hosts:\n  a:\n",
            says: "2:3: error: hosts.a: expected an address such as pi@10.0.0.12, found nothing"),
        Mistake(text: "hosts:\n  a: -oProxyCommand=x\n", says: "it is no [user@]host"),
        Mistake(text: "hosts:\n  a: pi@-x\n", says: "it is no [user@]host"),
        Mistake(text: "hosts:\n  a: \"x;reboot\"\n", says: "it is no [user@]host"),
        Mistake(text: "hosts:\n  a: \"$(reboot)\"\n", says: "it is no [user@]host"),
        Mistake(text: "hosts:\n  a: \"pi@x y\"\n", says: "it is no [user@]host"),
        Mistake(text: "hosts:\n  a: ssh://pi@x:22\n", says: "goes into ssh's own configuration"),
        Mistake(text: "hosts:\n  a: {socket: /run/x}\n", says: "2:6: error: hosts.a: 'address' is missing"),
        Mistake(
            text: "hosts:\n  a: {address: x, socket: run/x}\n",
            says: "2:27: error: hosts.a.socket: expected the path of a socket"),
        Mistake(
            text: "hosts:\n  a: {address: x, socket: \"/run/$x\"}\n",
            says: "reach the other machine unchanged"),
        Mistake(
            text: "hosts:\n  a: {addres: x}\n",
            says: "2:7: error: hosts.a.addres: unknown key 'addres', did you mean 'address'?"),
        Mistake(
            text: "hosts:\n  a: x\n  a: y\n", says: "3:3: error: hosts.a: 'a' is here already, in line 2"),
        Mistake(text: "hosts:\n  \"-a\": x\n", says: "'-a' cannot name a host"),
        Mistake(text: "hosts:\n  \"a,b\": x\n", says: "'a,b' cannot name a host"),
        Mistake(text: "groups:\n  all: []\n", says: "'all' cannot name a group: it has a meaning of its own"),
        Mistake(
            text: "hosts: {entrance: x}\ngroups:\n  b: [entrance, entrence]\n",
            says: "3:17: error: groups.b[1]: there is no host 'entrence', did you mean 'entrance'?"),
        Mistake(text: "groups:\n  b: [x]\n", says: "groups.b[0]: there is no host 'x' under 'hosts'"),
        Mistake(
            text: "groups:\n  b: x\n",
            says: "2:6: error: groups.b: expected a list of names of hosts, found 'x'"),
        Mistake(text: "hosts: {a: &x b}\n", says: "anchors (&) and aliases (*) are not allowed"),
    ])
    func mistakesAreNamedWithTheirPlace(mistake: Mistake) {
        let reading = Self.read(mistake.text)
        #expect(reading.value == nil)
        #expect(reading.diagnostics.contains { $0.description.contains(mistake.says) }, "\(reading)")
    }

    @Test func allMistakesAreToldTogether() {
        let reading = Self.read("hosts: {a: 'x y', b: -z}\ngroups: {g: [a, c]}\n")
        #expect(reading.diagnostics.count == 4)
    }

    @Test func tooManyNamesEndTheReading() {
        let names = (0..<10_001).map { "  n\($0): x\n" }.joined()
        let reading = Self.read("hosts:\n" + names + "groups: {g: 1}\n")
        #expect(reading.diagnostics.count == 1)
        #expect(reading.diagnostics[0].description.contains("more than 10000 names, the limit"))
    }

    /// Every beginning of a valid file, and bytes that were changed: never a trap, at most errors.
    @Test func tornFilesDoNoHarm() {
        let whole = Array("hosts:\n  a: {address: x@y, socket: /run/z}\n  b: c\ngroups:\n  g: [a, b]\n".utf8)
        for end in whole.indices { _ = HostsReader.parse(Array(whole[..<end]), file: "f") }
        for index in whole.indices {
            for byte: UInt8 in [0, 10, 34, 58, 91, 123, 255] {
                var torn = whole
                torn[index] = byte
                _ = HostsReader.parse(torn, file: "f")
            }
        }
    }
}
