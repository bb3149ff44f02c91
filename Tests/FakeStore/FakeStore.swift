internal import Glibc
internal import Signage
internal import StoreJobs
internal import SystemCalls

/// A store that behaves as its name says: tests start it through links of different names.
enum FakeStore {
    static func run(as path: String) {
        let behaviour = String(path.split(separator: "/").last ?? "")
        if behaviour == "exits-at-once" { exit(7) }
        let inbox = StoreInbox(owning: Descriptor(owning: StoreInbox.inherited))
        do {
            while let job = try inbox.next() { try handle(job, as: behaviour, inbox) }
        } catch {
            exit(9)
        }
    }

    private static func handle(_ job: StoreInbox.Job, as behaviour: String, _ inbox: StoreInbox) throws {
        switch behaviour {
        case "dies-in-mid-job": raise(SIGKILL)
        case "hangs": while true { pause() }
        case "answers-another": try inbox.answer(job.number + 1, .done)
        case "answers-twice": for _ in 0..<2 { try inbox.answer(job.number, .done) }
        default: try answer(job, inbox)
        }
    }

    /// Answers with what shows that all of the job has come.
    private static func answer(_ job: StoreInbox.Job, _ inbox: StoreInbox) throws {
        switch job.job {
        case .load(let isStart):
            var content = Content()
            content.path = job.settings.playlist
            content.displayIntent = .off
            content.source = isStart ? .store : .file
            try inbox.answer(job.number, .loaded(content))
        case .frame(let picture, let memory):
            let size = picture.pixelSize ?? PixelSize(width: 1, height: 1)
            let mapping = try Mapping(memory.descriptor, size: memory.size, writable: true)
            withExtendedLifetime(mapping) { mapping.bytes.copyBytes(from: [1, 2, 3, 4]) }
            try inbox.answer(
                job.number, .frame(PaintedPicture(size: size, isOpaque: true), stride: size.width * 4))
        case .keepFrame:
            try inbox.answer(job.number, .noFrame(file: Descriptor(opening: "/dev/null", O_RDONLY)))
        case .look(let paths):
            try inbox.answer(
                job.number,
                .looked(
                    paths.map {
                        FileStamp(device: 0, inode: 0, size: Int64($0.utf8.count), modified: 0)
                    }))
        case .readTicker(var file):
            file.fault = "is called \(file.name)"
            try inbox.answer(job.number, .ticker(file, text: file.separator))
        case .push(let connection, let read, let user):
            var content = Content()
            content.path = "\(read.count) \(user)"
            let verdict = try inbox.announce(job.number, content)
            let word: [UInt8] = verdict?.isShown == true ? [UInt8(ascii: "y")] : [UInt8(ascii: "n")]
            try connection.writeAll(word)
            exit(0)
        case .rollback(let number): try inbox.answer(job.number, .failed("no generation \(number ?? -1)"))
        case .keepDisplay(let intent): try inbox.answer(job.number, .failed(intent.rawValue))
        case .tryConfiguration(let text):
            var setup = Setup()
            setup.path = text.map { "\($0.name) \($0.bytes.count)" } ?? job.settings.configuration
            try inbox.answer(job.number, .setup(setup))
        case .readConfiguration: try inbox.answer(job.number, .text(Array("name: a".utf8)))
        case .keepConfiguration, .history, .quarantine, .use, .keepPlace: try inbox.answer(job.number, .done)
        }
    }
}
