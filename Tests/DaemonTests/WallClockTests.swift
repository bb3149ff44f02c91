import Glibc
import Signage
import SystemCalls
import Testing

@testable import Daemon

/// A machine whose clock a test sets.
private final class Machine {
    var wall: Int64 = 1_800_000_000
    var now: Int64 = 0
    var isVouchedFor = false
    var zone = ZoneRules(offset: 3600)

    var source: WallClockWatch.Source {
        WallClockWatch.Source(
            wallTime: { [unowned self] in (wall + now) * 1_000_000_000 },
            monotonicTime: { [unowned self] in now * 1_000_000_000 }, zone: { [unowned self] _ in zone },
            isVouchedFor: { [unowned self] in isVouchedFor })
    }

    var instant: Instant { Instant(nanoseconds: now * 1_000_000_000) }
}

@Suite struct WallClockTests {
    @Test func aClockIsTrustedOnceSomebodyVouchesForIt() throws {
        let machine = Machine()
        let watch = try WallClockWatch(.trusted, source: machine.source, at: machine.instant)
        watch.isNeeded = true
        #expect(!watch.clock.isTrusted && watch.nextDeadline() == Instant(seconds: 60))
        machine.now = 60
        #expect(watch.dispatch(at: machine.instant) == nil)
        #expect(watch.nextDeadline() == Instant(seconds: 120))
        machine.isVouchedFor = true
        machine.now = 120
        #expect(watch.dispatch(at: machine.instant)?.isTrusted == true)
        // Not asked any more, and not taken back when the network is gone for long.
        #expect(watch.nextDeadline() == machine.instant + WallClockWatch.renewal)
        machine.isVouchedFor = false
        machine.now += 201 * 86_400
        _ = watch.dispatch(at: machine.instant)
        #expect(watch.clock.isTrusted)
    }

    @Test func aTimeThatCannotBeIsNotTrusted() throws {
        let machine = Machine()
        machine.wall = 1_000_000_000
        machine.isVouchedFor = true
        let watch = try WallClockWatch(.trusted, source: machine.source, at: machine.instant)
        #expect(!watch.clock.isTrusted)
    }

    @Test func byConfigurationAnyClockIsTrusted() throws {
        let machine = Machine()
        machine.wall = 0
        let watch = try WallClockWatch(.any, source: machine.source, at: machine.instant)
        #expect(watch.clock.isTrusted && watch.clock.zone == machine.zone)
        watch.belief = .trusted
        #expect(watch.dispatch(at: machine.instant)?.isTrusted == false)
        watch.belief = .any
        #expect(watch.dispatch(at: machine.instant)?.isTrusted == true)
        #expect(watch.dispatch(at: machine.instant) == nil)
    }

    @Test func whatNothingDependsOnIsNotAskedAgain() throws {
        let machine = Machine()
        let watch = try WallClockWatch(.trusted, source: machine.source, at: machine.instant)
        #expect(watch.nextDeadline() == machine.instant + WallClockWatch.renewal)
    }

    @Test func zoneChangesAreFoundToTheSecond() {
        let changes = [
            ZoneRules.Change(moment: 1_774_746_000, offset: 7200),
            ZoneRules.Change(moment: 1_792_890_000, offset: 3600),
            ZoneRules.Change(moment: 1_792_940_001, offset: -1234),
        ]
        let zone = ZoneRules(offset: 3600, changes: changes)
        #expect(ZoneRules(from: 1_770_000_000, to: 1_800_000_000, offset: zone.offset(at:)) == zone)
        #expect(
            ZoneRules(from: 1_780_000_000, to: 1_790_000_000, offset: zone.offset(at:))
                == ZoneRules(offset: 7200))
    }

    @Test func thisMachinesZoneIsTheCLibrarys() {
        let start: Int64 = 1_800_000_000
        let zone = ZoneRules.ofThisMachine(around: start)
        for hours in stride(from: 0, to: 24 * 790, by: 7) {
            var time = time_t(start + Int64(hours) * 3600)
            var parts = tm()
            localtime_r(&time, &parts)
            #expect(zone.offset(at: Int64(time)) == Int(parts.tm_gmtoff))
        }
    }
}
