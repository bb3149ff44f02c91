import Control
import PlaylistFile
import Signage
import StoreJobs
import Testing

@testable import Daemon

struct WordingTests {
    private func error(_ file: String, _ message: String) -> Diagnostic {
        Diagnostic(severity: .error, file: file, line: 2, column: 8, path: "scale", message: message)
    }

    @Test func idlePageNamesThePlaylistsFirstError() {
        var content = Content()
        content.diagnostics = [
            error("c.yaml", "one"), error("p.yaml", "two"), error("p.yaml", "three"),
        ]
        let lines = idleLines(content, playlistPath: "p.yaml", addresses: ["192.0.2.7"])
        #expect(lines.first == "p.yaml:2:8: error: scale: two")
        #expect(lines.contains { $0.contains("2 more") })
        #expect(lines.last == "192.0.2.7")
    }

    @Test func idlePageWithoutAnErrorSaysWhereSlidesGo() {
        let lines = idleLines(Content(), playlistPath: "/etc/signaged/playlist.yaml", addresses: [])
        #expect(lines.first?.contains("/etc/signaged/playlist.yaml") == true)
    }

    @Test func idlePageLeavesItToTheSignWhenTheNextSlideComes() {
        var content = Content()
        content.playlist.slides = [Slide(content: .color(.white), id: "a", fault: "missing")]
        let words = idleLines(content, playlistPath: "p.yaml", addresses: ["192.0.2.7"])
        #expect(words == ["No slide can be shown, see 'signagectl status'.", "192.0.2.7"])
        #expect(!content.needsClock)
        content.playlist.slides[0].schedule = Schedule([TimeWindow(from: 25_200)])
        #expect(idleLines(content, playlistPath: "p.yaml", addresses: ["192.0.2.7"]) == ["192.0.2.7"])
        #expect(content.needsClock)
    }

    @Test func identityIsTheNameAndWhereToReachIt() {
        let addresses = (1...9).map { "192.0.2.\($0)" }
        let named = identity(name: "shop-12", host: "raspberrypi", addresses: addresses)
        #expect(named.title == "shop-12" && named.lines == ["raspberrypi"] + addresses.prefix(8))
        let plain = identity(name: "raspberrypi", host: "raspberrypi", addresses: [])
        #expect(plain == Notice(title: "raspberrypi", lines: ["no network"]))
    }

    @Test func aMessageHasTenMinutesUnlessItSays() {
        let message = Notice(.message, title: "Back at 3")
        #expect(Command(.notice("Back at 3", for: nil)) == .notice(message, for: .seconds(600)))
        #expect(Command(.notice("Back at 3", for: .seconds(5))) == .notice(message, for: .seconds(5)))
        #expect(Command(.clearNotice) == .clearNotice)
        #expect(Command.clearNotice.words == "notice --clear")
        #expect(Command.notice(message, for: .seconds(5)).words == "notice 'Back at 3' --for 5.0s")
    }

    @Test func statusLineNamesTheSlide() {
        var sign = SignStatus(
            state: .playing, selected: .init(index: 1, id: "soup", moving: false), slideCount: 3, ticker: nil,
            skipped: [], scale: 1)
        #expect(statusLine(sign) == "showing slide 2 of 3, 'soup'")
        (sign.state, sign.selected, sign.times.waiting) = (.idle, nil, 2)
        #expect(statusLine(sign) == "no slide has its time, 2 waiting")
        sign.state = .noOutput
        #expect(statusLine(sign) == "no display, playing on in the dark")
    }

    @Test func changedKeysOfTheNextStartAreNamed() {
        let old = Configuration()
        var new = old
        new.name = "shop-12"
        #expect(keysForTheNextStart(old, new) == [])
        new.output = .connector("HDMI-A-1")
        new.memory = .bytes(0)
        new.socketGroup = "wheel"
        #expect(keysForTheNextStart(old, new) == ["socket_group"])
    }
}
