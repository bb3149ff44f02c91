internal import SystemCalls

/// The console that a screen is shown on, where another one can be switched to: the kernel's, or a test's.
protocol VirtualConsole: AnyObject {
    /// Readable when somebody switches.
    var descriptor: Descriptor { get }

    /// What has been asked for since the last call, in order.
    func switches() -> [ConsoleSwitch]

    /// Lets the other console be shown, which then happens within this call. Nothing of ours may hold the display.
    ///
    /// - Returns: false when nobody waits for that.
    func release() -> Bool

    /// Says that the display is ours again.
    func acknowledge()

    /// Stays in graphics mode when this program lets go of it: the kernel shows a console that goes back to text at
    /// once, whoever is the display's master. Whoever keeps the card for the next program looks after it
    /// (signaged-console.service).
    func handOver()
}

/// A switch of consoles.
enum ConsoleSwitch: Hashable {
    /// Another console is to be shown: `release` lets it.
    case leaving
    /// This one is shown again: `acknowledge` it.
    case returned
}
