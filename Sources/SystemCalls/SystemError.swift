internal import Glibc

/// A system call that failed: which one, on what, and its errno.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call, as in its manual page: "open", "mmap".
    public let call: String
    /// What it was about: a path or a name; empty when the call says enough.
    public let subject: String
    /// errno as the call left it, never 0.
    public let errno: CInt

    /// An error from an errno already at hand.
    public init(_ call: String, _ subject: String = "", errno: CInt) {
        self.call = call
        self.subject = subject
        self.errno = errno
    }

    /// "open 'summer.jpg': No such file or directory".
    public var description: String {
        (subject.isEmpty ? call : "\(call) '\(subject)'") + ": " + reason
    }

    /// The C library's words for the errno.
    public var reason: String {
        var room = [CChar](repeating: 0, count: 256)
        guard strerror_r(errno, &room, room.count) == 0 else { return "error \(errno)" }
        return String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Runs a call that answers -1 and sets errno, again while it is interrupted.
///
/// - Parameters:
///   - call: the call's name for the error.
///   - subject: what it is about, for the error.
///   - body: the call.
/// - Returns: what the call returned, never negative.
/// - Throws: the errno of a call that failed otherwise than by EINTR.
@discardableResult
public func checked<Result: SignedInteger>(
    _ call: String, _ subject: String = "", _ body: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result >= 0 { return result }
        let code = Glibc.errno
        if code != EINTR { throw SystemError(call, subject, errno: code) }
    }
}
