public import PushProtocol

/// Where the store keeps what, below its directory.
public struct StoreLayout: Hashable, Sendable {
    /// Of files that are not in their place yet; what is left of them is garbage.
    static let temporaryPrefix = ".new-"

    /// The directory, `/var/lib/signaged`.
    public let root: String

    public init(root: String) {
        self.root = root
    }

    /// Whole objects by their content: `objects/ab/` and the other 62 digits.
    public var objects: String { root + "/objects" }
    /// Objects that have not arrived in full: 64 digits.
    public var incoming: String { root + "/incoming" }
    /// A file for each generation, named by its number.
    public var generations: String { root + "/generations" }
    /// A link to the generation that is chosen; to `generations/0` when none is yet.
    public var current: String { root + "/current" }
    /// "file" or "store", once somebody has chosen.
    public var source: String { root + "/source" }
    /// The configuration that was sent and confirmed.
    public var configuration: String { root + "/configuration.yaml" }
    /// Pictures that have ended the painter.
    public var quarantine: String { root + "/quarantine" }
    /// What operators want of the display: "on" or "off"; missing: "auto".
    public var display: String { root + "/display" }
    /// Held for a whole push.
    public var pushLock: String { root + "/push.lock" }
    /// Held for the moment in which generations change.
    public var changeLock: String { root + "/change.lock" }

    /// Where an object lies.
    public func object(_ id: ObjectID) -> String {
        let digits = id.description
        return objects + "/" + digits.prefix(2) + "/" + digits.dropFirst(2)
    }

    /// Where a part of an object lies.
    public func partial(_ id: ObjectID) -> String { incoming + "/" + id.description }

    /// Where a generation's file lies.
    public func generation(_ number: Int) -> String { generations + "/\(number)" }

    /// What `current` says when this generation is chosen.
    func link(to number: Int) -> String { "generations/\(number)" }

    /// The object that lies at a path; nil for another path.
    func object(at path: String) -> ObjectID? {
        let prefix = objects + "/"
        guard path.utf8.starts(with: prefix.utf8) else { return nil }
        let parts = path.utf8.dropFirst(prefix.utf8.count).split(separator: UInt8(ascii: "/"))
        guard parts.count == 2, parts[0].count == 2 else { return nil }
        return ObjectID(String(decoding: Array(parts[0]) + Array(parts[1]), as: UTF8.self))
    }

    /// The number that a generation's file has by its name; nil for another name.
    static func number(of name: some StringProtocol) -> Int? {
        guard let number = Int(name), number > 0, String(number) == name else { return nil }
        return number
    }
}
