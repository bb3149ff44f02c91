import Glibc
import PaintJobs
import Signage
import StoreJobs
import SystemCalls
import TestSupport
import Testing

@testable import Daemon

/// A supply with a painter and a store that do as they are told.
private final class Desk {
    let painter = FakePainter()
    let supply: PictureSupply
    /// What the store was asked, by number.
    private(set) var asked: [StoreJob] = []
    private(set) var takenBack: [UInt64] = []
    private var number: UInt64 = 0

    init(hasStore: Bool = true, quarantine: [QuarantinedPicture] = []) {
        supply = PictureSupply(painter: painter, quarantine: Quarantine(quarantine))
        guard hasStore else { return }
        supply.ask = { [unowned self] job, _ in
            asked.append(job)
            return UInt64(asked.count)
        }
        supply.takeBack = { [unowned self] in takenBack.append($0) }
    }

    func submit(_ picture: Picture, at now: Instant = Instant(seconds: 0)) {
        number += 1
        supply.submit(PaintJob(number: number, picture: picture, file: nil), at: now)
    }

    /// Answers what the store was asked last.
    @discardableResult
    func answer(_ outcome: StoreOutcome) -> Bool {
        supply.take(outcome, of: UInt64(asked.count), at: Instant(seconds: 0))
    }

    /// What has come of the picture asked for last.
    func outcome(at now: Instant = Instant(seconds: 0)) -> PaintOutcome? {
        for case .finished(number, let outcome) in supply.dispatch(at: now) + supply.advance(to: now) {
            return outcome
        }
        return nil
    }
}

private let size = PixelSize(width: 4, height: 3)

private func slide(_ content: Slide.Content, modified: Int64 = 1, width: Int = 4) -> Picture {
    .slide(
        SlidePicture(
            content: content, stamp: FileStamp(device: 1, inode: 2, size: 3, modified: modified),
            size: PixelSize(width: width, height: 3), fit: .cover, background: .black, style: TextStyle(),
            scale: 1))
}

struct PictureSupplyTests {
    @Test func aFrameThatIsThereNeedsNoPainter() {
        let desk = Desk()
        desk.submit(slide(.text("a")))
        #expect(desk.supply.isBusy)
        guard case .frame(_, let memory)? = desk.asked.last else {
            Issue.record("the store was not asked")
            return
        }
        #expect(memory.size == 48)
        #expect(desk.answer(.frame(PaintedPicture(size: size, isOpaque: true), stride: 16)))
        guard case .painted(let painted, 16, let mapping?)? = desk.outcome() else {
            Issue.record("no picture")
            return
        }
        #expect(painted.size == size && mapping.bytes.count == 48)
        #expect(desk.painter.pictures.isEmpty && !desk.supply.isBusy && desk.asked.count == 1)
    }

    @Test(arguments: [(5, 3, 20), (4, 2, 16), (4, 3, 15), (4, 3, 12), (4, 3, 32)])
    func aFrameOfAnotherPictureIsNotShown(width: Int, height: Int, stride: Int) {
        let desk = Desk()
        desk.submit(slide(.text("a")))
        let other = PaintedPicture(size: PixelSize(width: width, height: height), isOpaque: true)
        desk.answer(.frame(other, stride: stride))
        guard case .painted? = desk.outcome() else {
            Issue.record("it was not painted")
            return
        }
        #expect(desk.painter.pictures.count == 1)
    }

    @Test func aPictureWithoutAFrameIsPaintedAndKept() throws {
        let desk = Desk()
        desk.submit(slide(.image(path: "/nowhere/a.jpg")))
        desk.answer(.noFrame(file: try Descriptor(opening: "/dev/null", O_RDONLY)))
        #expect(desk.painter.files == [true])
        guard case .painted? = desk.outcome(),
            case .keepFrame(let picture, _, 16, let memory)? = desk.asked.last
        else {
            Issue.record("it was not kept")
            return
        }
        #expect(picture == slide(.image(path: "/nowhere/a.jpg")) && memory.size == 48)
        // That the store does not keep it changes nothing.
        #expect(!desk.answer(.failed("No space left on device")))
    }

    @Test func whatTheStoreRefusesIsNotPainted() {
        let desk = Desk()
        desk.submit(slide(.image(path: "/var/lib/signaged/objects/ab/cd")))
        desk.answer(.failed("is damaged"))
        guard case .failed("is damaged")? = desk.outcome() else {
            Issue.record("it was not refused")
            return
        }
        #expect(desk.painter.pictures.isEmpty && !desk.supply.isBusy)
    }

    @Test func withoutAStoreFilesAreOpenedHere() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.jpg", "x")
        let desk = Desk(hasStore: false)
        desk.submit(slide(.image(path: path)))
        #expect(desk.painter.files == [true])
        guard case .painted? = desk.outcome() else {
            Issue.record("no picture")
            return
        }
        desk.submit(slide(.image(path: folder.path + "/b.jpg")))
        guard case .failed("no such file")? = desk.outcome() else {
            Issue.record("a missing file is named")
            return
        }
    }

    @Test func aStoreThatDiesDoesNotStopTheSign() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.jpg", "x")
        let desk = Desk()
        desk.submit(slide(.image(path: path)))
        desk.answer(.lost("signage-store was killed by signal 9 (Killed)"))
        guard case .painted? = desk.outcome() else {
            Issue.record("no picture")
            return
        }
        #expect(desk.painter.files == [true])
    }

    @Test func onlySlidesAreKept() {
        let desk = Desk()
        desk.submit(.badge(Badge(symbol: .paused, side: 4)))
        guard case .painted? = desk.outcome() else {
            Issue.record("no picture")
            return
        }
        #expect(desk.asked.isEmpty)
    }

    @Test func anAnswerThatComesTooLateIsForgotten() {
        let desk = Desk()
        desk.submit(slide(.text("a")))
        desk.supply.abandon(at: Instant(seconds: 1))
        #expect(!desk.supply.isBusy)
        #expect(desk.answer(.frame(PaintedPicture(size: size, isOpaque: true), stride: 16)))
        #expect(desk.outcome() == nil && desk.painter.abandoned == 0)
    }

    /// On a slow disk a lookup may take longer than the patience of a page.
    @Test func aLookupGoesOnForThePictureThatComesBack() {
        let desk = Desk()
        desk.submit(slide(.text("a")))
        desk.supply.abandon(at: Instant(seconds: 5))
        desk.submit(slide(.text("a")))
        #expect(desk.asked.count == 1 && desk.takenBack.isEmpty)
        desk.answer(.frame(PaintedPicture(size: size, isOpaque: true), stride: 16))
        guard case .painted? = desk.outcome() else {
            Issue.record("it is looked for again and again")
            return
        }
    }

    @Test func aLookupThatNobodyWaitsForIsTakenBack() {
        let desk = Desk()
        desk.submit(slide(.text("a")))
        desk.supply.abandon(at: Instant(seconds: 5))
        desk.submit(slide(.text("b")))
        #expect(desk.asked.count == 2 && desk.takenBack == [1])
        // It was under way already.
        #expect(!desk.supply.take(.noFrame(file: nil), of: 1, at: Instant(seconds: 5)))
        desk.answer(.frame(PaintedPicture(size: size, isOpaque: true), stride: 16))
        guard case .painted? = desk.outcome() else {
            Issue.record("no picture")
            return
        }
    }

    @Test func aDiskThatDoesNotAnswerIsNotWaitedForHere() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.jpg", "x")
        let desk = Desk()
        desk.submit(slide(.image(path: path)))
        desk.answer(.late("the disk does not answer"))
        guard case .postponed("the disk does not answer")? = desk.outcome() else {
            Issue.record("it is opened here")
            return
        }
        #expect(desk.painter.pictures.isEmpty && !desk.supply.isBusy)
    }

    @Test func aPictureThatEndsThePainterTwiceIsLeftAlone() {
        let desk = Desk(hasStore: false)
        desk.painter.manner = { _ in .crash("killed") }
        desk.submit(slide(.text("a")))
        guard case .crashed? = desk.outcome() else {
            Issue.record("it is tried again")
            return
        }
        #expect(desk.supply.quarantine.takeAdded().isEmpty)
        // The size of the page does not matter.
        desk.submit(slide(.text("a"), width: 5))
        guard case .failed(let reason)? = desk.outcome() else {
            Issue.record("it is left alone")
            return
        }
        #expect(reason == "stopped the painter again and again, not tried until it changes: killed")
        let added = desk.supply.quarantine.takeAdded()
        #expect(added.map(\.reason) == [reason] && desk.supply.quarantine.takeAdded().isEmpty)
        desk.submit(slide(.text("a")))
        guard case .failed? = desk.outcome() else { return }
        #expect(desk.painter.pictures.count == 2)
        // Another version of it is tried.
        desk.painter.manner = { _ in .paint }
        desk.submit(slide(.text("a"), modified: 2))
        guard case .painted? = desk.outcome() else {
            Issue.record("the new version is not tried")
            return
        }
        // And over a restart.
        let after = Desk(quarantine: added)
        after.submit(slide(.text("a")))
        guard case .failed(reason)? = after.outcome() else {
            Issue.record("it is forgotten")
            return
        }
        #expect(after.asked.isEmpty && after.painter.pictures.isEmpty)
    }

    @Test func thePlaceOfAFileIsNotItsContent() {
        func outcome(_ path: String, _ stamp: FileStamp, after entry: QuarantinedPicture) -> PaintOutcome? {
            let desk = Desk(hasStore: false, quarantine: [entry])
            desk.submit(Self.picture(path, stamp))
            return desk.outcome()
        }
        func quarantined(_ path: String, _ stamp: FileStamp) -> QuarantinedPicture? {
            let desk = Desk(hasStore: false)
            desk.painter.manner = { _ in .crash("killed") }
            for _ in 0..<2 {
                desk.submit(Self.picture(path, stamp))
                _ = desk.outcome()
            }
            return desk.supply.quarantine.takeAdded().first
        }
        let stamp = FileStamp(device: 1, inode: 2, size: 3, modified: 4)
        // The same disk under another number after a restart.
        let otherDevice = FileStamp(device: 9, inode: 2, size: 3, modified: 4)
        let file = "/proc/self/status"
        if let entry = quarantined(file, stamp) {
            guard case .failed? = outcome(file, otherDevice, after: entry) else {
                Issue.record("it is forgotten when the device's number changes")
                return
            }
        } else {
            Issue.record("it is not left alone")
        }
    }

    private static func picture(_ path: String, _ stamp: FileStamp) -> Picture {
        .slide(
            SlidePicture(
                content: .image(path: path), stamp: stamp, size: PixelSize(width: 4, height: 3), fit: .cover,
                background: .black, style: TextStyle(), scale: 1))
    }

    @Test func aPictureThatWasPaintedInBetweenIsForgiven() {
        let desk = Desk(hasStore: false)
        for manner: FakePainter.Manner in [.crash("killed"), .paint, .crash("killed")] {
            desk.painter.manner = { _ in manner }
            desk.submit(slide(.text("a")))
            if case .failed? = desk.outcome() { Issue.record("it is not given another chance") }
        }
    }

    @Test func aPictureThatIsNeverReadyInTimeIsLeftAlone() {
        let desk = Desk(hasStore: false)
        desk.painter.manner = { _ in .hang }
        var now = Instant(seconds: 0)
        // Swiped past: no fault of the picture.
        for _ in 0..<100 {
            desk.submit(slide(.text("a")), at: now)
            now = now + .seconds(4)
            desk.supply.abandon(at: now)
        }
        #expect(desk.supply.quarantine.takeAdded().isEmpty)
        for _ in 0..<5 {
            desk.submit(slide(.text("a")), at: now)
            now = now + .seconds(8)
            desk.supply.abandon(at: now)
        }
        #expect(desk.supply.quarantine.takeAdded().count == 1)
    }
}
