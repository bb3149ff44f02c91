import Glibc
import Signage
import SystemCalls
import Testing

@testable import Display

/// A card that one process after the other uses.
@Suite struct HandOverTests {
    private static func descriptor() throws -> Descriptor { try Descriptor(opening: "/dev/null", O_RDONLY) }

    private static func open(_ source: InheritedCards, _ cards: FakeCards) throws -> FakeCard? {
        let node = try #require(cards.nodes().first)
        return try source.open(node, .auto) as? FakeCard
    }

    @Test func theFirstOpeningTakesAnInheritedCardOver() throws {
        let card = try FakeCard(.fake())
        let adopted = try FakeCard(.fake())
        let cards = try FakeCards([card])
        let source = InheritedCards(
            [try Self.descriptor()], over: cards, name: { _ in "card0" }, adopt: { _, _ in adopted })
        #expect(try Self.open(source, cards) === adopted)
        #expect(cards.opened.isEmpty)
        // Lost since, and opened anew.
        #expect(try Self.open(source, cards) === card)
    }

    @Test func aCardThatIsGoneOrTakenIsOpenedAnew() throws {
        for errno in [ENODEV, EACCES] {
            let card = try FakeCard(.fake())
            let cards = try FakeCards([card])
            let source = InheritedCards(
                [try Self.descriptor()], over: cards, name: { _ in "card0" },
                adopt: { _, _ throws(KMSError) in throw KMSError("drmModeGetResources", errno: errno) })
            #expect(try Self.open(source, cards) === card)
        }
    }

    @Test func whatIsNoCardAndWhatIsTwiceThereIsClosed() throws {
        let cards = try FakeCards([try FakeCard(.fake())])
        var adopted: [CInt] = []
        let given = [try Self.descriptor(), try Self.descriptor(), try Self.descriptor()]
        let numbers = given.map(\.number)
        let source = InheritedCards(
            given, over: cards, name: { $0.number == numbers[0] ? nil : "card0" },
            adopt: { descriptor, _ in
                adopted.append(descriptor.number)
                return cards.cards[0].card
            })
        _ = try Self.open(source, cards)
        _ = try Self.open(source, cards)
        #expect(adopted == [numbers[1]])
        #expect(cards.opened == ["card0"])
    }

    @Test func aCardThatNobodyAskedForIsNotKeptForLater() throws {
        let card = try FakeCard(.fake())
        let adopted = try FakeCard(.fake())
        let cards = try FakeCards([card])
        let source = InheritedCards(
            [try Self.descriptor()], over: cards, name: { _ in "card0" }, adopt: { _, _ in adopted })
        source.closeRest()
        #expect(try Self.open(source, cards) === card)
    }

    @Test func theOldFramebuffersStayUntilTheFirstFrameIsOnTheGlass() throws {
        let bench = try KMSBench { card, _ in
            card.formerBuffers = [7, 8]
            card.scannedOut = 7
            card.isModesetNeeded = false
        }
        #expect(bench.card.formerBuffers == [7, 8])
        bench.present(.white)
        // The mode is as it was left: nothing blinks.
        #expect(bench.card.commits.map(\.flags) == [[.nonblocking, .flipEvent]])
        #expect(bench.card.scannedOut == 7)
        #expect(bench.card.formerBuffers == [7, 8])
        bench.flip()
        #expect(bench.card.formerBuffers.isEmpty)
        #expect(bench.card.scannedOut != 0)
    }

    @Test func aFlipOfTheProcessBeforeIsNotTakenForOurs() throws {
        let before = CommitKeys(from: Instant(seconds: 99))
        let old = before.next()
        let bench = try KMSBench { card, _ in card.formerBuffers = [7] }
        bench.present(.white)
        #expect(bench.frameCommits.allSatisfy { $0.key != old })
        bench.card.send(key: old, at: bench.now, sequence: 3)
        #expect(!bench.wait(0.001).contains { if case .flipped = $0 { true } else { false } })
        #expect(bench.card.formerBuffers == [7])
    }

    @Test func withoutADisplayTheOldFramebuffersGo() throws {
        var dark = CardSnapshot.fake()
        dark.connectors[0].status = .disconnected
        let bench = try KMSBench(dark) { card, _ in
            card.formerBuffers = [7]
        }
        #expect(bench.screen.output == nil)
        #expect(bench.card.formerBuffers.isEmpty)
    }

    @Test func theOldFramebuffersGoWhereMemoryIsShort() throws {
        let bench = try KMSBench { card, _ in
            card.formerBuffers = [7]
            card.formerMemory = 1 << 20
            card.memory = 4096
        }
        #expect(bench.screen.output != nil)
        #expect(bench.card.formerBuffers.isEmpty)
    }

    @Test func whatIsHandedOverStaysOnTheGlass() throws {
        let bench = try KMSBench()
        bench.present(.white)
        bench.flip()
        let shown = bench.card.scannedOut
        #expect(bench.card.liveBuffers.count == 2)
        bench.screen.handOver()
        #expect(bench.card.liveBuffers == [shown])
        #expect(bench.screen.openCard == nil)
    }

    @Test func aFrameOnItsWayIsHandedOverAsWell() throws {
        let bench = try KMSBench()
        bench.present(.white)
        bench.flip()
        bench.present(.black)
        bench.screen.handOver()
        #expect(bench.card.liveBuffers.count == 2)
    }

    @Test func whatIsGivenBackIsRemoved() throws {
        let bench = try KMSBench()
        bench.present(.white)
        bench.flip()
        bench.screen.close()
        #expect(bench.card.liveBuffers.isEmpty)
    }

    @Test func whoeverKeepsTheCardIsToldWhenItIsAnother() throws {
        let bench = try KMSBench()
        #expect(bench.screen.openCard === bench.card.descriptor)
        let first = bench.screen.cardChanges
        _ = bench.wait(1)
        #expect(bench.screen.cardChanges == first)
        // Closed, and opened again.
        _ = bench.replug(.removed("card0")) + bench.wait(1)
        #expect(bench.screen.cardChanges == first + 2)
        #expect(bench.screen.openCard === bench.card.descriptor)
    }
}
