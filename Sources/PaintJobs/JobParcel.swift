internal import Signage
internal import SystemCalls
internal import Wire

/// A job made ready to be sent: the message, its descriptors, and the memory for the pixels.
struct JobParcel {
    /// Bytes of pixels that a job may ask for.
    static let mostPixelBytes = 256 << 20
    /// Pixels a side.
    static let longestSide = 32_768

    /// Why a job cannot be sent at all.
    struct Refusal: Error {
        var reason: String
        /// Whether it may be sent another time.
        var isPassing = false

        var outcome: PaintOutcome { isPassing ? .postponed(reason) : .failed(reason) }
    }

    let message: [UInt8]
    let descriptors: [Descriptor]
    /// Kept here while the painter writes: sized and sealed before it is handed over.
    let memory: MemoryFile?

    init(_ job: PaintJob) throws(Refusal) {
        let picture = job.picture.encoded
        guard picture.count <= JobMessage.mostPictureBytes else {
            throw Refusal(reason: "its text is too long to be painted")
        }
        var bytes = 0
        if let size = job.picture.pixelSize {
            let sides = 1...Self.longestSide
            guard sides ~= size.width, sides ~= size.height,
                size.width * size.height * 4 <= Self.mostPixelBytes
            else {
                throw Refusal(reason: "\(size.width) × \(size.height) pixels cannot be painted")
            }
            bytes = size.width * size.height * 4
        }
        do throws(SystemError) {
            let text = try MemoryFile(name: "signage-picture", holding: picture)
            if let given = job.memory, bytes > 0, given.size >= bytes {
                memory = given
            } else {
                memory = bytes > 0 ? try MemoryFile(name: "signage-pixels", size: bytes) : nil
            }
            descriptors = [text.descriptor, memory?.descriptor, job.file].compactMap { $0 }
        } catch {
            throw Refusal(reason: "no memory to paint it: \(error)", isPassing: true)
        }
        message =
            JobMessage(
                number: job.number, pictureBytes: picture.count, pixelBytes: bytes, hasFile: job.file != nil
            ).encoded
    }
}

extension ReplyMessage {
    /// The outcome a reply stands for, if it can be true of this job.
    ///
    /// - Throws: what is wrong with it.
    func outcome(of job: PaintJob, memory: MemoryFile?) throws(MalformedMessage) -> PaintOutcome {
        guard number == job.number else { throw MalformedMessage(what: "answers another job") }
        guard case .painted(let picture, let stride) = result else {
            guard case .failed(let reason) = result else { throw MalformedMessage(what: "no result") }
            return .failed(reason)
        }
        guard let memory else {
            guard 0...(1 << 30) ~= picture.size.width, 0...(1 << 20) ~= picture.size.height else {
                throw MalformedMessage(what: "sizes out of range")
            }
            return .painted(picture, stride: 0, nil)
        }
        guard let asked = job.picture.pixelSize, picture.size.height == asked.height, picture.size.width > 0,
            picture.size.width == asked.width
                || (job.picture.mayBeNarrower && picture.size.width < asked.width),
            case let rows = picture.size.turned(by: job.picture.rotation), stride % 4 == 0,
            rows.width * 4...asked.turned(by: job.picture.rotation).width * 4 ~= stride
        else { throw MalformedMessage(what: "sizes that were not asked for") }
        do throws(SystemError) {
            let mapping = try Mapping(memory.descriptor, size: stride * rows.height, writable: false)
            return .painted(picture, stride: stride, mapping)
        } catch {
            return .postponed("its pixels cannot be mapped: \(error)")
        }
    }
}
