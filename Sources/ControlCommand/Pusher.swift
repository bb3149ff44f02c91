internal import Glibc
internal import PushProtocol
internal import SystemCalls

/// The client's side of a push: offers, sends what the device lacks, and waits for what comes of it.
struct Pusher {
    let console: Console

    /// Pushes; blocks until the device has the last word.
    ///
    /// - Parameters:
    ///   - parcel: what to push.
    ///   - connection: to the device's store.
    /// - Returns: what the device says.
    /// - Throws: `.failed` with the reason; in every case nothing has changed on the device then. Also `.undone`, when
    ///   the connection was lost before the device had all.
    func push(_ parcel: PushParcel, over connection: PushConnection) throws(CommandError) -> PushResult {
        // Whether the device has all it needs to go through with it.
        var mayBeDone = false
        do throws(PushConnection.Failure) {
            try connection.send(parcel.offer)
            mayBeDone = true
        } catch {
            // The device may have said why before it closed: what it said is read next.
            if error != .closed { throw Self.lost(error, mayBeDone: false) }
        }
        // What the device had parts of: it asks once more for those that are damaged. nil: it has not asked yet.
        var resumed: Set<ObjectID>?
        var progress = ProgressLine(console, plain: true)
        var waitsFor: String?
        while true {
            let reply: PushReply
            do throws(PushConnection.Failure) {
                reply = try connection.receive()
            } catch {
                progress.clear()
                throw Self.lost(error, mayBeDone: mayBeDone)
            }
            switch reply {
            case .waiting(let reason):
                if reason != waitsFor {
                    progress.clear()
                    console.complain(printable("waiting: \(reason)"))
                }
                waitsFor = reason
            case .wanted(let objects):
                guard Self.areOffered(objects, parcel), Self.mayBeAsked(objects, after: resumed) else {
                    throw Self.lost(.malformed, mayBeDone: mayBeDone)
                }
                resumed = resumed == nil ? Set(objects.filter { $0.from > 0 }.map(\.object)) : []
                mayBeDone = try send(objects, of: parcel, over: connection)
                progress = ProgressLine(console, plain: true)
            case .progress(let state):
                // What has arrived is known here.
                if state.stage == .checking { progress.tell("checking \(state.done) of \(state.of)") }
            case .finding(let line):
                progress.clear()
                try console.say(printable(line))
            case .done(let result):
                progress.clear()
                return result
            case .refused(let refusal):
                progress.clear()
                for line in refusal.diagnostics { try console.say(printable(line)) }
                throw .failed(printable(refusal.reason), refusal.exit == .badContent ? .badContent : .failure)
            }
        }
    }

    // MARK: - Objects

    /// Whether objects are of this push and of the sizes that were offered, each at most once: the device may be anybody.
    private static func areOffered(_ objects: [WantedObject], _ parcel: PushParcel) -> Bool {
        var seen: Set<ObjectID> = []
        return objects.allSatisfy { object in
            guard let size = parcel.contents[object.object]?.size else { return false }
            return object.size == size && object.from >= 0 && object.from <= size
                && seen.insert(object.object).inserted
        }
    }

    /// Whether objects may be asked for at all, or in place of those that were resumed.
    private static func mayBeAsked(_ objects: [WantedObject], after resumed: Set<ObjectID>?) -> Bool {
        guard let resumed else { return true }
        return !objects.isEmpty && objects.allSatisfy { $0.from == 0 && resumed.contains($0.object) }
    }

    /// Sends objects that were offered.
    ///
    /// - Returns: whether all of them have gone out; false when the device has closed the connection before.
    private func send(
        _ objects: [WantedObject], of parcel: PushParcel, over connection: PushConnection
    ) throws(CommandError) -> Bool {
        var transfer = Transfer(total: objects.reduce(0) { $0 + $1.size - $1.from }, since: console.now())
        var progress = ProgressLine(console, plain: true)
        defer { progress.clear() }
        for object in objects {
            let before = transfer.done
            do throws(PushConnection.Failure) {
                try send(object, of: parcel, over: connection) { sent in
                    transfer.done = before + sent
                    progress.tell(transfer.text(at: console.now(), hasBar: console.rewrite != nil))
                }
            } catch {
                switch error {
                // Its last words come next.
                case .closed: return false
                case .file(let cause):
                    if cause.errno == ENODATA || cause.errno == ESTALE || cause.errno == ENOENT {
                        throw .failed(PushParcel.changed(cause.subject), .failure)
                    }
                    throw .system(cause)
                default: throw Self.lost(error, mayBeDone: false)
                }
            }
        }
        return true
    }

    private func send(
        _ object: WantedObject, of parcel: PushParcel, over connection: PushConnection, sent: (Int) -> Void
    ) throws(PushConnection.Failure) {
        switch parcel.contents[object.object] {
        case nil: throw .malformed
        case .bytes(let bytes):
            try connection.send(bytes: Array(bytes[object.from...]))
            sent(bytes.count - object.from)
        case .file(let path, let version):
            let file = try Self.open(path, version)
            do throws(PushConnection.Failure) {
                try connection.send(
                    file: file, from: object.from, count: object.size - object.from, sent: sent)
            } catch {
                guard case .file(let cause) = error else { throw error }
                throw .file(SystemError(cause.call, path, errno: cause.errno))
            }
            _ = try Self.open(path, version)
        }
    }

    /// Opens a file that must be as it was when it was read.
    private static func open(_ path: String, _ version: FileVersion) throws(PushConnection.Failure)
        -> Descriptor
    {
        do throws(SystemError) {
            let (file, status) = try Descriptor.regularFile(path)
            guard FileVersion(status) == version else { throw SystemError("read", path, errno: ESTALE) }
            return file
        } catch {
            throw .file(error)
        }
    }

    /// What to say of a connection that did not hold.
    private static func lost(_ failure: PushConnection.Failure, mayBeDone: Bool) -> CommandError {
        let comfort =
            "nothing was changed unless the sign was switching already; "
            + "push again, and it goes on with what has arrived"
        let error: CommandError
        switch failure {
        case .timedOut(let seconds):
            error = .failed("the sign took and gave nothing for \(seconds) s: \(comfort)", .unavailable)
        case .tooSlow: error = .failed("the connection to the sign is too slow: \(comfort)", .unavailable)
        case .closed: error = .failed("the connection to the sign was lost: \(comfort)", .unavailable)
        case .malformed:
            return .failed(
                "the sign's answer makes no sense; is it of the same version as signagectl?", .failure)
        case .file(let error), .system(let error): return .system(error)
        }
        return mayBeDone ? error : .undone(error)
    }
}

/// How far the sending is.
struct Transfer {
    /// Bytes to send in all.
    let total: Int
    /// Nanoseconds.
    let since: Int64
    /// Bytes sent.
    var done = 0

    init(total: Int, since: Int64) {
        self.total = total
        self.since = since
    }

    /// "sending 12.3 of 27.4 MB, 3.2 MB/s, 5 s left", with a bar in front where there is a terminal.
    func text(at now: Int64, hasBar: Bool) -> String {
        let seconds = max(Double(now - since) / 1e9, 0.001)
        let speed = Double(done) / seconds
        var text = "\(Self.size(done)) of \(Self.size(total)), \(Self.size(Int(speed)))/s"
        if speed > 0 { text += ", \(StatusText.length(Double(total - done) / speed)) left" }
        guard hasBar else { return "sending: " + text }
        let width = 24
        let filled = total == 0 ? width : min(width, done * width / total)
        let percent = total == 0 ? 100 : min(100, done * 100 / total)
        let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: width - filled)
        return "[\(bar)] \(percent) %  \(text)"
    }

    /// "12.3 MB", in units of 1000.
    static func size(_ bytes: Int) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var value = Double(bytes)
        var unit = 0
        while value >= 999.95, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return unit == 0 ? "\(bytes) B" : "\((value * 10).rounded() / 10) \(units[unit])"
    }
}
