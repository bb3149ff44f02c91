internal import Control
internal import Glibc
internal import SystemCalls

extension Verb {
    static let bridge = Verb(
        name: "bridge", usage: "", summary: "speak to the daemon over standard input and output",
        details: """
            What 'signagectl -H' runs on the other machine; also for other programs that speak Varlink through ssh.
            Bytes go both ways as they are, until either side ends.
            """,
        runsHere: true
    ) { invocation throws(CommandError) in
        _ = try invocation.operands()
        let path = invocation.socketPath
        let daemon: Descriptor
        do throws(ControlClient.Failure) {
            daemon = try ControlClient.connection(to: path)
        } catch {
            throw .daemon(error, socket: path)
        }
        do throws(SystemError) {
            let input = try Standard(STDIN_FILENO)
            let output = try Standard(STDOUT_FILENO)
            defer {
                output.restore()
                input.restore()
            }
            try Bridge.run(input: input.descriptor, output: output.descriptor, daemon: daemon)
        } catch {
            throw .system(error)
        }
        return .success
    }

    /// Standard input or output, made non-blocking for a while: its other users may not expect that.
    private struct Standard {
        let descriptor: Descriptor
        private let flags: CInt

        init(_ number: CInt) throws(SystemError) {
            descriptor = Descriptor(owning: try checked("dup") { fcntl(number, F_DUPFD_CLOEXEC, 3) })
            flags = try checked("fcntl") { fcntl(number, F_GETFL) }
            try descriptor.setNonBlocking()
        }

        func restore() { _ = fcntl(descriptor.number, F_SETFL, flags) }
    }
}
