internal import CLinux

/// Signals that are read instead of ending the process, signalfd(2).
public final class SignalDescriptor {
    /// Becomes readable when a signal has come.
    public let descriptor: Descriptor

    /// Takes signals over for this thread, for the rest of its life.
    ///
    /// - Parameter signals: SIGINT and the like.
    /// - Throws: signalfd's errno.
    public init(for signals: [CInt]) throws(SystemError) {
        descriptor = Descriptor(
            owning: try checked("signalfd") { signage_signal_descriptor(signals, signals.count) })
    }

    /// Takes the first signal that has come; nil: none has.
    public func next() -> CInt? {
        let signal = signage_next_signal(descriptor.number)
        return signal == 0 ? nil : signal
    }
}
