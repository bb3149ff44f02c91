internal import Glibc
internal import SystemCalls

/// One client of the server: its bytes in both directions, and what it waits for.
///
/// Its requests are taken one at a time: the next one when the one before is answered and mostly read.
final class Connection {
    /// What the client waits for.
    enum Occupation {
        case nothing
        case answer(call: UInt64, isScreenshot: Bool)
        case screenshot(ScreenshotStream, since: Int64)
        case events
    }

    let key: UInt64
    let socket: Descriptor
    let peer: Peer
    var occupation = Occupation.nothing
    private(set) var input = MessageBuffer()
    private(set) var output = OutputQueue()
    /// The other side sends no more.
    private(set) var inputEnded = false
    /// The other side is gone, or has broken a rule: nothing can be sent.
    private(set) var isBroken = false
    /// To be closed when all is sent.
    var isClosing = false
    /// When it came, or its last request.
    private(set) var lastRequest: Int64
    /// Since when a request has been incomplete.
    private var partSince: Int64?
    /// Since when the client has taken nothing of what waits.
    private var stalledSince: Int64?
    private var interest = Poller.Interest()

    init(key: UInt64, socket: Descriptor, peer: Peer, at now: Int64) {
        self.key = key
        self.socket = socket
        self.peer = peer
        lastRequest = now
    }

    /// Whether it may be dropped for another client.
    var isExpendable: Bool {
        switch occupation {
        case .nothing: !hasBacklog
        case .events: true
        case .answer, .screenshot: false
        }
    }

    /// Whether the next request may be taken.
    var isReadyForRequest: Bool {
        guard case .nothing = occupation else { return false }
        return !isClosing && !isBroken && output.count < ControlServer.lowWater
    }

    /// Whether a request waits that could be taken at once.
    var hasBacklog: Bool { isReadyForRequest && input.hasMessage }

    /// Whether nothing is left to do for it.
    var isOver: Bool {
        if isBroken { return true }
        guard output.isEmpty else { return false }
        if isClosing { return true }
        guard case .nothing = occupation else { return false }
        return inputEnded && !input.hasMessage
    }

    /// Takes what has come, up to `room` bytes.
    ///
    /// - Returns: whether there may be more.
    @discardableResult
    func receive(_ room: UnsafeMutableRawBufferPointer, at now: Int64) -> Bool {
        guard !inputEnded else { return false }
        do throws(SystemError) {
            guard let count = try socket.read(into: room) else { return false }
            if count == 0 {
                inputEnded = true
            } else {
                input.append(UnsafeRawBufferPointer(rebasing: room[..<count]))
            }
        } catch {
            isBroken = true
        }
        notePart(at: now)
        return !inputEnded && !isBroken
    }

    /// The next whole request, without its NUL.
    func nextMessage(at now: Int64) -> [UInt8]? {
        defer { notePart(at: now) }
        guard let message = input.next() else { return nil }
        lastRequest = now
        return message
    }

    /// What has come and was not taken, for whoever goes on with the connection.
    func takeRest() -> [UInt8] { input.takeRest() }

    private func notePart(at now: Int64) {
        partSince = input.hasPart ? partSince ?? now : nil
    }

    /// Queues a reply and sends what the socket takes.
    func send(_ message: [UInt8], at now: Int64) {
        output.append(message)
        flush(at: now)
    }

    /// Sends what the socket takes, and makes the next part of a screenshot when the one before is sent.
    func flush(at now: Int64) {
        guard !isBroken else { return }
        do throws(SystemError) {
            var progress = try output.send(to: socket)
            if output.isEmpty, case .screenshot(var stream, let since) = occupation {
                if let part = stream.next() {
                    output.append(ReplyMessage.rows(part))
                    occupation = part.continues ? .screenshot(stream, since: since) : .nothing
                    progress = try output.send(to: socket) || progress
                } else {
                    occupation = .nothing
                }
            }
            stalledSince = output.isEmpty ? nil : progress ? now : stalledSince ?? now
        } catch {
            isBroken = true
        }
    }

    /// When the client is given up if nothing happens.
    var deadline: Int64? {
        var moments: [Int64] = []
        if let stalledSince { moments.append(stalledSince + ControlServer.longestStall) }
        if case .nothing = occupation, let partSince {
            moments.append(partSince + ControlServer.longestStall)
        }
        if case .screenshot(_, let since) = occupation {
            moments.append(since + ControlServer.longestScreenshot)
        }
        return moments.min()
    }

    /// Tells the poller what to wait for now.
    func watch(with poller: Poller) {
        var wanted: Poller.Interest = .closed
        if isReadyForRequest && !inputEnded && !input.hasMessage { wanted.insert(.readable) }
        if case .screenshot = occupation { wanted.insert(.writable) }
        if !output.isEmpty { wanted.insert(.writable) }
        guard wanted != interest else { return }
        do throws(SystemError) {
            try poller.watch(socket.number, for: wanted, key: key)
            interest = wanted
        } catch {
            isBroken = true
        }
    }

    /// Lets go of the client.
    ///
    /// - Parameters:
    ///   - poller: watches it no more.
    ///   - isHandedOver: whether somebody else goes on with its socket. Else the client sees the end at once,
    ///     shutdown(2), also while a program that is just being started has a copy of the socket.
    func close(with poller: Poller, isHandedOver: Bool) {
        isBroken = true
        occupation = .nothing
        try? poller.watch(socket.number, for: [], key: key)
        if !isHandedOver { shutdown(socket.number, CInt(SHUT_RDWR)) }
    }

    /// The other side is closed: nothing can be sent, but what it sent before may still be read.
    func hangUp(_ room: UnsafeMutableRawBufferPointer, at now: Int64) {
        while !input.isTooLong, receive(room, at: now) {}
    }
}
