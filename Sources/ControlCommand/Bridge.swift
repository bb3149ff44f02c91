internal import Glibc
internal import SystemCalls

/// Copies bytes between a client and the daemon, both ways, until either side has ended and been heard out.
///
/// It knows nothing of messages: what an upgraded connection says goes through as well. An end of the client's bytes
/// is passed on, and the daemon may still answer.
struct Bridge {
    /// Bytes in one direction, on their way.
    private struct Flow {
        /// The most that wait for the side that does not read.
        static let mostBytes = 65536

        private var bytes: [UInt8] = []
        private var sent = 0
        private var room = [UInt8](repeating: 0, count: Flow.mostBytes)
        /// No more will come.
        private(set) var hasEnded = false

        var isEmpty: Bool { sent == bytes.count }
        var wantsMore: Bool { isEmpty && !hasEnded }
        /// Everything that came has gone.
        var isOver: Bool { isEmpty && hasEnded }

        /// Takes what is there; a source that fails has ended.
        ///
        /// - Returns: whether anything came.
        mutating func fill(from source: Descriptor) -> Bool {
            do throws(SystemError) {
                let count = try read(source)
                guard let count else { return false }
                (bytes, sent) = (Array(room[..<count]), 0)
                if count == 0 { hasEnded = true }
                return count > 0
            } catch {
                hasEnded = true
                return false
            }
        }

        private mutating func read(_ source: Descriptor) throws(SystemError) -> Int? {
            let result = room.withUnsafeMutableBytes { room -> Result<Int?, SystemError> in
                do throws(SystemError) { return .success(try source.read(into: room)) } catch {
                    return .failure(error)
                }
            }
            return try result.get()
        }

        /// Hands on what the other side takes now; when that is gone, nobody wants the rest.
        mutating func drain(to sink: Descriptor) {
            do throws(SystemError) {
                while !isEmpty {
                    guard let count = try write(to: sink) else { return }
                    sent += count
                }
            } catch {
                discard()
            }
        }

        private func write(to sink: Descriptor) throws(SystemError) -> Int? {
            let result = bytes.withUnsafeBytes { all -> Result<Int?, SystemError> in
                do throws(SystemError) {
                    return .success(try sink.write(UnsafeRawBufferPointer(rebasing: all[sent...])))
                } catch {
                    return .failure(error)
                }
            }
            return try result.get()
        }

        mutating func discard() {
            (bytes, sent) = ([], 0)
            hasEnded = true
        }
    }

    /// Copies until an end; blocks.
    ///
    /// - Parameters:
    ///   - input: what the client says; non-blocking.
    ///   - output: what it hears; non-blocking; may be the same.
    ///   - daemon: a connected stream socket, non-blocking.
    /// - Throws: poll's errno.
    static func run(input: Descriptor, output: Descriptor, daemon: Descriptor) throws(SystemError) {
        // A side that is gone is an answer of write(2), not the end of this program.
        signal(SIGPIPE, SIG_IGN)
        var asked = Flow()
        var answered = Flow()
        var isEndPassedOn = false
        while !answered.isOver {
            if asked.isOver && !isEndPassedOn {
                shutdown(daemon.number, CInt(SHUT_WR))
                isEndPassedOn = true
            }
            // A descriptor that is closed is ready all the time: only those with something to do are waited for.
            var waits: [(descriptor: Descriptor, interest: Poller.Interest)] = [
                (output, answered.isEmpty ? [] : .writable)
            ]
            if asked.wantsMore { waits.append((input, .readable)) }
            var interest: Poller.Interest = []
            if answered.wantsMore { interest.insert(.readable) }
            if !asked.isEmpty { interest.insert(.writable) }
            if !interest.isEmpty { waits.append((daemon, interest)) }
            let ready = try readiness(of: waits, milliseconds: -1)
            if ready[0].contains(.closed) {
                // Nobody hears the answers. What was said before is still said.
                while asked.wantsMore && asked.fill(from: input) || !asked.isEmpty {
                    if try !daemon.wait(for: .writable, milliseconds: 10_000) { return }
                    asked.drain(to: daemon)
                }
                return
            }
            if asked.wantsMore { _ = asked.fill(from: input) }
            asked.drain(to: daemon)
            if answered.wantsMore { _ = answered.fill(from: daemon) }
            answered.drain(to: output)
        }
    }
}
