import Testing

@testable import Signage

@Suite struct VelocityEstimatorTests {
    private func estimator(_ samples: [(ms: Int64, place: Double)]) -> VelocityEstimator {
        var estimator = VelocityEstimator()
        for sample in samples {
            estimator.add(sample.place, at: Instant(nanoseconds: sample.ms * 1_000_000))
        }
        return estimator
    }

    @Test func evenMovementHasItsSpeed() {
        let even = estimator((0...10).map { (Int64($0) * 10, Double($0) * 5) })
        #expect(abs(even.velocity - 500) < 1e-6)
    }

    /// x = 1000·t², slope 2000·t: 200 at 0.1 s.
    @Test func accelerationCountsAtTheLastSample() {
        let samples: [(ms: Int64, place: Double)] = (0...10).map { step in
            let seconds = Double(step) / 100
            return (Int64(step) * 10, 1000 * seconds * seconds)
        }
        let fast = estimator(samples)
        #expect(abs(fast.velocity - 200) < 1e-6)
    }

    @Test func fewerThanThreeSamplesTellNothing() {
        #expect(estimator([]).velocity == 0)
        #expect(estimator([(0, 0), (10, 50)]).velocity == 0)
        #expect(estimator([(0, 0), (10, 50), (10, 60)]).velocity == 0)
    }

    @Test func aSlowPanelsLastFourCount() {
        // 40 ms apart: 100 ms hold three, the fourth is from before.
        let slow = estimator([(0, 0), (40, 100), (80, 100), (120, 100), (160, 100)])
        #expect(abs(slow.velocity) < 1e-6)
        let still = estimator([(0, 0), (40, 0), (80, 20), (120, 40), (160, 60)])
        #expect(abs(still.velocity - 500) < 1e-6)
    }

    @Test func aRestingFingerHasNoVelocity() {
        let even = estimator((0...10).map { (Int64($0) * 10, Double($0) * 5) })
        #expect(abs(even.velocity(liftedAt: Instant(nanoseconds: 140_000_000)) - 500) < 1e-6)
        #expect(even.velocity(liftedAt: Instant(nanoseconds: 141_000_000)) == 0)
        // 25 Hz: 2½ spacings are 100 ms.
        let slow = estimator((0...4).map { (Int64($0) * 40, Double($0) * 20) })
        #expect(abs(slow.velocity(liftedAt: Instant(nanoseconds: 260_000_000)) - 500) < 1e-6)
        #expect(slow.velocity(liftedAt: Instant(nanoseconds: 261_000_000)) == 0)
    }

    @Test func betweenSamplesItIsCarriedOnAndComesHome() {
        let finger = FingerEstimate(
            place: 100, time: Instant(seconds: 1), velocity: 300, restAfter: .milliseconds(40))
        #expect(finger.place(at: Instant(seconds: 0.9)) == 100)
        #expect(finger.place(at: Instant(seconds: 1.01)) == 103)
        #expect(abs(finger.place(at: Instant(seconds: 1.03)) - 104.8) < 1e-9)
        #expect(abs(finger.place(at: Instant(seconds: 1.065)) - 102.4) < 1e-9)
        #expect(finger.place(at: Instant(seconds: 1.09)) == 100)
        #expect(finger.isMoving(at: Instant(seconds: 1.08)))
        #expect(!finger.isMoving(at: Instant(seconds: 1.09)))
        var fast = finger
        fast.velocity = -4000
        #expect(fast.place(at: Instant(seconds: 1.016)) == 92)
    }

    @Test func memoryIsBounded() {
        var estimator = VelocityEstimator()
        for step in 0..<10_000 { estimator.add(Double(step), at: Instant(nanoseconds: Int64(step) * 1000)) }
        #expect(abs(estimator.velocity - 100_000) < 1)
    }
}

@Suite struct SettlingTests {
    private func settling(from: Double, velocity: Double) -> Settling {
        Settling(from: from, velocity: velocity, to: 0, at: Instant(seconds: 1), halfPixel: 0.0005)
    }

    /// x = (x₀ + (v₀ + ω·x₀)·t)·e^(−ω·t): from rest, 0.5 · (1 + 2.5) · e^(−2.5) at 0.1 s.
    @Test func itIsACriticallyDampedSpring() {
        let middle = settling(from: 0.5, velocity: 0).position(at: Instant(seconds: 1.1))
        #expect(abs(middle - 1.75 * 0.0820849986238988) < 1e-12)
    }

    @Test(arguments: [-1000.0, -12.5, -3, 0, 3, 50]) func itNeverOvershootsAndEndsExactly(_ velocity: Double)
    {
        let settling = settling(from: 0.5, velocity: velocity)
        for step in 0...500 {
            let position = settling.position(at: Instant(seconds: 1 + Double(step) / 1000))
            #expect(position >= 0)
        }
        #expect(settling.end <= Instant(seconds: 1.4))
        #expect(settling.position(at: settling.end) == 0)
        // A nanosecond before it is half a pixel away, or the time is over.
        let last = settling.position(at: settling.end - .nanoseconds(1000))
        #expect(settling.end == Instant(seconds: 1.4) || abs(last - 0.0005) < 1e-5)
    }

    /// ω · distance towards the target: a plain decay, 0.5 · e^(−2.5) at 0.1 s.
    @Test func speedIsLimited() {
        let middle = settling(from: 0.5, velocity: -1000).position(at: Instant(seconds: 1.1))
        #expect(abs(middle - 0.5 * 0.0820849986238988) < 1e-12)
    }

    @Test func withinHalfAPixelItIsThere() {
        let settling = settling(from: 0.0004, velocity: 5)
        #expect(settling.end == settling.start)
    }
}

@Suite struct GestureRecognizerTests {
    private let layout = ScreenLayout(
        output: .wide, scale: .fixed(1), carousel: CarouselSettings(), slideCount: 3, ticker: nil)

    private func thresholds(_ change: (inout CarouselSettings) -> Void = { _ in })
        -> GestureRecognizer.Thresholds
    {
        var settings = CarouselSettings()
        change(&settings)
        return GestureRecognizer.Thresholds(settings, layout: layout)
    }

    private func reports(
        _ places: [(Double, Double)], _ change: (inout CarouselSettings) -> Void = { _ in }
    ) -> [GestureRecognizer.Report] {
        var recognizer = GestureRecognizer()
        return places.enumerated().map { step, place in
            let time = Instant(nanoseconds: Int64(step) * 100_000_000)
            let phase: Touch.Phase =
                step == 0 ? .down(x: place.0, y: place.1) : .motion(x: place.0, y: place.1)
            return recognizer.handle(
                Touch(contact: 1, phase: phase, time: time), at: time, layout: layout,
                thresholds: thresholds(change))
        }
    }

    @Test func slopIsTheSmallerOf16DpAndHalfTheSwipe() {
        #expect(thresholds().slop == 16)
        #expect(thresholds { $0.swipeDistance = 20 }.slop == 10)
        let dense = ScreenLayout(
            output: OutputGeometry(
                size: PixelSize(width: 1600, height: 900), millimetres: PixelSize(width: 127, height: 71)),
            scale: .fixed(1), carousel: CarouselSettings(), slideCount: 3, ticker: nil)
        // 320 dpi: 2 px a dp, but half of 50 px is less.
        #expect(GestureRecognizer.Thresholds(CarouselSettings(), layout: dense).slop == 25)
        #expect(GestureRecognizer.Thresholds(CarouselSettings(), layout: dense).flingSpeed == 800)
    }

    @Test func theSlopMustBeExceeded() {
        #expect(reports([(400, 300), (384, 300)])[1] == .undecided)
        #expect(reports([(400, 300), (383, 300)])[1] == .dragBegan(place: 384))
        #expect(reports([(400, 300), (417, 300)])[1] == .dragBegan(place: 416))
    }

    @Test func theFirstAxisBeyondTheSlopDecides() {
        // Across first: rejected, whatever follows.
        #expect(reports([(400, 300), (400, 317), (300, 317)]).suffix(2) == [.undecided, .undecided])
        // Along, but not by more than 1.2 of across: undecided until one does.
        #expect(
            reports([(400, 300), (382, 284), (380, 284)]).suffix(2) == [.undecided, .dragBegan(place: 384)])
        #expect(reports([(400, 300), (382, 284), (382, 283), (300, 284)]).last == .undecided)
    }

    @Test func verticalExchangesTheAxes() {
        #expect(reports([(400, 300), (400, 280)]) { $0.axis = .vertical }.last == .dragBegan(place: 284))
        #expect(reports([(400, 300), (380, 300)]) { $0.axis = .vertical }.last == .undecided)
    }

    struct Turn: Sendable {
        var travel: Double
        var velocity: Double
        var flings = true
        var turns: Bool
    }

    @Test(arguments: [
        Turn(travel: 50, velocity: 0, turns: false), Turn(travel: 50.5, velocity: 0, turns: true),
        Turn(travel: -51, velocity: 0, turns: true),
        Turn(travel: -51, velocity: 399, turns: true), Turn(travel: -51, velocity: 400, turns: false),
        Turn(travel: -300, velocity: 5000, turns: false),
        Turn(travel: -51, velocity: 400, flings: false, turns: true),
        Turn(travel: -25, velocity: -400, turns: true), Turn(travel: -24.5, velocity: -400, turns: false),
        Turn(travel: -25, velocity: -399, turns: false),
        Turn(travel: -30, velocity: -900, flings: false, turns: false),
    ])
    func travelAndVelocityDecide(_ turn: Turn) {
        let limits = thresholds { $0.fling = turn.flings }
        #expect(
            GestureRecognizer.turns(travel: turn.travel, velocity: turn.velocity, limits) == turn.turns)
    }

    @Test func oneFingerCounts() {
        var recognizer = GestureRecognizer()
        func send(_ contact: Int, _ phase: Touch.Phase, _ seconds: Double) -> GestureRecognizer.Report {
            let time = Instant(seconds: seconds)
            return recognizer.handle(
                Touch(contact: contact, phase: phase, time: time), at: time, layout: layout,
                thresholds: thresholds())
        }
        #expect(send(1, .down(x: 10, y: 10), 1) == .began(x: 10, y: 10))
        #expect(send(2, .down(x: 20, y: 10), 1.1) == .ignored)
        #expect(send(2, .motion(x: 300, y: 10), 1.2) == .ignored)
        guard case .released = send(1, .up, 1.3) else {
            Issue.record("not released")
            return
        }
        // The second is still down: a third is ignored too.
        #expect(send(3, .down(x: 20, y: 10), 1.4) == .ignored)
        #expect(send(2, .up, 1.5) == .ignored)
        #expect(send(4, .down(x: 20, y: 10), 1.6) == .ignored)
        #expect(send(3, .up, 1.7) == .ignored)
        #expect(send(4, .cancel, 1.7) == .ignored)
        #expect(send(5, .down(x: 9000, y: -5), 1.8) == .began(x: 800.0.nextDown, y: 0))
        #expect(send(5, .motion(x: .nan, y: 0), 1.9) == .ignored)
        #expect(send(5, .cancel, 2) == .cancelled)
    }

    @Test func aFingerLostByItsDeviceDoesNotBlockForEver() {
        var recognizer = GestureRecognizer()
        func down(_ contact: Int, _ seconds: Double) -> GestureRecognizer.Report {
            let time = Instant(seconds: seconds)
            return recognizer.handle(
                Touch(contact: contact, phase: .down(x: 1, y: 1), time: time), at: time, layout: layout,
                thresholds: thresholds())
        }
        _ = down(1, 0)
        recognizer.ignoreUntilLifted()
        #expect(down(2, 59) == .ignored)
        #expect(down(3, 119.1) == .began(x: 1, y: 1))
    }
}
