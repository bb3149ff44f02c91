internal import Arguments
internal import PlaylistFile

/// A machine with a sign, as `-H` found it.
struct RemoteHost: Hashable {
    /// As the operator calls it.
    var name: String
    /// `[user@]host` for ssh.
    var address: String
    /// Where the daemon listens there; nil: at the usual place.
    var socket: String?
}

/// The machines that `-H a,b,@group` means.
struct HostSelection {
    /// In the order they were given, each once.
    private(set) var hosts: [RemoteHost] = []
    /// Whether a group was among them: its table has one line though one machine is in it.
    private(set) var hasGroup = false

    /// Reads a list of hosts.
    ///
    /// - Parameters:
    ///   - text: names, addresses and groups, with commas between them.
    ///   - known: those with a name.
    ///   - file: where the names come from, for messages.
    ///   - socket: where the daemon listens on all of them; nil: as the file says.
    /// - Throws: what is wrong with an item.
    init(_ text: String, known: Hosts, file: String, socket: String?) throws(ArgumentError) {
        if let socket, let fault = RemoteWord.fault(ofSocket: socket) {
            throw .usage("'\(socket)' cannot be the socket on another machine: \(fault)")
        }
        for item in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            let found = try Self.hosts(of: item, known: known, file: file)
            if item.hasPrefix("@") { hasGroup = true }
            for var host in found {
                if let socket { host.socket = socket }
                if !hosts.contains(where: { $0.address == host.address && $0.socket == host.socket }) {
                    hosts.append(host)
                }
            }
        }
    }

    private static func hosts(
        of item: String, known: Hosts, file: String
    ) throws(ArgumentError) -> [RemoteHost] {
        if item.hasPrefix("@") { return try group(String(item.dropFirst()), known: known, file: file) }
        if let host = known.hosts.first(where: { $0.name == item }) { return [remote(host)] }
        if let fault = RemoteWord.fault(ofAddress: item) {
            throw .badValue(what: "--host", value: item, expected: "names, addresses or @groups; \(fault)")
        }
        return [RemoteHost(name: item, address: item)]
    }

    private static func group(
        _ name: String, known: Hosts, file: String
    ) throws(ArgumentError) -> [RemoteHost] {
        if name == "all" {
            guard !known.hosts.isEmpty else { throw .usage("'@all' is nobody: no host is named in \(file)") }
            return known.hosts.map(remote)
        }
        guard let group = known.groups.first(where: { $0.name == name }) else {
            let near = nearest(to: name, among: known.groups.map(\.name) + ["all"])
            throw .usage(
                "there is no group '@\(name)' in \(file)" + (near.map { "; did you mean '@\($0)'?" } ?? ""))
        }
        guard !group.members.isEmpty else { throw .usage("the group '@\(name)' in \(file) is empty") }
        let byName = Dictionary(known.hosts.map { ($0.name, $0) }) { first, _ in first }
        return group.members.compactMap { byName[$0].map(remote) }
    }

    private static func remote(_ host: Hosts.Host) -> RemoteHost {
        RemoteHost(name: host.name, address: host.address, socket: host.socket)
    }
}
