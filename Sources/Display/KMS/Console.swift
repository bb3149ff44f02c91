internal import Glibc
internal import SystemCalls

/// The virtual terminal that this program was started on, in graphics mode while this object lives.
///
/// In text mode the kernel's console draws over the picture and, after ten minutes, blanks the screen. In graphics mode
/// the kernel switches to another terminal only when this program lets it, and asks by a signal (VT_PROCESS). All of
/// it is allowed to the program whose controlling terminal it is, without any privilege. Should the program be killed,
/// the kernel finds it gone at the next switch, and puts the terminal back by itself.
final class Console: VirtualConsole {
    var descriptor: Descriptor { signals.descriptor }
    private let terminal: Descriptor
    private let signals: SignalDescriptor
    private var isHandedOver = false

    // The signal of a return is the lower one: signals that wait together are read in the order of their numbers, and
    // a return can wait together only with the departure after it.
    private static let returned = SIGUSR1
    private static let leaving = SIGUSR2

    /// Puts the terminal into graphics mode and to the front, KDSETMODE, VT_SETMODE and VT_ACTIVATE.
    ///
    /// nil: there is none, or it is a terminal window or a network login, and nothing needs to be done.
    init?() {
        // Blocked before the kernel is told to send them: they would end the program.
        guard let terminal = Self.find(),
            let signals = try? SignalDescriptor(for: [Self.returned, Self.leaving]),
            ioctl(terminal.number, Self.setDrawing, Self.graphics) >= 0
        else { return nil }
        self.terminal = terminal
        self.signals = signals
        set(Switching(mode: Self.byProcess, release: Int16(Self.leaving), acquire: Int16(Self.returned)))
        bringToFront()
    }

    deinit {
        set(Switching())
        // Text, whatever it was before: a program that was killed may have left graphics behind.
        if !isHandedOver { _ = ioctl(terminal.number, Self.setDrawing, Self.text) }
    }

    func switches() -> [ConsoleSwitch] {
        var found: [ConsoleSwitch] = []
        while let signal = signals.next() { found.append(signal == Self.leaving ? .leaving : .returned) }
        return found
    }

    func handOver() { isHandedOver = true }

    func release() -> Bool { ioctl(terminal.number, Self.answerSwitch, Self.allow) >= 0 }

    func acknowledge() { _ = ioctl(terminal.number, Self.answerSwitch, Self.acknowledgement) }

    /// `struct vt_mode`.
    private struct Switching {
        var mode: Int8 = 0
        var waits: Int8 = 0
        var release: Int16 = 0
        var acquire: Int16 = 0
        var unused: Int16 = 0
    }

    private func set(_ switching: Switching) {
        var switching = switching
        // Refused, the kernel switches to no other terminal while this one is in graphics mode, as it did before.
        _ = ioctl(terminal.number, Self.setSwitching, &switching)
    }

    /// A sign that starts is seen, also where somebody has left another terminal in front.
    private func bringToFront() {
        // `struct vt_stat`: active, signal, state.
        var state: (UInt16, UInt16, UInt16) = (0, 0, 0)
        var device: UInt32 = 0
        guard ioctl(terminal.number, Self.getState, &state) >= 0,
            ioctl(terminal.number, Self.getDevice, &device) >= 0
        else { return }
        let number = device & 0xFF
        if UInt32(state.0) != number { _ = ioctl(terminal.number, Self.activate, CInt(number)) }
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
        return ioctl(descriptor.number, getDrawing, &mode) >= 0
    }

    // linux/kd.h
    private static let setDrawing: UInt = 0x4B3A
    private static let getDrawing: UInt = 0x4B3B
    private static let text: CInt = 0
    private static let graphics: CInt = 1
    // linux/vt.h
    private static let setSwitching: UInt = 0x5602
    private static let getState: UInt = 0x5603
    private static let answerSwitch: UInt = 0x5605
    private static let activate: UInt = 0x5606
    private static let byProcess: Int8 = 1
    private static let allow: CInt = 1
    private static let acknowledgement: CInt = 2
    // asm-generic/ioctls.h: TIOCGDEV
    private static let getDevice: UInt = 0x8004_5432
}
