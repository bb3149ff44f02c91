import PlaylistFile
import Signage
import Testing

@Suite struct ConfigurationReaderTests {
    @Test func everyKeyIsRead() {
        let reading = configuration(
            """
            name: shop-12
            output: HDMI-A-1
            mode: 1920x1080@59.94
            modesetting: legacy
            rotation: 270
            scale: 1.5
            margins: {top: 10, right: 20, bottom: 30}
            touch: {enabled: false, matrix: [0, -1, 1, 1.5, 0, -0.25]}
            idle: {info: false, color: navy}
            display_hours:
              - {days: mon-fri, from: "07:00", to: "22:00"}
              - {days: [sat, "sun"], from: "20:00", to: "02:30"}
              - {days: fri-mon}
            when_off: black
            wake_on_touch: 1m
            memory: 24 MiB
            clock: any
            socket_group: staff
            store: {keep: 2, limit: 300MiB}
            frames: 0
            """)
        #expect(reading.diagnostics == [])
        var expected = Configuration()
        expected.name = "shop-12"
        expected.output = .connector("HDMI-A-1")
        expected.mode = .size(PixelSize(width: 1920, height: 1080), refreshMillihertz: 59_940)
        expected.modesetting = .legacy
        expected.mounting = Mounting(
            rotation: .clockwise270, margins: Mounting.Margins(top: 10, right: 20, bottom: 30))
        expected.scale = .fixed(1.5)
        expected.touchEnabled = false
        expected.touchMatrix = Configuration.TouchMatrix(0, -1, 1, 1.5, 0, -0.25)
        expected.idleInfo = false
        expected.idleColor = Color(red: 0, green: 0, blue: 0x80)
        expected.display.hours = Schedule([
            TimeWindow(
                days: [.monday, .tuesday, .wednesday, .thursday, .friday], from: 7 * 3600, to: 22 * 3600),
            TimeWindow(days: [.saturday, .sunday], from: 20 * 3600, to: 9000),
            TimeWindow(days: [.friday, .saturday, .sunday, .monday]),
        ])
        expected.display.whenOff = .black
        expected.display.wakeOnTouch = .seconds(60)
        expected.clock = .any
        expected.memory = .bytes(24 << 20)
        expected.socketGroup = "staff"
        expected.storeKeep = 2
        expected.storeLimit = 300 << 20
        expected.framesLimit = 0
        #expect(reading.value == expected)
        #expect(reading.fallback == expected)
    }

    @Test(arguments: [
        "", "# only a comment\n", "---\n", "{}", "touch:\nidle:\nstore:\n",
        "store: {keep: 5, limit: 2GiB}\nframes: 256MiB\n",
        "output: auto\nmode: preferred\nmodesetting: auto\nscale: auto\nmemory: auto\n",
    ])
    func nothingSaidIsTheDefault(_ text: String) {
        let reading = configuration(text)
        #expect(reading.diagnostics == [])
        #expect(reading.value == Configuration())
    }

    @Test(arguments: [
        DiagnosticCase("list", "- a", "c:1:1: error: expected a mapping of settings, found a list"),
        DiagnosticCase(
            "unknown key", "outputs: auto\n",
            "c:1:1: error: outputs: unknown key 'outputs', did you mean 'output'?"),
        DiagnosticCase(
            "output", "output: \"HDMI A 1\"\n",
            "c:1:9: error: output: expected the name of a connector such as HDMI-A-1, found 'HDMI A 1'"),
        DiagnosticCase(
            "output is a list", "output: [a]\n",
            "c:1:9: error: output: expected 'auto' or the name of a connector such as HDMI-A-1, found a list"),
        DiagnosticCase(
            "mode", "mode: 1080p\n",
            "c:1:7: error: mode: expected a mode such as 1920x1080 or 1920x1080@50, found '1080p'"),
        DiagnosticCase(
            "mode of no size", "mode: 0x1080\n",
            "c:1:7: error: mode: expected a mode such as 1920x1080 or 1920x1080@50, found '0x1080'"),
        DiagnosticCase(
            "rate", "mode: 1920x1080@0\n",
            "c:1:7: error: mode: expected a mode such as 1920x1080 or 1920x1080@50, found '1920x1080@0'"),
        DiagnosticCase(
            "rotation", "rotation: 45\n", "c:1:11: error: rotation: expected 0, 90, 180 or 270, found '45'"),
        DiagnosticCase(
            "scale", "scale: 0\n", "c:1:8: error: scale: expected a number from 0.25 to 16, found '0'"),
        DiagnosticCase(
            "margins", "margins: {top: 1.5, middle: 0}\n",
            "c:1:16: error: margins.top: expected a whole number of pixels from 0 to 4096, found '1.5'",
            "c:1:21: error: margins.middle: unknown key 'middle'; known here: top, right, bottom, left"),
        DiagnosticCase(
            "touch", "touch: {enabled: maybe, matrix: [1, 0]}\n",
            "c:1:18: error: touch.enabled: expected true or false, found 'maybe'",
            "c:1:33: error: touch.matrix: expected a list of 6 numbers, found 2"),
        DiagnosticCase(
            "matrix", "touch: {matrix: [1, 0, 0, 0, 1, x]}\n",
            "c:1:33: error: touch.matrix[5]: expected a number from -1000 to 1000, found 'x'"),
        DiagnosticCase(
            "idle", "idle: {color: \"#12\", info: 7}\n",
            ##"c:1:15: error: idle.color: expected a colour such as "#ff9500" or white, found '#12'"##,
            "c:1:28: error: idle.info: expected true or false, found '7'"),
        DiagnosticCase(
            "display hours", "display_hours: [{days: daily, from: noon, since: 2026-01-01}]\n",
            "c:1:24: error: display_hours[0].days: expected days such as mon-fri or [sat, sun], found 'daily'",
            "c:1:37: error: display_hours[0].from: expected a time such as \"07:00\", found 'noon'",
            "c:1:43: error: display_hours[0].since: unknown key 'since'; known here: days, from, to"),
        DiagnosticCase(
            "no day", "display_hours: [{days: []}]\n",
            "c:1:24: error: display_hours[0].days: expected days such as mon-fri or [sat, sun], found an empty list"
        ),
        DiagnosticCase(
            "when off", "when_off: sleep\n",
            "c:1:11: error: when_off: expected power-off or black, found 'sleep'"),
        DiagnosticCase(
            "memory", "memory: lots\n",
            "c:1:9: error: memory: expected a size such as 64MiB, found 'lots'"),
        DiagnosticCase(
            "clock", "clock: trusty\n",
            "c:1:8: error: clock: expected trusted or any, found 'trusty'; did you mean 'trusted'?"),
        DiagnosticCase(
            "group", "socket_group: \"\"\n",
            "c:1:15: error: socket_group: expected the name of a group, found nothing"),
        DiagnosticCase(
            "store", "store: {keep: 0, limit: 2GB}\n",
            "c:1:15: error: store.keep: expected a whole number of generations from 1 to 100, found '0'",
            "c:1:25: error: store.limit: expected a size such as 64MiB, found '2GB'"),
        DiagnosticCase(
            "matrix of a line", "touch: {matrix: [1, 2, 0, 2, 4, 0]}\n",
            "c:1:17: error: touch.matrix: this matrix maps the whole panel to a line; [1, 0, 0, 0, 1, 0] changes nothing"
        ),
        DiagnosticCase(
            "frames", "frames: some\n", "c:1:9: error: frames: expected a size such as 64MiB, found 'some'"),
    ])
    func errors(_ example: DiagnosticCase) {
        let reading = configuration(example.text)
        #expect(reading.diagnostics.map(\.description) == example.diagnostics)
        #expect(reading.value == nil)
        #expect(reading.fallback == Configuration())
    }

    @Test func theIdlePictureIsLookedForBesideTheConfiguration() {
        let reading = configuration("idle: {image: closed.jpg, color: white}\n")
        #expect(reading.diagnostics == [])
        #expect(
            reading.value?.idleImage
                == Configuration.IdleImage(path: "/shop/closed.jpg", stamp: NamedFiles.stamp))
        #expect(configuration("idle: {image: /srv/a.jpg}\n").value?.idleImage?.path == "/srv/a.jpg")
        #expect(configuration("idle: {info: no}\n").value?.idleImage == nil)
    }

    @Test func anIdlePictureThatIsMissingIsAWarning() {
        let reading = configuration("name: a\nidle: {image: missing.jpg}\n")
        #expect(
            reading.diagnostics.map(\.description) == [
                "c:2:15: warning: idle.image: 'missing.jpg': no such file; the ordinary idle page is shown"
            ])
        #expect(reading.value?.idleImage == Configuration.IdleImage(path: "/shop/missing.jpg"))
    }

    /// A matrix that is written counts, also one that changes nothing: it replaces the device's own.
    @Test func aMatrixThatIsWrittenIsKept() {
        #expect(
            configuration("touch: {matrix: [1, 0, 0, 0, 1, 0]}\n").value?.touchMatrix
                == Configuration.TouchMatrix(1, 0, 0, 0, 1, 0))
        #expect(configuration("touch: {enabled: true}\n").value?.touchMatrix == nil)
    }

    @Test func onlyWhatCannotBeUsedFallsBack() {
        let reading = configuration(
            "name: a\nscale: big\nidle: {info: no, color: x}\nmode: 800x600\nfoo: [\n")
        #expect(reading.diagnostics.map(\.line) == [2, 3, 5, 6])
        #expect(reading.value == nil)
        var expected = Configuration()
        expected.name = "a"
        expected.idleInfo = false
        expected.mode = .size(PixelSize(width: 800, height: 600), refreshMillihertz: nil)
        #expect(reading.fallback == expected)
    }

    @Test(arguments: [
        ScalarCase("0", Configuration.Memory.bytes(0)), ScalarCase("1024", .bytes(1024)),
        ScalarCase("64MiB", .bytes(64 << 20)), ScalarCase("1 GiB", .bytes(1 << 30)),
        ScalarCase("512KiB", .bytes(512 << 10)), ScalarCase("-1", nil), ScalarCase("1.5MiB", nil),
        ScalarCase("64MB", nil), ScalarCase("99999999999999999999", nil), ScalarCase("65GiB", nil),
        ScalarCase("MiB", nil),
    ])
    func memory(_ example: ScalarCase<Configuration.Memory>) {
        #expect(configuration("memory: \(example.text)\n").value?.memory == example.value)
    }

    /// Dark in the hours that could not be read would be worse than lit in all.
    @Test func hoursWithAMistakeAreNoHours() {
        let reading = configuration(
            "display_hours: [{days: mon-fri, from: \"07:00\"}, {days: sat, from: noon}]\n")
        #expect(reading.value == nil && reading.fallback == Configuration())
    }
}
