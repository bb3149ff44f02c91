/// Why a picture cannot be painted, in words for an operator.
public struct CannotPaint: Error, Hashable, CustomStringConvertible {
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    public var description: String { reason }
}
