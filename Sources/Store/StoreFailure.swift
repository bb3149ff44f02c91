internal import Glibc
public import PushProtocol
public import SystemCalls

/// Why the store did not do what was asked; nothing has changed then.
public enum StoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A system call failed.
    case system(SystemError)
    /// Somebody else is changing the store.
    case busy
    /// There is no such generation; those that there are.
    case noGeneration(Int, kept: [Int])
    /// A generation cannot be played, and why.
    case unusable(Int, reason: String)
    /// There is no generation to go back to.
    case nothingBefore
    /// An object's bytes are not those that its name says.
    case damaged(ObjectID)
    /// An object is not there, or not in its full length.
    case missing(ObjectID)
    /// The configuration that was sent cannot be used, and why.
    case badConfiguration(String)
    /// A push does not fit; the numbers.
    case noRoom(String)

    /// For an operator, a sentence without its full stop.
    public var description: String {
        switch self {
        case .system(let error):
            switch error.errno {
            case ENOSPC: "the disk is full (\(error.call) '\(error.subject)')"
            case EDQUOT: "the disk's quota is used up (\(error.call) '\(error.subject)')"
            case EROFS: "the disk is read-only (\(error.call) '\(error.subject)')"
            default: "\(error)"
            }
        case .busy: "the store is being changed by another command; try again"
        case .noGeneration(let number, let kept):
            "there is no generation \(number)"
                + (kept.isEmpty ? "" : ", there are " + kept.map(String.init).joined(separator: ", "))
        case .unusable(let number, let reason): "generation \(number) cannot be used: \(reason)"
        case .nothingBefore: "there is no earlier generation that can be used"
        case .damaged(let id): "the content \(id) is damaged on this device; push it again"
        case .missing(let id): "the content \(id) is not on this device; push it again"
        case .badConfiguration(let reason): reason
        case .noRoom(let numbers): numbers
        }
    }
}

/// Runs calls whose errno is a failure of the store.
func calling<Value>(_ body: () throws(SystemError) -> Value) throws(StoreFailure) -> Value {
    do throws(SystemError) {
        return try body()
    } catch {
        throw .system(error)
    }
}
