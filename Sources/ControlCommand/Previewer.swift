internal import Control
internal import Glibc
internal import PaintJobs
internal import Signage
internal import SystemCalls

/// Has `signaged` show a playlist without a device, and lays its frames out on a sheet.
struct Previewer {
    /// Path of `signaged`.
    let player: String
    let console: Console

    /// Shows each slide once; blocks until all are painted.
    ///
    /// - Parameters:
    ///   - source: a playlist without errors.
    ///   - slides: how many it has, at least one.
    ///   - screen: pixels, at most `PreviewRecord.longestSide` a side.
    /// - Returns: the sheet; of a folder without what is no picture.
    /// - Throws: the errno of starting the program or reading from it; `.failed` when it did not end well.
    func sheet(of source: PlaylistSource, slides: Int, on screen: PixelSize) throws(CommandError)
        -> ContactSheet
    {
        let count = min(slides, ContactSheet.mostSlides)
        var sheet = ContactSheet(count: count, screen: screen)
        sheet.others = slides - count
        let ending: ProcessEnding
        do throws(SystemError) {
            ending = try show(source, on: screen, count: count, into: &sheet)
        } catch {
            throw .system(error)
        }
        guard ending == .exited(0), !sheet.entries.isEmpty else {
            throw .failed("'\(printable(player))' \(ending), and showed nothing", .failure)
        }
        if source.pictures != nil {
            sheet.entries.removeAll { $0.picture == nil && ContentCheck.saysNoPicture($0.reason) }
            for index in sheet.entries.indices { sheet.entries[index].number = index + 1 }
        }
        return sheet
    }

    private func show(
        _ source: PlaylistSource, on screen: PixelSize, count: Int, into sheet: inout ContactSheet
    ) throws(SystemError) -> ProcessEnding {
        let playlist = try MemoryFile(name: "playlist", holding: source.text)
        let (output, program) = try start(
            [
                "--preview", "\(count)", "--output", "headless:\(screen.width)x\(screen.height)",
                "--playlist", source.directory + "/-",
            ], input: playlist.descriptor)
        var entries: [Int: ContactSheet.Entry] = [:]
        var progress = ProgressLine(console, plain: false)
        while true {
            let record = try PreviewRecord.next { (count) throws(SystemError) in
                try Self.bytes(count, from: output)
            }
            guard let record else { break }
            entries[record.number] = Self.entry(record, tile: sheet.layout.tile)
            progress.tell("slide \(entries.count) of \(count)")
        }
        progress.clear()
        sheet.entries = entries.values.sorted { $0.number < $1.number }
        while true {
            if let ending = program.ending(within: 1000) { return ending }
        }
    }

    /// Starts `signaged`, and gives what it writes to standard output.
    private func start(
        _ arguments: [String], input: Descriptor
    ) throws(SystemError) -> (output: Descriptor, program: ChildProcess) {
        let (reading, writing) = try Descriptor.pipe()
        let errors = Descriptor(owning: try checked("dup") { fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) })
        let program = try ChildProcess(
            running: [player] + arguments, environment: ChildProcess.ownEnvironment, input: input,
            output: writing, errors: errors, inOwnGroup: false)
        return (reading, program)
    }

    private static func entry(_ record: PreviewRecord, tile: PixelSize) -> ContactSheet.Entry {
        var entry = ContactSheet.Entry(number: record.number, id: printable(record.id))
        switch record.look {
        case .frame(let width, let height, let pixels):
            let frame = CairoPicture(size: PixelSize(width: width, height: height), pixels: pixels)
            entry.picture = frame?.scaled(to: tile)
            if entry.picture == nil { entry.reason = "there is no memory for it" }
        case .skipped(let reason): entry.reason = printable(reason)
        }
        return entry
    }

    /// So many bytes; nil: it ended before.
    private static func bytes(_ count: Int, from file: Descriptor) throws(SystemError) -> [UInt8]? {
        var done = 0
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            do throws(SystemError) {
                while done < count {
                    let rest = UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(room)[done..<count])
                    guard let some = try file.read(into: rest), some > 0 else { break }
                    done += some
                }
            } catch {
                failure = error
            }
            filled = done
        }
        if let failure { throw failure }
        return done == count ? bytes : nil
    }
}
