internal import FoundationEssentials

/// A value as JSON, its names sorted; nil when it holds a number that is none.
func jsonText(of value: some Encodable, pretty: Bool) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
}
