internal import Signage

/// The keys of `signaged.yaml`.
enum ConfigurationTable {
    static let table = Mapping<Configuration>([
        Key(
            "name", .name("a name", atMost: 64), \.name,
            about: "shown by `status`, `identify` and the idle page", otherwise: "the host name"),
        Key(
            "output", .word("auto", .auto, or: .connector), \.output,
            about: "which connector, as `signagectl outputs` names it"),
        Key(
            "mode", .word("preferred", .preferred, or: .mode), \.mode,
            about:
                "`preferred` is 1080p where the display prefers 4K; else `1920x1080`, `1920x1080@50`, `3840x2160`"
        ),
        Key(
            "modesetting", .choice(["auto": .auto, "legacy": .legacy], order: ["auto", "legacy"]),
            \.modesetting,
            about:
                "`legacy`: by the calls from before atomic commits, for drivers whose atomic ones are broken"),
        Key(
            "rotation", .choice(quarterTurns, order: ["0", "90", "180", "270"]), \.mounting.rotation,
            about: "how the picture is turned on the display, clockwise; fingers are turned with it"),
        Key(
            "scale", .word("auto", .auto, or: Shape<Double>.number(0.25...16).map { .fixed($0) }), \.scale,
            about: "pixels per point; `auto`: the shorter side / 1080 in steps of 1/8"),
        Key(
            "margins", margins, \.mounting.margins,
            about:
                "pixels at the edges, as seen, that stay black because the frame of the display hides them; margins that leave less than half of a side are not used"
        ),
        Key(
            "touch", touch.shape("a mapping such as {enabled: true}") { Configuration() },
            about: "touch screens"
        ) {
            target, read, _, _ in
            target.touchEnabled = read.touchEnabled
            target.touchMatrix = read.touchMatrix
        },
        Key(
            "idle", idle.shape("a mapping such as {color: black}") { Configuration() },
            about: "the page shown when there is nothing to play"
        ) {
            target, read, _, _ in
            target.idleInfo = read.idleInfo
            target.idleColor = read.idleColor
            target.idleImage = read.idleImage
        },
        Key(
            "display_hours", .displayHours,
            about: "windows in which the display is on", otherwise: "always on", more: "#display-hours"
        ) { target, windows, _, _ in
            target.display.hours = Schedule(windows)
        },
        Key(
            "when_off", .choice, \.display.whenOff,
            about: "no signal, or a black picture for displays that do not come back from no signal"),
        Key(
            "wake_on_touch", .duration(), \.display.wakeOnTouch,
            about:
                "outside of the hours a touch wakes the display for so long, counted from the last touch; `0`: it does not"
        ),
        Key(
            "memory", .word("auto", .auto, or: .memory), \.memory,
            about:
                "for painted slides beyond previous, current and next; `auto`: 1/32 of the machine's, at most 64 MiB; `0`: none"
        ),
        Key(
            "clock", .choice, \.clock,
            about:
                "`trusted`: the wall clock counts once it is synchronised or was set by a hardware clock; `any`: always, for signs that never see a network"
        ),
        Key(
            "socket_group", .name("the name of a group", atMost: 32), \.socketGroup,
            about: "whose members may use `signagectl`"),
        Key(
            "store", store.shape("a mapping such as {keep: 5}") { Configuration() },
            about: "playlists that were pushed"
        ) { target, read, _, _ in
            target.storeKeep = read.storeKeep
            target.storeLimit = read.storeLimit
        },
        Key(
            "frames", .bytes, \.framesLimit,
            about: "painted slides kept on disk, in `/var/cache/signaged`; `0`: none"),
    ])

    private static let quarterTurns = Dictionary(
        uniqueKeysWithValues: Rotation.allCases.map { ("\($0.rawValue)", $0) })

    private static let touch = Mapping<Configuration>([
        Key("enabled", .flag, \.touchEnabled, about: "`false`: the screen does not answer to fingers"),
        Key(
            "matrix", .matrix, \.touchMatrix,
            about: "for a panel that is mounted otherwise than its display",
            otherwise: "the panel's own", more: "hardware.md#touch-panels"),
    ])

    private static let idle = Mapping<Configuration>([
        Key("info", .flag, \.idleInfo, about: "what is wrong, and how to reach the sign"),
        Key("color", .color, \.idleColor, about: "of the page, and behind `image`"),
        Key(
            "image", .name("the path of a picture", atMost: 4095),
            about: "a picture in its place, whole: its path, relative to this file",
            otherwise: "none"
        ) { target, path, document, mark in
            // Looked for when all is read.
            target.idleImage = Configuration.IdleImage(path: path)
            document.idleImageMark = mark
        },
    ])

    private static let store = Mapping<Configuration>([
        Key(
            "keep", .whole(1...100, of: "generations"), \.storeKeep,
            about: "how many of them, besides the current one"),
        Key("limit", .bytes, \.storeLimit, about: "of all their files together; a push beyond is refused"),
    ])

    private static let margins = Mapping<Mounting.Margins>([
        Key("top", pixels, \.top, about: "at the top"), Key("right", pixels, \.right, about: "at the right"),
        Key("bottom", pixels, \.bottom, about: "at the bottom"),
        Key("left", pixels, \.left, about: "at the left"),
    ]).shape("a mapping such as {top: 20}") { Mounting.Margins() }

    private static let pixels = Shape<Int>.whole(0...4096, of: "pixels")
}

extension Shape where Value == Configuration.Output {
    /// A connector as the kernel names it.
    static var connector: Shape {
        Shape(scalar: "the name of a connector such as HDMI-A-1") { (text) throws(Unfit) in
            let isName =
                text.utf8.count <= 64
                && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            guard isName, text.contains(where: \.isLetter) else { throw .different }
            return .connector(text)
        }.described(.called("connector", .pattern("^[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*$")))
    }
}

extension Shape where Value == Configuration.Mode {
    /// `1920x1080` or `1920x1080@50`.
    static var mode: Shape {
        Shape(scalar: "a mode such as 1920x1080 or 1920x1080@50") { (text) throws(Unfit) in
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
            guard parts.count <= 2, sides.count == 2, let width = side(sides[0]), let height = side(sides[1])
            else { throw .different }
            let size = PixelSize(width: width, height: height)
            guard parts.count == 2 else { return .size(size, refreshMillihertz: nil) }
            guard let rate = Decimal.number(parts[1]), (1...1000).contains(rate) else { throw .different }
            return .size(size, refreshMillihertz: Int((rate * 1000).rounded()))
        }.described(.called("mode", .pattern("^[0-9]{1,5}x[0-9]{1,5}(@[0-9]+(\\.[0-9]+)?)?$")))
    }

    private static func side(_ text: Substring) -> Int? {
        guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let side = Int(text) else { return nil }
        return (1...32_768).contains(side) ? side : nil
    }
}

extension Shape where Value == Configuration.Memory {
    static var memory: Shape {
        Shape<Int>.bytes.map { .bytes($0) }
    }
}

extension Shape where Value == Int {
    /// Bytes, or a number of KiB, MiB or GiB.
    static var bytes: Shape {
        Shape(scalar: "a size such as 64MiB") { (text) throws(Unfit) in
            let units: [(String, Int)] = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("", 1)]
            guard let unit = units.first(where: { text.hasSuffix($0.0) }) else { throw .different }
            let digits = text.dropLast(unit.0.count).filter { $0 != " " }
            guard let count = Int(digits), count >= 0, count <= (64 << 30) / unit.1 else { throw .different }
            return count * unit.1
        }.described(
            .called("size", .either([.whole(0...64 << 30), .pattern("^[0-9]{1,11} *([KMG]iB)?$")]))
        ) { bytes in
            guard bytes > 0 else { return .number(0) }
            let unit = [(30, "GiB"), (20, "MiB"), (10, "KiB"), (0, "")].first {
                bytes.isMultiple(of: 1 << $0.0)
            }
            return unit.map { .text("\(bytes >> $0.0)\($0.1)") }
        }
    }
}

extension Shape where Value == Configuration.TouchMatrix {
    /// The first two rows of a calibration matrix.
    static var matrix: Shape {
        let expected = "a list of 6 numbers"
        let numbers = Shape<[Double]>.list(of: Shape<Double>.number(-1000...1000), expected: expected)
        return Shape(.collection, expected) { (document, node) throws(Stop) in
            let errors = document.errors
            guard let values = try numbers.read(document, node), document.errors == errors else { return nil }
            guard values.count == 6 else {
                document.report(.error, node.mark, "expected \(expected), found \(values.count)")
                return nil
            }
            guard abs(values[0] * values[4] - values[1] * values[3]) > 1e-6 else {
                document.report(
                    .error, node.mark,
                    "this matrix maps the whole panel to a line; [1, 0, 0, 0, 1, 0] changes nothing")
                return nil
            }
            return Configuration.TouchMatrix(
                values[0], values[1], values[2], values[3], values[4], values[5])
        }.described(.list(.number(-1000...1000), 6...6))
    }
}
