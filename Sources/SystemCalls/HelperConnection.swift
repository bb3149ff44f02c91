internal import Glibc

/// A running helper: the process, and the socket to it.
public final class HelperConnection {
    public let process: HelperProcess
    /// nil when nothing is said to it or heard from it any more.
    public private(set) var socket: MessageSocket?
    /// Keys in the poller.
    public let socketKey: UInt64
    public let processKey: UInt64
    private let poller: Poller

    /// Starts a helper and watches it; its first message waits in its socket already.
    ///
    /// - Parameters:
    ///   - path: the program.
    ///   - count: unique among all helpers of the poller.
    ///   - poller: watches it under `socketKey` and `processKey`.
    ///   - message: sent before the start: so it cannot meet a helper that is gone again already.
    ///   - descriptors: go with the message.
    ///   - limits: what it may use.
    /// - Throws: the errno of the call that failed.
    public init(
        running path: String, count: UInt64, poller: Poller, message: [UInt8], descriptors: [Descriptor],
        limits: HelperLimits
    ) throws(SystemError) {
        let (here, there) = try MessageSocket.pair()
        guard try here.send(message, descriptors) else { throw SystemError("sendmsg", errno: EAGAIN) }
        let process = try HelperProcess(running: path, socket: there, limits: limits)
        self.process = process
        self.poller = poller
        socket = here
        socketKey = count * 2
        processKey = count * 2 + 1
        do throws(SystemError) {
            try poller.watch(here.descriptor.number, for: .readable, key: socketKey)
            try poller.watch(process.descriptor.number, for: .readable, key: processKey)
        } catch {
            process.kill()
            throw error
        }
    }

    /// Hands it a message.
    ///
    /// - Returns: false when it cannot take one: it is gone, or as good as.
    public func deliver(_ message: [UInt8], _ descriptors: [Descriptor]) -> Bool {
        (try? socket?.send(message, descriptors)) ?? false
    }

    /// Closes the socket: a helper at work or at rest sees it, and leaves.
    public func hangUp() {
        guard let socket else { return }
        try? poller.watch(socket.descriptor.number, for: [], key: socketKey)
        self.socket = nil
    }

    /// Ends it at once; its end comes as an event of `processKey`.
    public func kill() {
        hangUp()
        process.kill()
    }

    /// Forgets the process after its end.
    public func unwatch() {
        hangUp()
        try? poller.watch(process.descriptor.number, for: [], key: processKey)
    }

    deinit {
        unwatch()
        if process.ending() == nil { process.kill() }
        _ = process.ending()
    }
}
