internal import Glibc
internal import SystemCalls

/// A call to the display driver that failed, by what must happen next.
struct KMSError: Error, Hashable, CustomStringConvertible {
    /// What must happen next.
    enum Reaction: Hashable {
        /// EBUSY: an earlier commit has not flipped yet.
        case retryAtNextFlip
        /// EACCES: another program is the card's master.
        case masterLost
        /// ENODEV and its like: the card is gone.
        case deviceLost
        /// EINVAL, ENOSPC, ERANGE …: not on this hardware, or not like this.
        case unsupported
        /// ENOMEM: contiguous memory (CMA) or the kernel's own is short.
        case outOfMemory
    }

    /// The call, as in libdrm: "drmModeAtomicCommit".
    let call: String
    /// Never 0.
    let errno: CInt

    init(_ call: String, errno: CInt) {
        self.call = call
        self.errno = errno
    }

    var reaction: Reaction {
        switch errno {
        case EBUSY, EAGAIN, EINTR: .retryAtNextFlip
        case EACCES, EPERM: .masterLost
        case ENODEV, ENXIO, EIO, ENOENT, EBADF: .deviceLost
        case ENOMEM: .outOfMemory
        default: .unsupported
        }
    }

    var description: String { SystemError(call, errno: errno).description }
}
