public import Signage
public import SystemCalls

/// One job for the painter.
public struct PaintJob {
    /// Chosen by the client; comes back with the result.
    public var number: UInt64
    public var picture: Picture
    /// The picture's file, opened by the client; nil when the picture needs none.
    public var file: Descriptor?
    /// Zeros for the pixels, at least as many bytes as they have; nil: made by the client.
    public var memory: MemoryFile?

    public init(number: UInt64, picture: Picture, file: Descriptor?, memory: MemoryFile? = nil) {
        self.number = number
        self.picture = picture
        self.file = file
        self.memory = memory
    }
}

/// What came of a job.
public enum PaintOutcome {
    /// The pixels lie in memory that the client made: premultiplied ARGB8888, `stride` bytes a row, turned as the
    /// picture asks, so that there are the rows of `size.turned(by:)`. No memory for a picture without pixels
    /// (`Picture.tickerStrip`).
    case painted(PaintedPicture, stride: Int, Mapping?)
    /// The picture cannot be painted, or nothing can be, and why, for an operator.
    case failed(String)
    /// The painter died over the picture, took too long, or answered nonsense; and how, for an operator. Content that
    /// does this again is better left alone.
    case crashed(String)
    /// It was not tried, for want of memory, say, or of a painter: not the picture's fault, and worth another try later.
    case postponed(String)

    /// How the reason of `failed` begins when a file is no picture at all, by its content.
    public static let noPicture = "not a picture"
}
