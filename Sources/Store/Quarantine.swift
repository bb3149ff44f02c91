internal import FoundationEssentials
internal import SystemCalls

/// The pictures that have ended the painter, remembered over restarts: a small file in the state directory.
public struct Quarantine {
    /// The oldest beyond are forgotten.
    public static let mostEntries = 1000
    private static let mostBytes = 8 << 20

    /// A picture, and why it is not painted.
    public struct Entry: Codable, Hashable, Sendable {
        /// By what decides what the painter meets; written as base64.
        public var key: [UInt8]
        public var reason: String

        public init(key: [UInt8], reason: String) {
            self.key = key
            self.reason = reason
        }

        private enum CodingKeys: String, CodingKey {
            case key
            case reason
        }

        /// From base64.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            key = Array(try values.decode(Data.self, forKey: .key))
            reason = try values.decode(String.self, forKey: .reason)
        }

        /// To base64.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(Data(key), forKey: .key)
            try values.encode(reason, forKey: .reason)
        }
    }

    private let store: Store

    /// That of a store.
    public init(of store: Store) {
        self.store = store
    }

    /// All of them, the oldest first; none when the file cannot be read.
    public func list() -> [Entry] {
        guard let bytes = try? readFile(store.layout.quarantine, limit: Self.mostBytes),
            let entries = try? JSONDecoder().decode([Entry].self, from: Data(bytes))
        else { return [] }
        return entries
    }

    /// Remembers a picture; one that is known already is not written again.
    ///
    /// - Throws: `.system`; the earlier ones are still known.
    public func add(_ entry: Entry) throws(StoreFailure) {
        var entries = list()
        if entries.contains(entry) { return }
        entries.removeAll { $0.key == entry.key }
        entries = entries.suffix(Self.mostEntries - 1) + [entry]
        guard let json = try? JSONEncoder().encode(entries) else { return }
        try store.prepare()
        try calling { () throws(SystemError) in
            try store.disk.replace(store.layout.quarantine, with: Array(json))
        }
    }
}
