/// Says forms as JSON Schema, draft 2020-12; those that have a name once, under `$defs`.
struct SchemaWriter {
    typealias Member = JSONValue.Member

    /// What was named so far, in the order of its first use.
    private(set) var definitions: [Member] = []

    /// What a value of this form must be.
    ///
    /// - Parameters:
    ///   - form: of the value.
    ///   - orNull: whether `null` may stand for "as if the key were not there".
    /// - Returns: the members of its schema.
    mutating func members(of form: Form, orNull: Bool = false) -> [Member] {
        let null: [JSONValue] = orNull ? [.null] : []
        func type(_ name: String) -> Member {
            Member("type", orNull ? .list([.text(name), .text("null")]) : .text(name))
        }
        switch form {
        case .unknown: return []
        case .flag:
            let words = ["yes", "no", "on", "off"].map { JSONValue.text($0) }
            return [Member("enum", .list([.flag(true), .flag(false)] + words + null))]
        case .text(let length):
            // Whatever is written is the text.
            let types = ["string", "number", "boolean", "null"].map { JSONValue.text($0) }
            return [Member("type", .list(types))] + limits(length, "minLength", "maxLength")
        case .number(let range):
            return [
                type("number"), Member("minimum", .number(range.lowerBound)),
                Member("maximum", .number(range.upperBound)),
            ]
        case .whole(let range): return [type("integer")] + limits(range, "minimum", "maximum", least: .min)
        case .above(let most):
            return [type("number"), Member("exclusiveMinimum", .number(0)), Member("maximum", .number(most))]
        case .words(let words): return [Member("enum", .list(words.map { Form.word($0) } + null))]
        case .pattern(let pattern): return [type("string"), Member("pattern", .text(pattern))]
        case .list(let element, let count):
            return [type("array"), Member("items", .object(members(of: element)))]
                + limits(count, "minItems", "maxItems")
        case .mapping(let mapping): return [type("object")] + members(of: mapping, orNull: orNull)
        case .either(let forms):
            let choices = forms.map { JSONValue.object(members(of: $0)) }
            return [Member("anyOf", .list(choices + (orNull ? [Self.nothing] : [])))]
        case .called(let name, let form):
            let reference = [Member("$ref", .text("#/$defs/" + define(name, form)))]
            return orNull ? [Member("anyOf", .list([.object(reference), Self.nothing]))] : reference
        }
    }

    /// The members that describe a mapping's keys.
    mutating func members(of mapping: MappingForm, orNull: Bool = false) -> [Member] {
        let properties = mapping.entries.map { entry in
            var members = [Member("description", .text(entry.about))]
            members += self.members(of: entry.form, orNull: true)
            if let normal = entry.normal { members.append(Member("default", normal)) }
            return Member(entry.name, .object(members))
        }
        var members = [
            Member("properties", .object(properties)), Member("additionalProperties", .flag(false)),
        ]
        if !mapping.required.isEmpty {
            members.append(Member("required", .list(mapping.required.map { .text($0) })))
        }
        if !mapping.oneOf.isEmpty {
            // What requires a key of objects only is true of all else.
            let choices = mapping.oneOf.map { name in
                JSONValue.object([Member("type", .text("object")), Member("required", .list([.text(name)]))])
            }
            members.append(Member("oneOf", .list(choices + (orNull ? [Self.nothing] : []))))
        }
        return members
    }

    private static let nothing = JSONValue.object([Member("type", .text("null"))])

    /// - Returns: the name under `$defs`.
    private mutating func define(_ name: String, _ form: Form) -> String {
        let key = String(name.map { $0.isLetter || $0.isNumber ? $0 : "-" })
        if !definitions.contains(where: { $0.name == key }) {
            let members = members(of: form)
            definitions.append(Member(key, .object(members)))
        }
        return key
    }

    private func limits(
        _ range: ClosedRange<Int>, _ lower: String, _ upper: String, least: Int = 0
    ) -> [Member] {
        var members: [Member] = []
        if range.lowerBound > least { members.append(Member(lower, .number(Double(range.lowerBound)))) }
        if range.upperBound < .max { members.append(Member(upper, .number(Double(range.upperBound)))) }
        return members
    }
}
