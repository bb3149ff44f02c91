/// Property values to be set in one commit, all or none.
struct AtomicRequest: Hashable, CustomStringConvertible {
    /// One property of one object.
    struct Assignment: Hashable {
        var object: UInt32
        var property: UInt32
        var value: UInt64
        /// "plane 31 FB_ID", for messages.
        var name: String
    }

    private(set) var assignments: [Assignment] = []

    /// Sets a property, if the object has it and lets it be set.
    mutating func set(_ object: some KMSObject, _ name: String, _ value: UInt64) {
        guard let property = object.properties[name], !property.isImmutable else { return }
        assignments.append(
            Assignment(
                object: object.id, property: property.id, value: value,
                name: "\(type(of: object).kind) \(object.id) \(name)"))
    }

    /// Sets a property to one of its named values, if it has both.
    mutating func set(_ object: some KMSObject, _ name: String, named value: String) {
        guard let number = object.properties[name]?.named[value] else { return }
        set(object, name, number)
    }

    /// Every assignment, for the journal.
    var description: String {
        assignments.map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
    }
}

/// How a request is committed.
struct CommitFlags: OptionSet, Hashable {
    let rawValue: UInt32

    /// Only ask whether it would work.
    static let testOnly = CommitFlags(rawValue: 0x100)
    /// Return before it is done; EBUSY while an earlier commit has not flipped.
    static let nonblocking = CommitFlags(rawValue: 0x200)
    /// The picture may go dark for a moment.
    static let allowModeset = CommitFlags(rawValue: 0x400)
    /// Send a flip event for every CRTC in the request.
    static let flipEvent = CommitFlags(rawValue: 0x1)
}
