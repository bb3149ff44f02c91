/// A page that comes to rest after a release: a critically damped spring that begins with the finger's velocity.
///
/// The speed towards the target is limited to ω · distance, so it never overshoots. It is exactly on the target once
/// within half a pixel, at the latest after 400 ms.
struct Settling: Hashable, Sendable {
    /// ω, per second.
    static let frequency = 25.0
    static let longest = 0.4

    let start: Instant
    let end: Instant
    let target: Int
    /// Pages from the target at the start.
    private let displacement: Double
    /// Pages a second at the start.
    private let velocity: Double

    /// - Parameters:
    ///   - position: where the pages are.
    ///   - velocity: pages a second.
    ///   - target: the page to rest on.
    ///   - start: now.
    ///   - halfPixel: half a pixel in pages.
    init(from position: Double, velocity: Double, to target: Int, at start: Instant, halfPixel: Double) {
        let displacement = position - Double(target)
        let fastest = Self.frequency * abs(displacement)
        let isTowards = velocity * displacement < 0
        self.start = start
        self.target = target
        self.displacement = displacement
        self.velocity = isTowards ? min(fastest, max(-fastest, velocity)) : velocity
        let length = Self.length(displacement, self.velocity, halfPixel: halfPixel)
        end = start + .nanoseconds(Int64((length * 1e9).rounded(.up)))
    }

    private init(_ other: Settling, target: Int) {
        start = other.start
        end = other.end
        displacement = other.displacement
        velocity = other.velocity
        self.target = target
    }

    /// The same on a page of another number.
    func renumbered(by shift: Int) -> Settling { Settling(self, target: target + shift) }

    func position(at time: Instant) -> Double {
        guard time < end else { return Double(target) }
        let elapsed = max(0, (time - start).inSeconds)
        return Double(target) + Self.offset(displacement, velocity, after: elapsed)
    }

    /// Pages from the target.
    private static func offset(_ displacement: Double, _ velocity: Double, after time: Double) -> Double {
        (displacement + (velocity + frequency * displacement) * time) * decay(frequency * time)
    }

    /// Seconds until it is within half a pixel.
    private static func length(_ displacement: Double, _ velocity: Double, halfPixel: Double) -> Double {
        if abs(displacement) <= halfPixel { return 0 }
        if abs(offset(displacement, velocity, after: longest)) > halfPixel { return longest }
        // From its farthest point on it only comes nearer.
        let pull = frequency * (velocity + frequency * displacement)
        let farthest = velocity * displacement > 0 ? velocity / pull : 0
        var near = longest
        var far = min(longest, farthest)
        for _ in 0..<40 {
            let middle = (near + far) / 2
            if abs(offset(displacement, velocity, after: middle)) > halfPixel {
                far = middle
            } else {
                near = middle
            }
        }
        return near
    }

    /// e to the power of −x, for x from 0 to some ten; the same on every machine.
    private static func decay(_ x: Double) -> Double {
        let y = x / 1024
        var power = 1 - y * (1 - y / 2 * (1 - y / 3 * (1 - y / 4 * (1 - y / 5))))
        for _ in 0..<10 { power *= power }
        return power
    }
}
