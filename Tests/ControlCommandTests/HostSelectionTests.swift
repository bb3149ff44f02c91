import Arguments
import PlaylistFile
import Testing

@testable import ControlCommand

@Suite struct HostSelectionTests {
    private static let known = Hosts(
        hosts: [
            Hosts.Host(name: "entrance", address: "pi@10.0.0.12"),
            Hosts.Host(name: "bar", address: "bar.example.org", socket: "/run/other.sock"),
            Hosts.Host(name: "lounge", address: "10.0.0.14"),
        ],
        groups: [
            Hosts.Group(name: "berlin", members: ["entrance", "bar"]),
            Hosts.Group(name: "void", members: []),
        ])

    private static func select(
        _ text: String, socket: String? = nil, known: Hosts = known
    ) throws(ArgumentError) -> HostSelection {
        try HostSelection(text, known: known, file: "hosts.yaml", socket: socket)
    }

    struct Chosen: CustomTestStringConvertible {
        var text: String
        var names: [String]
        var hasGroup = false
        var testDescription: String { text }
    }

    @Test(arguments: [
        Chosen(text: "bar", names: ["bar"]),
        Chosen(text: "pi@10.0.0.99", names: ["pi@10.0.0.99"]),
        Chosen(text: "lounge,bar", names: ["lounge", "bar"]),
        Chosen(text: "bar,bar,bar.example.org", names: ["bar", "bar.example.org"]),
        Chosen(text: "@berlin", names: ["entrance", "bar"], hasGroup: true),
        Chosen(text: "bar,@berlin,x", names: ["bar", "entrance", "x"], hasGroup: true),
        Chosen(text: "@all", names: ["entrance", "bar", "lounge"], hasGroup: true),
        Chosen(text: "10.0.0.14,@all", names: ["10.0.0.14", "entrance", "bar"], hasGroup: true),
    ])
    func namesAddressesAndGroupsAreEachOnce(chosen: Chosen) throws {
        let selection = try Self.select(chosen.text)
        #expect(selection.hosts.map(\.name) == chosen.names)
        #expect(selection.hasGroup == chosen.hasGroup)
    }

    @Test func theSocketOfTheCommandLineCountsBeforeTheFiles() throws {
        #expect(try Self.select("bar").hosts[0].socket == "/run/other.sock")
        #expect(try Self.select("bar", socket: "/x").hosts[0].socket == "/x")
        #expect(try Self.select("lounge").hosts[0].socket == nil)
    }

    struct Refused: CustomTestStringConvertible {
        var text: String
        var socket: String?
        var says: String
        var testDescription: String { text }
    }

    @Test(arguments: [
        Refused(text: "@berln", says: "there is no group '@berln' in hosts.yaml; did you mean '@berlin'?"),
        Refused(text: "@al", says: "did you mean '@all'?"),
        Refused(text: "@", says: "there is no group '@' in hosts.yaml"),
        Refused(text: "@void", says: "the group '@void' in hosts.yaml is empty"),
        Refused(text: "", says: "names, addresses or @groups"),
        Refused(text: "bar,", says: "names, addresses or @groups"),
        Refused(text: "bar,-v", says: "it is no [user@]host"),
        Refused(text: "a b", says: "it is no [user@]host"),
        Refused(text: "a'b", says: "it is no [user@]host"),
        Refused(text: "ssh://x", says: "goes into ssh's own configuration"),
        Refused(text: "bar", socket: "/run/$x", says: "reach the other machine unchanged"),
        Refused(text: "bar", socket: "run", says: "it must begin at the root"),
    ])
    func whatCannotBeMeantIsRefused(refused: Refused) {
        do throws(ArgumentError) {
            _ = try Self.select(refused.text, socket: refused.socket)
            Issue.record("taken")
        } catch {
            #expect("\(error)".contains(refused.says))
        }
    }

    @Test func allOfNobodyIsRefused() {
        #expect(throws: ArgumentError.self) { try Self.select("@all", known: Hosts()) }
    }

    @Test func theFileIsInTheUsersFolder() {
        #expect(Reach.hostsFile(["HOME": "/home/me"]) == "/home/me/.config/signagectl/hosts.yaml")
        #expect(
            Reach.hostsFile(["HOME": "/home/me", "XDG_CONFIG_HOME": "/conf"])
                == "/conf/signagectl/hosts.yaml")
        #expect(
            Reach.hostsFile(["HOME": "/home/me", "XDG_CONFIG_HOME": "conf"])
                == "/home/me/.config/signagectl/hosts.yaml")
    }

    @Test func nothingButPlainWordsGoesToTheShell() {
        let host = RemoteHost(name: "bar", address: "pi@bar", socket: "/run/x")
        #expect(
            SSHBridge.command(to: host, environment: [:]) == [
                "ssh", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "pi@bar", "signagectl", "bridge",
                "--socket", "/run/x",
            ])
        let own = SSHBridge.command(
            to: RemoteHost(name: "bar", address: "bar"),
            environment: ["SIGNAGECTL_SSH": " ssh -F  /x ", "SIGNAGED_SOCKET": "/local"])
        #expect(
            own == [
                "ssh", "-F", "/x", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "bar", "signagectl",
                "bridge",
            ])
    }
}
