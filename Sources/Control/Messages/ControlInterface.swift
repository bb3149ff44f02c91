/// The interface of this product.
public enum ControlInterface {
    /// Its name, which begins the names of its methods and errors.
    public static let name = "com.signaged.Control"

    /// Its description in Varlink's interface language, as `GetInterfaceDescription` answers it.
    public static let description = """
        # Steers a running sign: a carousel of slides and a ticker on one screen.
        # Slides are counted from 1 (number) or from 0 (index) among those that can be shown.
        # A method that changes what is shown answers when the change has begun.
        interface \(name)

        # The slide on the screen; moving while a page turns or a finger holds it.
        type Slide (index: int, number: int, id: string, moving: bool)

        # offset in pixels, speed in points a second.
        type Ticker (scrolling: bool, offset: float, speed: float)

        # Since the start; lastFlipAge in seconds. missed: vblanks without a new frame while the picture moved;
        # recoveries: full modesets, and openings of the card, because frames did not reach the display.
        type Frames (presented: int, missed: int, recoveries: int, lastFlipAge: ?float)

        # A screen in use: pixels, Hz, degrees clockwise, pixels per point; presenter: planes, composited or headless.
        type Output (
          name: string,
          width: int,
          height: int,
          refresh: float,
          rotation: int,
          scale: float,
          presenter: string,
          frames: Frames
        )

        # A problem in a file. line and column count from 1, 0: not known; severity: error or warning.
        type Diagnostic (
          file: string,
          line: int,
          column: int,
          severity: string,
          path: string,
          message: string
        )

        # Whether the display is on. intent: auto, on or off, as SetDisplay wants it. cause, why it is on or off: hours
        # (display_hours, also when there are none), command, touch, or clock (nobody knows the time, so it is on).
        # until: when that changes by itself, RFC 3339.
        type Display (intent: string, on: bool, cause: string, until: ?string)

        # The rotation timer is stopped, by touch or by command; until: when that ends by itself, RFC 3339.
        type Pause (by: string, until: ?string)

        # A slide that Show shows for some time, until when, and the slide that comes then.
        type Hold (until: ?string, returnsTo: string)

        # What shows over everything, and when it goes by itself, RFC 3339.
        type Notice (text: string, until: ?string)

        # What slides' times have to do with what is shown. waiting: slides that wait for theirs; trusted: whether the clock
        # can be trusted, if not every slide that has times waits; next: when slides come or go, RFC 3339.
        type Times (waiting: int, trusted: bool, next: ?string)

        # From time on (RFC 3339) the display is on or not by its hours, and so many slides are shown in turn; which of them
        # come (of the first change: are there) and go, and how many others.
        type Change (
          time: string,
          display: bool,
          slides: int,
          joins: []string,
          leaves: []string,
          others: int
        )

        # The playlist that plays; source: file, store, last-good or none. generation: of the store. ignored: what does
        # not play because of the source, and how that is changed.
        type Playlist (
          source: string,
          path: string,
          generation: ?int,
          ignored: ?string,
          loaded: ?string,
          problems: []Diagnostic
        )

        type TouchDevice (name: string, node: string)
        type Touch (devices: []TouchDevice)

        # A slide that cannot be shown, and why.
        type Skipped (id: string, reason: string)
        type Painter (state: string, failures: int, skipped: []Skipped)

        # How the last reload ended.
        type ReloadResult (accepted: bool, summary: string, diagnostics: []Diagnostic, time: string)

        # A connector of the card; mode is null when it is not used.
        type Connector (
          name: string,
          connected: bool,
          modes: []string,
          mode: ?string,
          reason: string
        )

        # A playlist that was pushed, with all its pictures. created: RFC 3339; user: who pushed it; bytes: of all its
        # files; problem: why it cannot be played.
        type Generation (
          number: int,
          created: ?string,
          origin: string,
          user: ?int,
          slides: int,
          files: int,
          bytes: int,
          current: bool,
          problem: ?string
        )

        # A configuration that goes back by itself; remaining: seconds, null while it is being kept.
        type Trial (user: int, remaining: ?float)

        # The configuration in force; source: file, store (sent and confirmed) or trial (waits for its confirmation).
        # ignored: what does not count because of the source, and how that is changed.
        type Configuration (source: string, path: string, ignored: ?string, trial: ?Trial)

        # What is on the screen and how the sign fares.
        # state: playing, paused, idle, off or no-output; uptime in seconds.
        method Status() -> (
          name: string,
          state: string,
          slide: ?Slide,
          pause: ?Pause,
          hold: ?Hold,
          slides: int,
          schedule: Times,
          ticker: ?Ticker,
          outputs: []Output,
          display: Display,
          notice: ?Notice,
          playlist: Playlist,
          configuration: Configuration,
          touch: Touch,
          painter: Painter,
          reload: ?ReloadResult,
          problems: []string,
          version: string,
          uptime: float,
          timeZone: string
        )

        # Turns to the next page. waitedMilliseconds: how long until it was painted.
        method Next() -> (waitedMilliseconds: int)

        # Turns to the page before.
        method Previous() -> (waitedMilliseconds: int)

        # Shows a slide, by id or by number; with forMilliseconds it comes back by itself.
        method Show(id: ?string, number: ?int, forMilliseconds: ?int) -> (waitedMilliseconds: int)

        # Stops the rotation timer, for ever or for some time.
        method Pause(forMilliseconds: ?int) -> (waitedMilliseconds: int)

        # Starts the rotation timer again.
        method Resume() -> (waitedMilliseconds: int)

        # Lets the ticker run.
        method StartTicker() -> (waitedMilliseconds: int)

        # Holds the ticker where it is.
        method StopTicker() -> (waitedMilliseconds: int)

        # Points a second, 0 to 5000; until the next reload.
        method SetTickerSpeed(speed: float) -> (waitedMilliseconds: int)

        # Plain text until the next reload; now: replaces the text in one frame, else it follows the old one.
        method SetTickerText(text: string, now: ?bool) -> (waitedMilliseconds: int)

        # Switches the display on or off until the next such call, also over restarts and hot-plugs; auto: on in its
        # display_hours.
        method SetDisplay(intent: string) -> (waitedMilliseconds: int)

        # Shows the sign's name and addresses over everything, for 30 s or up to an hour; a second one starts the time
        # again. Answers when they show.
        method Identify(forMilliseconds: ?int) -> (waitedMilliseconds: int)

        # Shows a message over everything, for 10 minutes or up to a day; the next one takes its place. Answers when it
        # shows. Its time goes on over reloads; a restart ends it.
        method ShowNotice(text: string, forMilliseconds: ?int) -> (waitedMilliseconds: int)

        # Ends what shows over everything, by ShowNotice or Identify.
        method ClearNotice() -> (waitedMilliseconds: int)

        # Reads configuration and playlist again, as SIGHUP does, and answers when the result is known.
        method Reload() -> (accepted: bool, summary: string, diagnostics: []Diagnostic, time: string)

        # Tries a configuration: the text of one, or without text that of the device's file. Answers when a frame in
        # it is on the screen; after forMilliseconds (60 s, up to an hour) it goes back by itself unless it is confirmed.
        # name: for diagnostics. shown: whether a frame was seen to be on the screen, or the display is not concerned;
        # remaining: seconds until it goes back, 0: it stays.
        method Configure(text: ?string, name: ?string, forMilliseconds: ?int) -> (
          summary: string,
          diagnostics: []Diagnostic,
          shown: bool,
          remaining: float
        )

        # Keeps the configuration that is being tried, also over restarts: from then on it counts in place of the file.
        method ConfirmConfiguration() -> (
          summary: string,
          diagnostics: []Diagnostic,
          shown: bool,
          remaining: float
        )

        # Takes the configuration back that is being tried.
        method RevertConfiguration() -> (
          summary: string,
          diagnostics: []Diagnostic,
          shown: bool,
          remaining: float
        )

        # The text of the configuration in force.
        method ShowConfiguration() -> (text: string)

        # The generations that are kept, the newest first.
        method History() -> (generations: []Generation)

        # Plays another generation, without one the one before the current one; answers as Reload does.
        method Rollback(generation: ?int) -> (
          accepted: bool,
          summary: string,
          diagnostics: []Diagnostic,
          time: string
        )

        # Chooses what plays and remembers it: file or store. Answers as Reload does.
        method Use(source: string) -> (
          accepted: bool,
          summary: string,
          diagnostics: []Diagnostic,
          time: string
        )

        # Takes a playlist with its pictures. Needs "upgrade": after the answer the connection speaks the protocol of
        # pushes and no longer this one.
        method Push() -> ()

        # What shows when. at: a time of the device's clock, "07:00", "2026-12-24" or both, now without; days: how far to
        # look, 1 to 366, a week without. until: how far was looked, less when there are more than 1,000 changes. intent:
        # what operators want of the display, as in Display.
        method Schedule(at: ?string, days: ?int) -> (
          name: string,
          timeZone: string,
          until: string,
          trusted: bool,
          intent: string,
          changes: []Change
        )

        # The connectors, their modes, which one is used and why.
        method Outputs() -> (outputs: []Connector)

        # The frame on the screen, upright. Needs "more": each reply holds some rows from firstRow on, from top to
        # bottom. data is base64: width * 4 bytes a row, each pixel blue, green, red and a byte that means nothing.
        method Screenshot() -> (
          width: int,
          height: int,
          format: string,
          firstRow: int,
          rows: int,
          data: string
        )

        # Tells what happens, from now on. Needs "more"; the first reply is the event "subscribed".
        # monotonic: seconds of CLOCK_MONOTONIC; wall: RFC 3339, UTC. event and the fields it has:
        # slide: index number id cause. schedule: text. pause, resume: by. touchBegan: x y. touchEnded: index number turned.
        # touchCancelled. skipped: id reason. restored: id. note: id text. reload: accepted text.
        # display: output width height refresh (without output: no screen). devices, trouble, mended: text.
        # notice: text. noticeEnded. displayOn, displayOff: cause, as in Display.
        # configuration: state (applied, confirmed, reverted) text.
        method Monitor() -> (
          event: string,
          monotonic: float,
          wall: string,
          index: ?int,
          number: ?int,
          id: ?string,
          cause: ?string,
          by: ?string,
          x: ?float,
          y: ?float,
          turned: ?bool,
          reason: ?string,
          accepted: ?bool,
          text: ?string,
          output: ?string,
          width: ?int,
          height: ?int,
          refresh: ?float,
          state: ?string
        )

        # No slide that can be shown has this id.
        error NoSuchSlide (id: string, suggestion: ?string)

        # Slides are numbered from 1 to slides.
        error NoSuchNumber (number: int, slides: int)

        # The slide could not be painted in time.
        error NotPainted (id: string)

        # The playlist has no ticker.
        error TickerOff ()

        # There is no screen.
        error NoOutput ()

        # The files cannot be used; what played plays on.
        error PlaylistRefused (summary: string, diagnostics: []Diagnostic)

        # The configuration cannot be used; the one before is in force.
        error ConfigurationRefused (summary: string, diagnostics: []Diagnostic)

        # Not done, and why.
        error Refused (reason: string)

        # Other screenshots are being sent; try again.
        error Busy ()

        # The connection is closed: too many clients, a request of more than 1 MiB, a request that is no JSON object.
        error TooManyClients (limit: int)
        error MessageTooLarge (limit: int)
        error MalformedMessage ()

        """
}
