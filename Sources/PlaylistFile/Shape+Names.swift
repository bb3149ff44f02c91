/// A value and the name it has in the file.
struct Named<Value> {
    var name: String
    var value: Value
}

extension Named: Sendable where Value: Sendable {}

/// A value and its place.
struct Marked<Value> {
    var value: Value
    var mark: Mark
}

extension Marked: Sendable where Value: Sendable {}

extension Shape {
    /// The same with its place.
    var marked: Shape<Marked<Value>> {
        Shape<Marked<Value>>(kind, expected) { (document, node) throws(Stop) in
            try read(document, node).map { Marked(value: $0, mark: node.mark) }
        }.described(form)
    }

    /// A mapping whose keys are names that the file's writer chose.
    ///
    /// - Parameters:
    ///   - element: the shape of each value.
    ///   - thing: what is named, "a host".
    ///   - expected: as in "expected …".
    ///   - limit: more are an error, and reading ends there.
    ///   - reserved: names that mean something already.
    /// - Returns: a shape whose value lacks the entries that had problems.
    static func named<Element>(
        _ element: Shape<Element>, a thing: String, expected: String, limit: Int, reserved: [String] = []
    ) -> Shape<[Named<Element>]> where Value == [Named<Element>] {
        Shape<[Named<Element>]>(.collection, expected) { (document, node) throws(Stop) in
            guard case .mapping = node.kind else { return try document.refuse(node, expected: expected) }
            var entries: [Named<Element>] = []
            var places: [String: Mark] = [:]
            while true {
                let key = try document.next()
                if case .end = key.kind { return entries }
                guard case .scalar(let scalar) = key.kind else {
                    let _: String? = try document.refuse(key, expected: "the name of \(thing)")
                    try document.skip(try document.next())
                    continue
                }
                let name = scalar.text
                document.enter(.key(shown(name, atMost: 40)))
                var value = try document.next()
                if value.isEmpty { value.mark = key.mark }
                if let fault = fault(of: name, reserved) {
                    document.report(.error, key.mark, "\(quoted(name)) cannot name \(thing): \(fault)")
                    try document.skip(value)
                } else if let earlier = places[name] {
                    document.report(
                        .error, key.mark, "'\(name)' is here already, in line \(earlier.line)")
                    try document.skip(value)
                } else if places.count >= limit {
                    document.report(
                        .error, key.mark,
                        "more than \(limit) names, the limit; the rest of the file is not read")
                    throw Stop()
                } else {
                    places[name] = key.mark
                    if let read = try element.read(document, value) {
                        entries.append(Named(name: name, value: read))
                    }
                }
                document.leave()
            }
        }
    }

    private static func fault(of name: String, _ reserved: [String]) -> String? {
        if reserved.contains(name) { return "it has a meaning of its own" }
        guard (1...64).contains(name.unicodeScalars.count), name.first != "-", name.first != ".",
            name.allSatisfy({ $0.isLetter || $0.isNumber || "._-".contains($0) })
        else { return "only letters, digits and ._- can be in it, at most 64" }
        return nil
    }
}
