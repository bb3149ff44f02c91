/// Reads `hosts.yaml`.
public enum HostsReader {
    /// Reads the file; blocks for the disk. A missing one names no hosts and is no problem.
    ///
    /// - Parameter path: the file, at most 16 MiB. A link is followed.
    /// - Returns: the hosts, or errors.
    public static func read(path: String) -> Reading<Hosts> {
        do throws(SourceFile.Failure) {
            return parse(try SourceFile.bytes(of: path), file: path)
        } catch {
            switch error {
            case .missing: return Reading(value: Hosts(), fallback: Hosts(), diagnostics: [])
            case .unreadable(let reason):
                return Reading(
                    value: nil, fallback: Hosts(),
                    diagnostics: [Diagnostic(severity: .error, file: path, message: reason)])
            }
        }
    }

    /// Reads it from memory.
    ///
    /// - Parameters:
    ///   - bytes: the file's contents, UTF-8.
    ///   - file: its name for diagnostics.
    /// - Returns: as `read(path:)`.
    public static func parse(_ bytes: [UInt8], file: String) -> Reading<Hosts> {
        var written = WrittenHosts()
        let document = Document.reading(bytes, file, Document.Limits()) { (document, root) throws(Stop) in
            guard let root, !root.isEmpty else { return }
            guard case .mapping = root.kind else {
                let _: Hosts? = try document.refuse(root, expected: "a mapping with hosts and groups")
                return
            }
            try WrittenHosts.table.read(into: &written, document, root.mark)
        }
        let hosts = written.finished(document)
        return Reading(
            value: document.hasErrors ? nil : hosts, fallback: hosts, diagnostics: document.allDiagnostics())
    }
}

/// `hosts.yaml` as written.
private struct WrittenHosts: Sendable {
    struct Host: Sendable {
        var address = ""
        var socket: String?
    }

    var hosts: [Named<Host>] = []
    var groups: [Named<[Marked<String>]>] = []

    static let table = Mapping<WrittenHosts>([
        Key(
            "hosts", .named(host, a: "a host", expected: "a mapping of names and addresses", limit: 10_000),
            \.hosts, about: "names and addresses"),
        Key(
            "groups",
            .named(
                members, a: "a group", expected: "a mapping of names and lists of hosts", limit: 10_000,
                reserved: ["all"]), \.groups, about: "names and lists of hosts"),
    ])

    private static let host = Shape<Host>(
        .collection, "an address such as pi@10.0.0.12, or {address: pi@10.0.0.12, socket: /run/…}"
    ) { (document, node) throws(Stop) in
        if case .mapping = node.kind { return try keys.read(document, node) }
        return try address.read(document, node).map { Host(address: $0) }
    }

    private static let keys = Mapping<Host>(
        [
            Key("address", address, \.address, about: "of the machine, as ssh takes it"),
            Key("socket", socket, \.socket, about: "the socket there", otherwise: "the default one"),
        ],
        finish: { _, found, document in
            if found["address"] == nil, !found.hasUnknown {
                document.report(.error, found.start, "'address' is missing")
            }
        }
    ).shape("a mapping with address and socket") { Host() }

    private static let address = Shape<String>(scalar: "an address such as pi@10.0.0.12") {
        (text) throws(Unfit) in
        if let fault = RemoteWord.fault(ofAddress: text) { throw .advice(fault) }
        return text
    }

    private static let socket = Shape<String>(
        scalar: "the path of a socket such as /run/signaged/control.sock"
    ) { (text) throws(Unfit) in
        if let fault = RemoteWord.fault(ofSocket: text) { throw .advice(fault) }
        return text
    }

    private static let members = Shape<[Marked<String>]>.list(
        of: Shape<String>.name("the name of a host", atMost: 64).marked, expected: "a list of names of hosts",
        limit: { _ in 10_000 })

    /// With every member of a group looked up.
    func finished(_ document: Document) -> Hosts {
        let names = hosts.map(\.name)
        let known = Set(names)
        for group in groups {
            for (index, member) in group.value.enumerated() where !known.contains(member.value) {
                let near = Spelling.nearest(to: member.value, among: names)
                document.report(
                    .error, member.mark, path: [.key("groups"), .key(group.name), .index(index)],
                    "there is no host \(quoted(member.value))"
                        + (near.map { ", did you mean '\($0)'?" } ?? " under 'hosts'"))
            }
        }
        return Hosts(
            hosts: hosts.map {
                Hosts.Host(name: $0.name, address: $0.value.address, socket: $0.value.socket)
            },
            groups: groups.map { Hosts.Group(name: $0.name, members: $0.value.map(\.value)) })
    }
}
