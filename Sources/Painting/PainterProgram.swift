internal import Glibc
internal import PaintJobs
internal import Sandbox
internal import Signage
internal import SystemCalls

/// The painter as a program: jobs in over its inherited socket, answers out, until the other side hangs up.
public enum PainterProgram {
    /// Runs until there is nobody to paint for.
    ///
    /// - Returns: the status to exit with: 0, or 64 when it was started by hand, or 70 when it cannot work.
    public static func run() -> CInt {
        guard isSocket(JobInbox.inherited) else {
            complain("signage-painter is started by signaged and signagectl; it does nothing by itself")
            return 64
        }
        do {
            let painter = try Painter()
            let inbox = JobInbox(owning: Descriptor(owning: JobInbox.inherited))
            try inbox.greet(filesAreConfined: try Confinement.painter().enter())
            while let job = try inbox.next() { try answer(job, painter, inbox) }
            return 0
        } catch let error as SystemError where error.errno == EPIPE {
            return 0
        } catch {
            complain("signage-painter: \(error)")
            return 70
        }
    }

    private static func answer(_ job: JobInbox.Job, _ painter: Painter, _ inbox: JobInbox) throws {
        do throws(CannotPaint) {
            // The mapping must outlive the painting.
            let (painted, stride) = try withExtendedLifetime(job) { () throws(CannotPaint) in
                try painter.paint(job.picture, file: job.file, pixels: job.pixels?.bytes)
            }
            try? inbox.answer(job.number, painted: painted, stride: stride)
        } catch {
            try inbox.answer(job.number, failed: error.reason)
        }
    }

    private static func isSocket(_ number: CInt) -> Bool {
        var status = stat()
        return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    private static func complain(_ words: String) {
        let line = Array((words + "\n").utf8)
        _ = write(2, line, line.count)
    }
}
