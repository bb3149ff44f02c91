internal import Display
internal import Signage
internal import StoreJobs
internal import SystemCalls
internal import Touch

/// What the configuration decides, on a sign that plays.
extension SignDaemon {
    /// What there is to say when no touch screen can be used.
    static let withoutTouch = "touch does nothing"

    /// Makes everything as the configuration in `content` says.
    ///
    /// Called before the player's turn, in which all of it shows in one frame: the rules have the new settings when
    /// the screen tells of another size.
    func configure(at now: Instant) {
        let configuration = content.configuration
        player.handle(.configure(Self.settings(content, options)), at: now)
        configureClock(at: now)
        player.spareBudget = spareBudget(configuration.memory)
        player.screen.configure(screenWishes(options, configuration), at: now)
        mount(at: now)
        if framesLimit != configuration.framesLimit {
            framesLimit = configuration.framesLimit
            // The store makes room when it is asked for anything.
            ask(.look(paths: []), .none, at: now)
        }
        setTouch(options.usesDevices && configuration.touchEnabled, at: now)
    }

    /// Puts another configuration in force.
    func use(_ setup: Setup, at now: Instant) {
        let old = content.setup.diagnostics
        content.diagnostics = setup.diagnostics + content.diagnostics.filter { !old.contains($0) }
        content.setup = setup
        configure(at: now)
    }

    /// The touch screens, watched by the loop; nil and one more problem where they cannot be opened.
    static func openTouch(
        _ loop: EventLoop, _ sources: inout Sources, _ problems: inout [String]
    ) -> TouchInput? {
        attempt(withoutTouch, &problems) { () throws(SystemError) in
            let input = try TouchInput()
            sources.touch = try loop.watch(input.descriptor)
            return input
        }
    }

    /// Opens the touch screens, or lets go of them.
    private func setTouch(_ isWanted: Bool, at now: Instant) {
        if isWanted, touch == nil {
            problems.removeAll { $0.hasSuffix(Self.withoutTouch) }
            let known = problems.count
            touch = Self.openTouch(loop, &sources, &problems)
            for problem in problems[known...] { log(.warning, problem) }
            mountTouch()
            takeTouches(at: now)
        } else if !isWanted, touch != nil {
            // A finger that is down is taken back.
            touch?.target = nil
            takeTouches(at: now)
            if let source = sources.touch { loop.unwatch(source) }
            (touch, sources.touch) = (nil, nil)
            deviceChanged("touch is switched off")
        }
    }
}

/// What the configuration wants of the screen; a connector on the command line comes first.
func screenWishes(_ options: Options, _ configuration: Configuration) -> ScreenWishes {
    var wishes = ScreenWishes(
        output: configuration.output, mode: configuration.mode, modesetting: configuration.modesetting)
    if case .connector(let name) = options.output { wishes.output = .connector(name) }
    return wishes
}
