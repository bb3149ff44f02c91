internal import Glibc

/// A thread for the other side of something that waits.
public final class Worker<Value> {
    private let thread: WorkerThread
    private let outcome: Outcome

    private final class Outcome {
        var value: Value?
    }

    /// Starts it.
    public init(_ body: @escaping () -> Value) {
        let outcome = Outcome()
        self.outcome = outcome
        thread = WorkerThread { outcome.value = body() }
    }

    /// Waits for its end, once.
    ///
    /// - Returns: what it came to.
    public func result() -> Value {
        thread.join()
        guard let value = outcome.value else { preconditionFailure("a thread that has ended has a value") }
        return value
    }
}

/// A thread, pthread_create(3).
private final class WorkerThread {
    private let body: () -> Void
    private var thread = pthread_t()

    init(_ body: @escaping () -> Void) {
        self.body = body
        let context = Unmanaged.passRetained(self).toOpaque()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<WorkerThread>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context)
        precondition(code == 0)
    }

    func join() { pthread_join(thread, nil) }
}
