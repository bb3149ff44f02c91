internal import Glibc
internal import Signage
internal import SystemCalls

/// A running painter: the process, and the socket to it.
final class PainterProcess {
    /// Bytes of address space that a painter may have: a picture that needs more fails, not the board.
    static let mostAddressSpace = 1 << 30

    let process: HelperProcess
    /// nil when nothing is said to it or heard from it any more.
    private(set) var socket: MessageSocket?
    /// Keys in the poller.
    let socketKey: UInt64
    let processKey: UInt64
    private let poller: Poller

    /// Starts a painter and watches it; a job waits for it in its socket already.
    ///
    /// - Parameters:
    ///   - path: the program.
    ///   - count: unique among all painters of the poller.
    ///   - poller: watches it under `socketKey` and `processKey`.
    ///   - firstJob: sent before the start: so it cannot meet a painter that is gone again already.
    /// - Throws: the errno of the call that failed.
    init(running path: String, count: UInt64, poller: Poller, firstJob: JobParcel) throws(SystemError) {
        let (here, there) = try MessageSocket.pair()
        guard try here.send(firstJob.message, firstJob.descriptors) else {
            throw SystemError("sendmsg", errno: EAGAIN)
        }
        let process = try HelperProcess(running: path, socket: there, mostAddressSpace: Self.mostAddressSpace)
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

    /// Hands it a job.
    ///
    /// - Returns: false when it cannot take one: it is gone, or as good as.
    func deliver(_ parcel: JobParcel) -> Bool {
        (try? socket?.send(parcel.message, parcel.descriptors)) ?? false
    }

    /// Closes the socket: a painter at work or at rest sees it, and leaves.
    func hangUp() {
        guard let socket else { return }
        try? poller.watch(socket.descriptor.number, for: [], key: socketKey)
        self.socket = nil
    }

    /// Ends it at once; its end comes as an event of `processKey`.
    func kill() {
        hangUp()
        process.kill()
    }

    /// Forgets the process after its end.
    func unwatch() {
        hangUp()
        try? poller.watch(process.descriptor.number, for: [], key: processKey)
    }

    deinit {
        unwatch()
        if process.ending() == nil { process.kill() }
        _ = process.ending()
    }
}
