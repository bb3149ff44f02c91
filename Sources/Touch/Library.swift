internal import CInput
internal import CUdev
internal import Glibc
internal import SystemCalls

/// A libinput context on seat0, and what it complains about.
final class Library {
    /// struct libinput.
    let input: OpaquePointer
    /// Written to by libinput's callbacks; outlives the context.
    private let trouble: UnsafeMutablePointer<signage_input_trouble>

    /// Opens every input device of the seat.
    ///
    /// - Throws: the errno of the call that failed; ENOMEM when it left none.
    init() throws(SystemError) {
        func failure(_ call: String) -> SystemError { SystemError(call, errno: errno == 0 ? ENOMEM : errno) }
        errno = 0
        guard let udev = udev_new() else { throw failure("udev_new") }
        defer { udev_unref(udev) }
        let trouble = UnsafeMutablePointer<signage_input_trouble>.allocate(capacity: 1)
        trouble.initialize(to: signage_input_trouble())
        guard let input = signage_input_create(udev, trouble) else {
            trouble.deallocate()
            throw failure("libinput_udev_create_context")
        }
        guard libinput_udev_assign_seat(input, "seat0") == 0 else {
            libinput_unref(input)
            trouble.deallocate()
            throw failure("libinput_udev_assign_seat")
        }
        self.input = input
        self.trouble = trouble
    }

    deinit {
        libinput_unref(input)
        trouble.deallocate()
    }

    /// What has gone wrong since the last call, in one line; nil: nothing.
    func takeTrouble() -> String? {
        let count = trouble.pointee.count
        guard count > 0 else { return nil }
        let bytes = withUnsafeBytes(of: trouble.pointee.first) { Array($0.prefix { $0 != 0 }) }
        trouble.pointee = signage_input_trouble()
        var line = String(decoding: bytes, as: UTF8.self)
        while line.last?.isWhitespace == true { line.removeLast() }
        return count == 1 ? line : "\(line) (and \(count - 1) more)"
    }
}
