import Signage
import TestSupport
import Testing

@testable import Wire

@Suite struct PlaylistCodingTests {
    /// No value in it is the one a new playlist has.
    static var playlist: Playlist {
        var carousel = CarouselSettings()
        carousel.auto = false
        carousel.duration = .milliseconds(4321)
        carousel.background = Color(red: 1, green: 2, blue: 3, alpha: 4)
        carousel.transition = .fade
        carousel.transitionDuration = .nanoseconds(1_234_567_891)
        carousel.motion = .reduced
        carousel.axis = .vertical
        carousel.loop = false
        carousel.atEnd = .stop
        carousel.swipe = false
        carousel.swipeDistance = 51.5
        carousel.fling = false
        carousel.tap = .pause
        carousel.resumeAfter = .zero
        carousel.region.x = .percent(1)
        carousel.region.y = .points(2)
        carousel.region.width = .points(3)
        carousel.region.height = .percent(4)
        carousel.edge = 5
        carousel.spacing = 6
        carousel.padding = 7
        carousel.pageSize = .points(8)
        carousel.pageAlign = .end
        carousel.indicator.style = .dots
        carousel.indicator.position = .inside
        carousel.indicator.halo = false
        carousel.indicator.color = Color(red: 5, green: 6, blue: 7, alpha: 8)
        carousel.indicator.inactiveColor = .white
        var ticker = TickerSettings(text: .markup("<b>두 개</b>"))
        ticker.file = TickerFile(
            path: "/srv/news.txt", name: "news.txt", line: 3, column: 9, separator: " / ",
            stamp: FileStamp(device: 1, inode: 2, size: 3, modified: 4), fault: "is not in UTF-8")
        ticker.position = .top
        ticker.height = 65
        ticker.overlay = true
        ticker.speed = 101
        ticker.gap = 81
        ticker.scroll = .never
        ticker.drag = true
        ticker.align = .right
        ticker.style = TextStyle(font: "Serif", size: 33, color: .black, align: .left)
        ticker.background = Color(red: 9, green: 8, blue: 7, alpha: 6)
        let slides = [
            Slide(
                content: .image(path: "/srv/sommer größe\n.jpg"), id: "a", duration: .seconds(7),
                transition: CarouselSettings.Transition.none, transitionDuration: .milliseconds(250),
                fit: .cover,
                background: .white, style: ticker.style,
                schedule: Schedule([
                    TimeWindow(days: [.friday], from: 79_200, to: 7200, since: CalendarDay(number: 20_789)),
                    TimeWindow(from: 60, to: 120),
                ]), weight: 3, isEnabled: false,
                stamp: FileStamp(device: 1, inode: .max, size: 3, modified: -4), fault: "no such file"),
            Slide(content: .text("Fish & chips 🐟"), id: "b"),
            Slide(content: .markup("<i>x</i>"), id: "c", fit: .center),
            Slide(content: .color(.white), id: "d"),
        ]
        return Playlist(slides: slides, carousel: carousel, ticker: ticker)
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.name = "shop-12"
        configuration.output = .connector("HDMI-A-1")
        configuration.mode = .size(PixelSize(width: 1280, height: 720), refreshMillihertz: 50_000)
        configuration.scale = .fixed(1.5)
        configuration.mounting = Mounting(
            rotation: .clockwise270, margins: Mounting.Margins(top: 1, right: 2, bottom: 3, left: 4))
        configuration.touchEnabled = false
        configuration.touchMatrix = Configuration.TouchMatrix(0, -1, 1, 1, 0.5, -0.25)
        configuration.idleInfo = false
        configuration.idleColor = .white
        configuration.idleImage = Configuration.IdleImage(
            path: "/srv/closed.png", stamp: FileStamp(device: 1, inode: 2, size: 3, modified: 4))
        configuration.display.hours = Schedule([
            TimeWindow(days: [.monday, .sunday], from: 25_200, to: 86_400),
            TimeWindow(
                from: 60, to: 0, since: CalendarDay(year: 1, month: 1, day: 1),
                until: CalendarDay(year: 9999, month: 12, day: 31)),
        ])
        configuration.display.whenOff = .black
        configuration.display.wakeOnTouch = .seconds(60)
        configuration.clock = .any
        configuration.memory = .bytes(0)
        configuration.storeKeep = 3
        configuration.storeLimit = 1 << 30
        configuration.modesetting = .legacy
        configuration.framesLimit = 0
        configuration.socketGroup = "staff"
        return configuration
    }

    private static func bytes(of playlist: Playlist) -> [UInt8] {
        var writer = ByteWriter()
        writer.put(playlist)
        return writer.bytes
    }

    private static func playlist(from bytes: [UInt8]) throws(MalformedMessage) -> Playlist {
        var reader = ByteReader(bytes)
        let playlist = try reader.takePlaylist()
        try reader.end()
        return playlist
    }

    @Test(arguments: [playlist, Playlist()]) func aPlaylistSurvivesTheWay(_ playlist: Playlist) throws {
        #expect(try Self.playlist(from: Self.bytes(of: playlist)) == playlist)
    }

    @Test(arguments: [0, -1, 101]) func aWeightIsFrom1To100(weight: Int) {
        let slide = Slide(content: .color(.white), id: "a", weight: weight)
        #expect(throws: MalformedMessage.self) {
            try Self.playlist(from: Self.bytes(of: Playlist(slides: [slide])))
        }
    }

    @Test func noPartOfAPlaylistIsAPlaylist() {
        let bytes = Self.bytes(of: Self.playlist)
        for count in 0..<bytes.count {
            #expect(throws: MalformedMessage.self) { try Self.playlist(from: Array(bytes.prefix(count))) }
        }
        #expect(throws: MalformedMessage.self) { try Self.playlist(from: bytes + [0]) }
    }

    @Test func whateverTheBytesSayNothingTraps() {
        let bytes = Self.bytes(of: Self.playlist)
        var random = SplitMix(state: 7)
        for _ in 0..<2000 {
            var changed = bytes
            changed[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            _ = try? Self.playlist(from: changed)
        }
    }

    @Test(arguments: [configuration, Configuration()])
    func aConfigurationSurvivesTheWay(_ configuration: Configuration) throws {
        var writer = ByteWriter()
        writer.put(configuration)
        var reader = ByteReader(writer.bytes)
        #expect(try reader.takeConfiguration() == configuration)
        try reader.end()
    }
}
