/// What a value must look like, and how it is read.
struct Shape<Value>: Sendable {
    typealias Read = @Sendable (Document, Node) throws(Stop) -> Value?

    /// As in "expected …".
    let expected: String
    let kind: ShapeKind
    /// What may stand for a value.
    private(set) var form = Form.unknown
    /// A value as a file has it; nil: that cannot be said.
    private(set) var written: @Sendable (Value) -> JSONValue? = { _ in nil }
    /// The value, or nil when there is none or a problem was reported.
    let read: Read

    init(_ kind: ShapeKind, _ expected: String, read: @escaping Read) {
        self.kind = kind
        self.expected = expected
        self.read = read
    }

    /// The same, for editors and documents to know.
    ///
    /// - Parameters:
    ///   - form: what may stand for a value.
    ///   - written: a value as a file has it; nil: that cannot be said.
    /// - Returns: a shape that reads as this one does.
    func described(
        _ form: Form, written: @escaping @Sendable (Value) -> JSONValue? = { _ in nil }
    ) -> Shape {
        var shape = self
        shape.form = form
        shape.written = written
        return shape
    }

    /// A value written as one scalar.
    ///
    /// - Parameters:
    ///   - kind: `scalar` or `text`.
    ///   - expected: as in "expected …".
    ///   - parse: the value of a text, or why there is none.
    init(
        _ kind: ShapeKind = .scalar, scalar expected: String,
        parse: @escaping @Sendable (String) throws(Unfit) -> Value
    ) {
        self.init(kind, expected) { (document, node) throws(Stop) in
            guard case .scalar(let scalar) = node.kind, kind == .text || !node.isEmpty else {
                return try document.refuse(node, expected: expected)
            }
            do throws(Unfit) {
                return try parse(scalar.text)
            } catch {
                document.report(.error, node.mark, error.message(expected: expected, found: node.found))
                return nil
            }
        }
    }

    /// The same with another value made of it.
    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Shape<Other> {
        Shape<Other>(kind, expected) { (document, node) throws(Stop) in
            try read(document, node).map(transform)
        }.described(form)
    }
}

/// What may stand for "no value".
enum ShapeKind: Sendable {
    /// Nothing: whatever is written is the text, `null` too, and nothing written is the empty one.
    case text
    /// `null`.
    case scalar
    /// `null`, or nothing written (all entries commented out).
    case collection
}

/// Why a text is not the value that was expected.
enum Unfit: Error {
    /// It is something else.
    case different
    /// It is something else, and this might help.
    case advice(String)
    /// The message says it all.
    case because(String)

    func message(expected: String, found: String) -> String {
        switch self {
        case .different: "expected \(expected), found \(found)"
        case .advice(let advice): "expected \(expected), found \(found); \(advice)"
        case .because(let reason): reason
        }
    }
}

extension Document {
    /// Reports a value of the wrong kind and passes over it.
    func refuse<Value>(_ node: Node, expected: String) throws(Stop) -> Value? {
        if case .unusable = node.kind { return nil }
        report(.error, node.mark, "expected \(expected), found \(node.found)")
        try skip(node)
        return nil
    }
}

// MARK: - Lists

extension Shape {
    /// A list of values of one shape.
    ///
    /// - Parameters:
    ///   - element: the shape of each item.
    ///   - expected: as in "expected …".
    ///   - limit: more are an error, and reading ends there.
    /// - Returns: a shape whose value lacks the items that had problems.
    static func list<Element>(
        of element: Shape<Element>, expected: String,
        limit: @escaping @Sendable (Document) -> Int = { _ in .max }
    ) -> Shape<[Element]> where Value == [Element] {
        Shape<[Element]>(.collection, expected) { (document, node) throws(Stop) in
            guard case .sequence = node.kind else { return try document.refuse(node, expected: expected) }
            var items: [Element] = []
            var index = 0
            while true {
                document.enter(.index(index))
                let item = try document.next()
                if case .end = item.kind {
                    document.leave()
                    return items
                }
                guard index < limit(document) else {
                    document.report(
                        .error, item.mark,
                        "more than \(limit(document)) items, the limit; the rest of the file is not read")
                    throw Stop()
                }
                if let value = try element.read(document, item) { items.append(value) }
                document.leave()
                index += 1
            }
        }.described(.list(element.form)) { $0.isEmpty ? .list([]) : nil }
    }

    /// One value, or a list of them.
    static func oneOrMore<Element>(
        of element: Shape<Element>, expected: String, limit: Int = .max
    ) -> Shape<[Element]> where Value == [Element] {
        let many = Shape.list(of: element, expected: expected) { _ in limit }
        return Shape<[Element]>(.collection, expected) { (document, node) throws(Stop) in
            if case .sequence = node.kind { return try many.read(document, node) }
            return try element.read(document, node).map { [$0] }
        }.described(.either([element.form, many.form]))
    }
}
