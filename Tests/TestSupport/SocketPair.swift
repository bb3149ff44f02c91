internal import Glibc
public import SystemCalls

/// Two connected local stream sockets, socketpair(2).
///
/// - Throws: socketpair's errno.
public func streamPair() throws -> (Descriptor, Descriptor) {
    var numbers: [CInt] = [-1, -1]
    try checked("socketpair") { socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &numbers) }
    return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
}
