/// The machines that an operator has named, and the groups of them: `hosts.yaml`.
public struct Hosts: Hashable, Sendable {
    /// A machine with a sign.
    public struct Host: Hashable, Sendable {
        public var name: String
        /// `[user@]host` for ssh.
        public var address: String
        /// Where the daemon listens there; nil: at the usual place.
        public var socket: String?

        public init(name: String, address: String, socket: String? = nil) {
            self.name = name
            self.address = address
            self.socket = socket
        }
    }

    /// Some of the machines.
    public struct Group: Hashable, Sendable {
        public var name: String
        /// Names of hosts, all of them known.
        public var members: [String]

        public init(name: String, members: [String]) {
            self.name = name
            self.members = members
        }
    }

    /// In the order of the file, each name once.
    public var hosts: [Host] = []
    public var groups: [Group] = []

    public init(hosts: [Host] = [], groups: [Group] = []) {
        self.hosts = hosts
        self.groups = groups
    }
}

/// What may be given to ssh, and by it to a shell on another machine: plain words that nothing reads otherwise.
public enum RemoteWord {
    /// Why a text is no `[user@]host`; nil: it is one.
    ///
    /// It cannot be taken for an option of ssh, and holds nothing that a shell in ssh's configuration (ProxyCommand,
    /// Match exec) would read as more than a name.
    public static func fault(ofAddress text: String) -> String? {
        if text.contains("://") { return "a port or a way there goes into ssh's own configuration" }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 255, parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") }),
            text.utf8.allSatisfy({ isPlain($0) || ":%@".utf8.contains($0) })
        else { return "it is no [user@]host" }
        return nil
    }

    /// Why a text cannot be the path of a socket on another machine; nil: it can.
    public static func fault(ofSocket text: String) -> String? {
        guard text.hasPrefix("/") else { return "it must begin at the root: /run/…" }
        guard text.utf8.count < 108 else { return "it is longer than a socket's path can be" }
        guard text.utf8.allSatisfy({ isPlain($0) || "/,:@=".utf8.contains($0) }) else {
            return "only letters, digits and /._-+,:@= reach the other machine unchanged"
        }
        return nil
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "+"):
            true
        default: false
        }
    }
}
