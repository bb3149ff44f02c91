internal import PaintJobs
internal import Signage

/// What the player needs of the painter: one job at a time, answers as events.
protocol Painter: AnyObject {
    /// A job is under way.
    var isBusy: Bool { get }
    func submit(_ job: PaintJob, at now: Instant)
    /// Ends the job under way; no outcome follows.
    func abandon(at now: Instant)
    /// Takes answers and deaths.
    func dispatch(at now: Instant) -> [PainterEvent]
    /// Meets time limits.
    func advance(to now: Instant) -> [PainterEvent]
    func nextDeadline() -> Instant?
}

extension PainterClient: Painter {}
