/// A property of a KMS object, with its value when it was read.
struct Property: Hashable {
    var id: UInt32
    var value: UInt64
    var isImmutable = false
    /// Lowest and highest value, where the property is a range.
    var range: ClosedRange<UInt64>?
    /// The values that have names; of a bit mask, the masks.
    var named: [String: UInt64] = [:]
}

/// The properties of one KMS object by name.
///
/// Which there are differs from driver to driver and from object to object: each is optional.
struct PropertyTable: Hashable {
    private var properties: [String: Property]

    init(_ properties: [String: Property] = [:]) {
        self.properties = properties
    }

    subscript(name: String) -> Property? {
        get { properties[name] }
        set { properties[name] = newValue }
    }

    /// The value when it was read; 0 where there is no such property.
    func value(_ name: String) -> UInt64 { properties[name]?.value ?? 0 }
}
