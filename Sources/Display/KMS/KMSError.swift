internal import Glibc
internal import SystemCalls

/// A call to the display driver that failed, by what must happen next.
///
/// `docs/hardware.md` has the table of what is done at which call.
struct KMSError: Error, Hashable, CustomStringConvertible {
    /// What must happen next.
    enum Reaction: Hashable {
        /// EBUSY, and EAGAIN and EINTR where libdrm has not repeated the call: an earlier commit has not flipped
        /// yet, or another program is the master.
        case retryAtNextFlip
        /// EACCES: another program is the card's master.
        case masterLost
        /// ENODEV and its like: the card is gone.
        case deviceLost
        /// EINVAL, ENOSPC, ERANGE, EOPNOTSUPP …: not on this hardware, or not like this.
        case unsupported
        /// ENOMEM: contiguous memory (CMA) or the kernel's own is short.
        case outOfMemory
        /// ETIMEDOUT: the display's hardware does not answer, as when a flip does not come.
        case stuck
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
        case ETIMEDOUT: .stuck
        default: .unsupported
        }
    }

    /// The node has nothing to show pictures with: it only renders.
    var isNoDisplay: Bool { errno == EOPNOTSUPP }

    var description: String { SystemError(call, errno: errno).description }
}
