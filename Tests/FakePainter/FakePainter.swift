internal import Glibc
internal import PaintJobs
internal import Signage
internal import SystemCalls

/// A painter that misbehaves as its name says: tests start it through links of different names.
enum FakePainter {
    static func run(as path: String) {
        let behaviour = String(path.split(separator: "/").last ?? "")
        if behaviour == "exits-at-once" { exit(7) }
        let socket = Descriptor(owning: JobInbox.inherited)
        let inbox = JobInbox(owning: socket)
        do {
            switch behaviour {
            case "hangs-at-once": while true { pause() }
            case "mumbles": send(socket, [UInt8](repeating: 0xa5, count: 5))
            default: try inbox.greet(filesAreConfined: behaviour != "knows-no-landlock")
            }
            while let job = try inbox.next() { try handle(job, as: behaviour, inbox, socket) }
        } catch {
            exit(9)
        }
        if behaviour == "never-leaves" { while true { pause() } }
    }

    private static func handle(
        _ job: JobInbox.Job, as behaviour: String, _ inbox: JobInbox, _ socket: Descriptor
    ) throws {
        let size = job.picture.pixelSize ?? PixelSize(width: 1234, height: 56)
        let good = PaintedPicture(size: size, isOpaque: true, notes: ["a note"], source: "FAKE, 2 × 1")
        switch behaviour {
        case "dies-in-mid-job": raise(SIGKILL)
        case "ends-in-mid-job": exit(3)
        case "makes-a-forbidden-call": raise(SIGSYS)
        case "uses-up-the-processor": raise(SIGXCPU)
        case "crashes":
            // Swift's own handler would run a debugger first.
            signal(SIGSEGV, SIG_DFL)
            raise(SIGSEGV)
        case "hangs": while true { pause() }
        case "spins": while true {}
        case "closes-its-socket":
            close(socket.number)
            while true { pause() }
        case "refuses": try inbox.answer(job.number, failed: "the file is damaged")
        case ".takes-one-letter":
            var letters = [UInt8](repeating: 0, count: 2)
            guard let file = job.file, read(file.number, &letters, 2) == 1 else {
                return try inbox.answer(job.number, failed: "not a picture: it has words")
            }
            let plain = PaintedPicture(size: size, isOpaque: true, source: "FAKE, 2 × 1")
            try inbox.answer(job.number, painted: plain, stride: size.width * 4)
        case "wrong-number": try inbox.answer(job.number + 1, painted: good, stride: size.width * 4)
        case "answers-twice":
            for _ in 0..<2 { try inbox.answer(job.number, painted: good, stride: size.width * 4) }
        case "huge-size":
            let huge = PaintedPicture(size: PixelSize(width: 1 << 40, height: 1 << 40), isOpaque: true)
            try inbox.answer(job.number, painted: huge, stride: 1 << 42)
        case "other-size":
            let other = PaintedPicture(
                size: PixelSize(width: size.width, height: size.height + 1), isOpaque: true)
            try inbox.answer(job.number, painted: other, stride: size.width * 4)
        case "odd-stride":
            let narrower = PaintedPicture(
                size: PixelSize(width: size.width - 1, height: size.height), isOpaque: true)
            try inbox.answer(job.number, painted: narrower, stride: size.width * 4 - 3)
        case "narrow-stride": try inbox.answer(job.number, painted: good, stride: size.width * 4 - 4)
        case "garbage": send(socket, [UInt8](repeating: 0xa5, count: 100))
        case "long-garbage": send(socket, [UInt8](repeating: 0xa5, count: 60_000))
        case "truncates-its-memory":
            // EPERM by the seal; the answer says what came of it.
            let failed = ftruncate(job.memory?.number ?? -1, 0) < 0 && errno == EPERM
            let grown = ftruncate(job.memory?.number ?? -1, 1 << 30) == 0
            try inbox.answer(
                job.number,
                painted: PaintedPicture(
                    size: size, isOpaque: true, notes: [failed && !grown ? "sealed" : "truncated"]),
                stride: size.width * 4)
        case "says-where-it-is":
            try inbox.answer(
                job.number, painted: PaintedPicture(size: size, isOpaque: true, notes: surroundings()),
                stride: size.width * 4)
        case "paints-plainly":
            var first: UInt8 = 0
            if let file = job.file { read(file.number, &first, 1) }
            if first == UInt8(ascii: "!") {
                try inbox.answer(job.number, failed: "the file is damaged")
            } else {
                withExtendedLifetime(job.pixels) { job.pixels?.bytes.copyBytes(from: [first, 1, 2, 0xff]) }
                let plain = PaintedPicture(size: size, isOpaque: true, source: "FAKE, 2 × 1")
                try inbox.answer(job.number, painted: plain, stride: size.width * 4)
            }
        default:
            var pixel: [UInt8] = [0x11, 0x22, 0x33, 0xff]
            if let file = job.file {
                read(file.number, &pixel, 1)
            }
            withExtendedLifetime(job.pixels) { job.pixels?.bytes.copyBytes(from: pixel) }
            try inbox.answer(job.number, painted: good, stride: size.width * 4)
        }
    }

    private static func send(_ socket: Descriptor, _ bytes: [UInt8]) {
        _ = Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Open descriptors, environment, niceness: what a painter has inherited.
    private static func surroundings() -> [String] {
        var open: [CInt] = []
        for number: CInt in 0..<1024 where fcntl(number, F_GETFD) >= 0 {
            // Beyond the socket lie the job's own; a device is none of them.
            var status = stat()
            let isDevice = fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
            if number <= JobInbox.inherited || isDevice { open.append(number) }
        }
        var variables: [String] = []
        var place = environ
        while let entry = place.pointee {
            variables.append(String(cString: entry))
            place += 1
        }
        var score = [UInt8](repeating: 0, count: 16)
        let file = Glibc.open("/proc/self/oom_score_adj", O_RDONLY)
        let count = max(0, read(file, &score, score.count))
        close(file)
        func limit(_ resource: __rlimit_resource) -> rlim_t {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
            return limit.rlim_max
        }
        return [
            "at most \(limit(RLIMIT_AS)) bytes of memory, \(limit(RLIMIT_NOFILE)) files, "
                + "\(limit(RLIMIT_FSIZE)) written, \(limit(RLIMIT_CORE)) dumped",
            "descriptors \(open)", "environment \(variables)",
            "nice \(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))",
            "first to go \(String(decoding: score.prefix(count).filter { $0 > 32 }, as: UTF8.self))",
        ]
    }
}
