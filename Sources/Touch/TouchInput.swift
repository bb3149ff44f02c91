internal import CInput
internal import CUdev
internal import Glibc
public import Signage
public import SystemCalls

/// All touch screens of the seat, libinput_udev_create_context(): they come and go by udev.
///
/// Only devices that can be touched count. All others (keyboards, mice, buttons) are let go at once, so that a sign
/// neither holds them nor wakes up for them.
public final class TouchInput {
    /// Readable when `dispatch` has something to do.
    public var descriptor: Descriptor { poller.descriptor }

    /// What touches are mapped to; nil: there is nothing, and touches are dropped until all fingers are up.
    ///
    /// A change cancels the fingers that are down; the next `dispatch` says so, and is due at once.
    public var target: TouchTarget? {
        get { contacts.target }
        set { tellLater(contacts.setTarget(newValue, at: Instant(nanoseconds: monotonicNanoseconds()))) }
    }

    /// What every panel's positions are multiplied by, libinput_device_config_calibration_set_matrix(); nil: each
    /// device's own, from LIBINPUT_CALIBRATION_MATRIX of udev.
    ///
    /// A panel that takes none is told of by the next `dispatch`.
    public var matrix: Configuration.TouchMatrix? {
        didSet {
            if matrix != oldValue { tellLater(numbers.keys.compactMap { calibrate($0) }) }
        }
    }

    /// The touch screens there are, in the order they came.
    public var devices: [TouchDevice] { contacts.devices.map(\.device) }

    private let library: Library
    private let poller: Poller
    /// Goes off at once when there is something to tell that libinput's descriptor does not know of.
    private let alarm: TimerDescriptor
    private var contacts = ContactTable()
    /// What `dispatch` has still to say.
    private var waiting: [TouchEvent] = []
    /// Numbers of the touch screens by libinput's device.
    private var numbers: [OpaquePointer: Int] = [:]
    private var lastNumber = 0
    /// Panels among those that came that take no matrix.
    private var untaught: [TouchEvent] = []

    /// Opens the touch screens of seat0; none there is no error.
    ///
    /// The first `dispatch`, due at once, tells what was found.
    ///
    /// - Throws: the errno of udev_new, libinput_udev_create_context or libinput_udev_assign_seat.
    public init() throws(SystemError) {
        let library = try Library()
        let poller = try Poller()
        let alarm = try TimerDescriptor()
        try poller.watch(libinput_get_fd(library.input), for: .readable, key: 0)
        try poller.watch(alarm.descriptor.number, for: .readable, key: 1)
        self.library = library
        self.poller = poller
        self.alarm = alarm
        tellLater(drain(at: Instant(nanoseconds: monotonicNanoseconds())))
    }

    /// Takes all that has happened.
    ///
    /// Touches come frame by frame: those of one moment are never split over two calls. Their times are the kernel's.
    public func dispatch(at now: Instant) -> [TouchEvent] {
        defer { waiting = [] }
        if !waiting.isEmpty { alarm.acknowledge() }
        let result = libinput_dispatch(library.input)
        let told = waiting + drain(at: now)
        guard result < 0, result != -EINTR, result != -EAGAIN else { return told }
        return told + [.trouble(SystemError("libinput_dispatch", errno: -result).description)]
    }

    /// Keeps events for the next `dispatch`, and makes it due.
    private func tellLater(_ events: [TouchEvent]) {
        guard !events.isEmpty else { return }
        waiting += events
        // A timer that cannot be set leaves them to the next touch.
        try? alarm.arm(atNanoseconds: 0)
    }

    /// Takes every event off libinput's queue.
    private func drain(at now: Instant) -> [TouchEvent] {
        var events: [PanelEvent] = []
        while let event = libinput_get_event(library.input) {
            if let panelEvent = read(event) { events.append(panelEvent) }
            libinput_event_destroy(event)
        }
        defer { untaught = [] }
        return contacts.take(events, at: now) + untaught
            + (library.takeTrouble().map { [.trouble($0)] } ?? [])
    }

    /// The event as a value; nil for what is no touch screen's.
    private func read(_ event: OpaquePointer) -> PanelEvent? {
        guard let device = libinput_event_get_device(event) else { return nil }
        let type = libinput_event_get_type(event)
        if type == LIBINPUT_EVENT_DEVICE_ADDED { return added(device) }
        guard let number = numbers[device] else { return nil }
        if type == LIBINPUT_EVENT_DEVICE_REMOVED {
            numbers[device] = nil
            return .removed(device: number)
        }
        guard let touch = touchPart(of: event, type) else { return nil }
        let time = Instant(nanoseconds: Int64(clamping: libinput_event_touch_get_time_usec(touch)) &* 1000)
        if type == LIBINPUT_EVENT_TOUCH_FRAME { return .frame(device: number) }
        let finger = PanelEvent.Finger(device: number, slot: Int(libinput_event_touch_get_seat_slot(touch)))
        switch type {
        case LIBINPUT_EVENT_TOUCH_DOWN:
            let (x, y) = position(of: touch)
            return .down(finger, x: x, y: y, at: time)
        case LIBINPUT_EVENT_TOUCH_MOTION:
            let (x, y) = position(of: touch)
            return .motion(finger, x: x, y: y, at: time)
        case LIBINPUT_EVENT_TOUCH_UP: return .up(finger, at: time)
        default: return .cancel(finger, at: time)
        }
    }

    /// Numbers a touch screen; lets go of any other device.
    private func added(_ device: OpaquePointer) -> PanelEvent? {
        guard libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH) != 0 else {
            libinput_device_config_send_events_set_mode(
                device, UInt32(LIBINPUT_CONFIG_SEND_EVENTS_DISABLED.rawValue))
            return nil
        }
        lastNumber += 1
        numbers[device] = lastNumber
        let name = libinput_device_get_name(device).map { String(cString: $0) } ?? ""
        let node = libinput_device_get_sysname(device).map { "/dev/input/" + String(cString: $0) } ?? ""
        // Its own matrix is in use already.
        if matrix != nil, let trouble = calibrate(device) { untaught.append(trouble) }
        return .added(device: lastNumber, TouchDevice(name: name, node: node))
    }

    /// Gives a panel its matrix; what went wrong, if anything did.
    private func calibrate(_ device: OpaquePointer) -> TouchEvent? {
        var values = matrix?.values.map { Float($0) } ?? [Float](repeating: 0, count: 6)
        if matrix == nil { _ = libinput_device_config_calibration_get_default_matrix(device, &values) }
        let status = libinput_device_config_calibration_set_matrix(device, values)
        guard status != LIBINPUT_CONFIG_STATUS_SUCCESS, matrix != nil else { return nil }
        let name = libinput_device_get_name(device).map { String(cString: $0) } ?? ""
        return .trouble("'\(name)' takes no matrix")
    }

    /// In the output's own pixels, by the panel's axes: exact where an axis counts in the output's pixels.
    private func position(of touch: OpaquePointer) -> (x: Double, y: Double) {
        let width = UInt32(clamping: target?.display.width ?? 0)
        let height = UInt32(clamping: target?.display.height ?? 0)
        return (
            libinput_event_touch_get_x_transformed(touch, width),
            libinput_event_touch_get_y_transformed(touch, height)
        )
    }
}

/// The touch event in an event of one of the five touch types, else nil: libinput complains when asked for another.
private func touchPart(of event: OpaquePointer, _ type: libinput_event_type)
    -> OpaquePointer?
{
    switch type {
    case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP,
        LIBINPUT_EVENT_TOUCH_CANCEL, LIBINPUT_EVENT_TOUCH_FRAME:
        libinput_event_get_touch_event(event)
    default:
        nil
    }
}
