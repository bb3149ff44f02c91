/// The keys of one kind of mapping: drives reading and what is said about unknown keys.
struct Mapping<Target>: Sendable {
    typealias Finish = @Sendable (inout Target, Found, Document) -> Void

    let keys: [Key<Target>]
    /// Of these a mapping has exactly one, as `finish` sees to; may be empty.
    let oneOf: [String]
    /// These it has in any case, as `finish` sees to.
    let required: [String]
    /// What is looked at when all keys have been read.
    let finish: Finish?

    init(
        _ keys: [Key<Target>], oneOf: [String] = [], required: [String] = [], finish: Finish? = nil
    ) {
        self.keys = keys
        self.oneOf = oneOf
        self.required = required
        self.finish = finish
    }

    /// Its keys, as documents and editors see them.
    ///
    /// - Parameter initial: what counts where no key is given.
    /// - Returns: the keys in their order.
    func form(of initial: Target) -> MappingForm {
        let entries = keys.map { key in
            MappingForm.Entry(
                name: key.name, about: key.about, form: key.form,
                normal: required.contains(key.name) ? nil : key.normal(initial), otherwise: key.otherwise,
                more: key.more)
        }
        return MappingForm(entries: entries, oneOf: oneOf, required: required)
    }

    /// As a shape whose values begin as a given one.
    func shape(_ expected: String, _ initial: @escaping @Sendable () -> Target) -> Shape<Target> {
        Shape(.collection, expected) { (document, node) throws(Stop) in
            guard case .mapping = node.kind else { return try document.refuse(node, expected: expected) }
            var target = initial()
            try read(into: &target, document, node.mark)
            return target
        }.described(.mapping(form(of: initial())))
    }

    /// Reads the keys of a mapping that has just begun, to its end.
    func read(into target: inout Target, _ document: Document, _ start: Mark) throws(Stop) {
        var found = Found(start: start)
        while true {
            let key = try document.next()
            if case .end = key.kind { break }
            var value = Node(kind: .unusable, mark: key.mark)
            guard case .scalar(let name) = key.kind else {
                let _: String? = try document.refuse(key, expected: "a key")
                try document.skip(try document.next())
                continue
            }
            document.enter(.key(shown(name.text, atMost: 40)))
            value = try document.next()
            if value.isEmpty { value.mark = key.mark }
            try read(name.text, key.mark, value, into: &target, document, &found)
            document.leave()
        }
        finish?(&target, found, document)
    }

    private func read(
        _ name: String, _ keyMark: Mark, _ value: Node, into target: inout Target, _ document: Document,
        _ found: inout Found
    ) throws(Stop) {
        guard let key = keys.first(where: { $0.name == name }) else {
            found.hasUnknown = true
            document.report(.error, keyMark, unknown(name))
            return try document.skip(value)
        }
        if let earlier = found[name] {
            document.report(.error, keyMark, "'\(name)' is here already, in line \(earlier.line)")
            return try document.skip(value)
        }
        let isAbsent: Bool
        switch key.kind {
        case .text: isAbsent = false
        case .scalar: isAbsent = value.isNull
        case .collection: isAbsent = value.isNull || value.isEmpty
        }
        if !isAbsent || key.kind == .collection { found.places.append((name, value.mark)) }
        guard !isAbsent else { return }
        try key.read(&target, document, value)
    }

    private func unknown(_ name: String) -> String {
        let names = keys.map(\.name)
        if let near = Spelling.nearest(to: name, among: names) {
            return "unknown key \(quoted(name)), did you mean '\(near)'?"
        }
        return "unknown key \(quoted(name)); known here: \(names.joined(separator: ", "))"
    }
}

/// A key that a mapping may have.
///
/// Besides its name, shape and place it says what it is about: a line of Markdown for editors and documents; and,
/// where that is no value, what counts when it is not there ("the carousel's").
struct Key<Target>: Sendable {
    typealias Read = @Sendable (inout Target, Document, Node) throws(Stop) -> Void

    let name: String
    let about: String
    let otherwise: String
    /// Where documents say more: a link's target; may be empty.
    let more: String
    /// As in "expected …".
    let expected: String
    let kind: ShapeKind
    let form: Form
    let read: Read
    /// What counts when the key is not there; nil: it is no value that can be written.
    let normal: @Sendable (Target) -> JSONValue?

    /// A key whose value is kept.
    init<Value>(
        _ name: String, _ shape: Shape<Value>, _ place: any WritableKeyPath<Target, Value> & Sendable,
        about: String, otherwise: String = "", more: String = ""
    ) {
        self.init(
            name, shape, about: about, otherwise: otherwise, more: more,
            normal: { shape.written($0[keyPath: place]) },
            take: { target, value, _, _ in target[keyPath: place] = value })
    }

    /// A key whose value is kept where there need not be one.
    init<Value>(
        _ name: String, _ shape: Shape<Value>, _ place: any WritableKeyPath<Target, Value?> & Sendable,
        about: String, otherwise: String = "", more: String = ""
    ) {
        self.init(
            name, shape, about: about, otherwise: otherwise, more: more,
            normal: { $0[keyPath: place].flatMap { shape.written($0) } },
            take: { target, value, _, _ in target[keyPath: place] = value })
    }

    /// A key with something to do for its value.
    init<Value>(
        _ name: String, _ shape: Shape<Value>, about: String, otherwise: String = "", more: String = "",
        normal: @escaping @Sendable (Target) -> JSONValue? = { _ in nil },
        take: @escaping @Sendable (inout Target, Value, Document, Mark) -> Void
    ) {
        self.name = name
        self.about = about
        self.otherwise = otherwise
        self.more = more
        self.normal = normal
        expected = shape.expected
        kind = shape.kind
        form = shape.form
        read = { (target, document, node) throws(Stop) in
            if let value = try shape.read(document, node) { take(&target, value, document, node.mark) }
        }
    }
}

/// Which keys a mapping had, and where.
struct Found {
    /// Of the mapping.
    var start: Mark
    /// Of the values, in the order of the file.
    var places: [(name: String, mark: Mark)] = []
    /// Whether there was a key that is not known: it may be one that is missing, misspelt.
    var hasUnknown = false

    /// A value's place; nil when the key is not there.
    subscript(name: String) -> Mark? {
        places.first { $0.name == name }?.mark
    }
}
