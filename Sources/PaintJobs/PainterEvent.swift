/// What the client has to say between two jobs.
public enum PainterEvent {
    /// The job came to its end; also when the painter died on it or could not be started.
    case finished(number: UInt64, PaintOutcome)
    /// The painter died while it had nothing to do: "the painter was killed by signal 9 (Killed)". The next job starts it again.
    case died(description: String)
    /// The kernel has no Landlock: a painter that a picture took over could read what its user can. Told once by a client.
    case filesUnconfined
}
