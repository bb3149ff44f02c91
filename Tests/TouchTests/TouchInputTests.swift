import Signage
import SystemCalls
import Testing

@testable import Touch

@Suite struct TouchInputTests {
    /// On any machine, with or without udev, touch screens or permission: what was found is told once.
    @Test func itOpensWhateverThereIs() throws {
        let input = try TouchInput()
        let told = input.dispatch(at: Instant(seconds: 0))
        let added = told.compactMap { if case .deviceAdded(let device) = $0 { device } else { nil } }
        #expect(added == input.devices)
    }

    @Test func anOutputWithoutFingersTellsNothing() throws {
        let input = try TouchInput()
        _ = input.dispatch(at: Instant(seconds: 0))
        input.target = TouchTarget(display: PixelSize(width: 800, height: 480))
        #expect(input.target?.display == PixelSize(width: 800, height: 480))
        #expect(input.dispatch(at: Instant(seconds: 1)).isEmpty)
    }
}
