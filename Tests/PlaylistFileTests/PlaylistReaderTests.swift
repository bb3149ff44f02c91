import PlaylistFile
import Signage
import Testing

@Suite struct PlaylistReaderTests {
    @Test func everyKeyIsRead() throws {
        let reading = playlist(
            """
            slides:
              - image: summer.jpg
                id: summer
                duration: 1m30s
                fit: cover
                background: "#102030"
              - text: "Fish & chips today"
              - markup: "<b>−30 %</b> today"
                style: {font: DejaVu Sans, size: 48.5, color: gold, align: left}
              - color: "#ff9500"
                duration: 2
            carousel:
              auto: no
              duration: 4s
              fit: stretch
              background: navy
              transition: fade
              transition_duration: 250ms
              axis: vertical
              loop: false
              at_end: stop
              swipe: off
              swipe_distance: 60
              fling: false
              tap: pause
              resume_after: 0
              region: {x: 10, y: 5%, width: 50%, height: 400}
              edge: 40
              spacing: 20
              padding: 10
              page_size: 80%
              page_align: end
              indicator:
                {style: dots, position: inside, halo: false, color: "#ff0000", inactive_color: "#00ff0080"}
            ticker:
              text: "Open until 22:00   ·   두 개 사면 하나 더"
              position: top
              height: 80
              overlay: true
              speed: 0
              gap: 120
              scroll: always
              drag: true
              style: {font: Noto Serif, size: 40, color: black, background: "#ffffff80", align: right}
            """)
        #expect(reading.diagnostics == [])
        var expected = Playlist()
        expected.carousel.auto = false
        expected.carousel.duration = .seconds(4)
        expected.carousel.background = Color(red: 0, green: 0, blue: 0x80)
        expected.carousel.transition = .fade
        expected.carousel.transitionDuration = .milliseconds(250)
        expected.carousel.axis = .vertical
        expected.carousel.loop = false
        expected.carousel.atEnd = .stop
        expected.carousel.swipe = false
        expected.carousel.swipeDistance = 60
        expected.carousel.fling = false
        expected.carousel.tap = .pause
        expected.carousel.resumeAfter = .zero
        expected.carousel.region.x = .points(10)
        expected.carousel.region.y = .percent(5)
        expected.carousel.region.width = .percent(50)
        expected.carousel.region.height = .points(400)
        expected.carousel.edge = 40
        expected.carousel.spacing = 20
        expected.carousel.padding = 10
        expected.carousel.pageSize = .percent(80)
        expected.carousel.pageAlign = .end
        expected.carousel.indicator.style = .dots
        expected.carousel.indicator.position = .inside
        expected.carousel.indicator.halo = false
        expected.carousel.indicator.color = Color(red: 255, green: 0, blue: 0)
        expected.carousel.indicator.inactiveColor = Color(red: 0, green: 255, blue: 0, alpha: 0x80)
        let navy = expected.carousel.background
        expected.slides = [
            Slide(
                content: .image(path: "/shop/summer.jpg"), id: "summer", duration: .seconds(90), fit: .cover,
                background: Color(red: 0x10, green: 0x20, blue: 0x30), stamp: NamedFiles.stamp),
            Slide(
                content: .text("Fish & chips today"), id: "text:Fish & chips today", fit: .stretch,
                background: navy),
            Slide(
                content: .markup("<b>−30 %</b> today"), id: "markup:<b>−30 %</b> today", fit: .stretch,
                background: navy,
                style: TextStyle(
                    font: "DejaVu Sans", size: 48.5, color: Color(red: 255, green: 215, blue: 0), align: .left
                )),
            Slide(
                content: .color(Color(red: 0xFF, green: 0x95, blue: 0)), id: "color:#ff9500",
                duration: .seconds(2), fit: .stretch, background: navy),
        ]
        var ticker = TickerSettings(text: .plain("Open until 22:00   ·   두 개 사면 하나 더"))
        ticker.position = .top
        ticker.height = 80
        ticker.overlay = true
        ticker.speed = 0
        ticker.gap = 120
        ticker.scroll = .always
        ticker.drag = true
        ticker.align = .right
        ticker.style = TextStyle(font: "Noto Serif", size: 40, color: .black)
        ticker.background = Color(red: 255, green: 255, blue: 255, alpha: 0x80)
        expected.ticker = ticker
        #expect(reading.value == expected)
    }

    @Test func slidesAloneTakeEveryDefault() {
        let reading = playlist("slides: [{image: a.jpg}]")
        #expect(reading.diagnostics == [])
        let slide = Slide(content: .image(path: "/shop/a.jpg"), id: "a.jpg", stamp: NamedFiles.stamp)
        #expect(reading.value == Playlist(slides: [slide]))
    }

    @Test func howASlideComesOnAndHowMuchMovesIsRead() throws {
        let reading = playlist(
            """
            slides:
              - {text: a, transition: none, transition_duration: 1500ms}
              - {text: b, transition: fade}
              - {text: c, transition_duration: 0}
            carousel: {motion: reduced}
            """)
        #expect(reading.diagnostics == [])
        let value = try #require(reading.value)
        #expect(value.slides.map(\.transition) == [CarouselSettings.Transition.none, .fade, nil])
        #expect(value.slides.map(\.transitionDuration) == [.milliseconds(1500), nil, .zero])
        #expect(value.carousel.motion == .reduced)
    }

    @Test func aSlideHasTimesAndAWeightAndMayBeDisabled() throws {
        let reading = playlist(
            """
            slides:
              - {color: red, when: {days: fri-mon, from: "22:00", to: "02:00", since: 2026-12-01, until: 2026-12-24}}
              - {color: blue, when: [{from: "07:00"}, {to: "06:00"}], weight: 2}
              - {color: green, enabled: no}
              - {color: white, when: []}
            """)
        #expect(reading.diagnostics == [])
        let slides = try #require(reading.value?.slides)
        let nights = TimeWindow(
            days: [.friday, .saturday, .sunday, .monday], from: 79_200, to: 7200,
            since: CalendarDay(year: 2026, month: 12, day: 1),
            until: CalendarDay(year: 2026, month: 12, day: 24))
        #expect(slides[0].schedule == Schedule([nights]) && slides[0].weight == 1 && slides[0].isEnabled)
        #expect(slides[1].schedule == Schedule([TimeWindow(from: 25_200), TimeWindow(to: 21_600)]))
        #expect(slides[1].weight == 2 && !slides[2].isEnabled && !slides[3].hasWindows)
    }

    @Test func slidesWhoseTimeIsOverAreNamedWhereTheTimeIsKnown() throws {
        let text = """
            slides:
            - {color: red, when: {until: 2026-12-01}}
            - {color: red, when: [{until: 2026-11-01}, {from: "22:00", to: "02:00", until: 2026-12-01}]}
            - {color: red, when: {until: 2026-12-02}}
            - {color: red, when: {days: mon, until: 2026-12-06}}
            - {color: red, when: {until: 2026-12-01}, enabled: false}
            - {color: red, when: {since: 2027-12-01}}
            """
        func told(_ second: Int) throws -> [String] {
            let day = try #require(CalendarDay(year: 2026, month: 12, day: 2))
            return PlaylistReader.parse(
                Array(text.utf8), file: "p", directory: "/shop", files: NamedFiles(),
                at: WallReading(day, second: second)
            ).diagnostics.map(\.description)
        }
        #expect(playlist(text).diagnostics == [])
        let over = "the slide is not shown any more"
        #expect(
            try told(12 * 3600) == [
                "p:2:22: warning: slides[0].when: closed since 2026-12-02: \(over)",
                "p:3:22: warning: slides[1].when: closed since 2026-12-02: \(over)",
                "p:5:22: warning: slides[3].when: closed since 2026-12-01: \(over)",
            ])
        // The night of the first goes on until two.
        #expect(try told(3600).map { $0.prefix(5) } == ["p:2:2", "p:5:2"])
    }

    @Test func aRoundHasAnEnd() {
        let slides = (0..<10_001).map { _ in "- {color: red, weight: 100}" }.joined(separator: "\n")
        let reading = playlist("slides:\n" + slides)
        #expect(
            reading.diagnostics.map(\.description) == [
                "p:10002:24: error: slides[10000].weight: all slides together weigh more than 1000000"
            ])
    }
}
