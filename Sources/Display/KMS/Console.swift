internal import Glibc
internal import SystemCalls

/// The virtual terminal that this program was started on, in graphics mode while this object lives.
///
/// In text mode the kernel's console draws over the picture and, after ten minutes, blanks the screen.
final class Console {
    private let terminal: Descriptor

    /// Puts the terminal into graphics mode, KDSETMODE.
    ///
    /// nil: there is none, or it is a terminal window or a network login, and nothing needs to be done.
    init?() {
        guard let terminal = Self.find(), ioctl(terminal.number, Self.setMode, Self.graphics) >= 0 else {
            return nil
        }
        self.terminal = terminal
    }

    deinit {
        // Text, whatever it was before: a program that was killed may have left graphics behind.
        _ = ioctl(terminal.number, Self.setMode, Self.text)
    }

    /// Standard input (the unit's TTYPath), else the controlling terminal, if it is a virtual one.
    private static func find() -> Descriptor? {
        let input = Descriptor(owning: fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0))
        if isVirtualTerminal(input) { return input }
        guard let controlling = try? Descriptor(opening: "/dev/tty", O_RDWR | O_NOCTTY) else { return nil }
        return isVirtualTerminal(controlling) ? controlling : nil
    }

    private static func isVirtualTerminal(_ descriptor: Descriptor) -> Bool {
        var mode: CInt = 0
        return ioctl(descriptor.number, getMode, &mode) >= 0
    }

    // linux/kd.h
    private static let setMode: UInt = 0x4B3A
    private static let getMode: UInt = 0x4B3B
    private static let text: CInt = 0
    private static let graphics: CInt = 1
}
