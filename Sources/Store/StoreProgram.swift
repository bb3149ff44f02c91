internal import Glibc
internal import StoreJobs
internal import SystemCalls

/// The program `signage-store`: does what it is asked over its socket until nobody asks any more.
public enum StoreProgram {
    /// Runs until the other side is done.
    ///
    /// - Returns: the exit status.
    public static func run() -> Int32 {
        umask(0o027)
        let inbox = StoreInbox(owning: Descriptor(owning: StoreInbox.inherited))
        var desk: StoreDesk?
        do {
            while let job = try inbox.next() {
                let same = desk.flatMap { $0.serves(job.settings) ? $0 : nil }
                let current = same ?? StoreDesk(job.settings)
                current.settings = job.settings
                desk = current
                if case .push(let connection, let read, let user) = job.job {
                    try current.receive(connection, read: read, user: user, number: job.number, inbox)
                    return 0
                }
                try inbox.answer(job.number, current.outcome(of: job.job))
            }
            return 0
        } catch {
            // The daemon has gone, or is of another version: it says so itself.
            return 1
        }
    }
}
