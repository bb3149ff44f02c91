@testable import Signage

/// What must hold whatever happens.
extension SignWalk {
    mutating func look() {
        let deadline = sign.nextDeadline()
        must(deadline.map { $0 > now } ?? true, "a deadline is later")
        let status = sign.status(at: now)
        lookAtStatus(status)
        for delay in [Duration.zero, .milliseconds(16), .milliseconds(200), .seconds(2)] {
            look(at: sign.scene(at: now + delay))
        }
        must(sign.wantedPictures(at: now).count < 60, "few pictures are wanted")
        // What does not move stays, until something happens.
        if deadline.map({ $0 > now + .seconds(1) }) ?? true, !sign.isMoving(at: now) {
            must(
                sign.scene(at: now + .milliseconds(500)) == sign.scene(at: now), "what does not move stays")
        }
    }

    private mutating func lookAtStatus(_ status: SignStatus) {
        must((status.selected == nil) == (status.slideCount == 0), "a slide is selected if there is one")
        must(status.times.next.map { $0 > now } ?? true, "slides come and go later")
        guard let selected = status.selected else { return }
        must((0..<status.slideCount).contains(selected.index), "the selected slide is in the ring")
        must(playlist.slides.contains { $0.id == selected.id && $0.isEnabled }, "it is of the playlist")
        // At rest the indicator points at the selected slide.
        guard !selected.moving, let marked = markedIndex(of: status.slideCount) else { return }
        must(marked == selected.index, "the indicator shows \(marked), the status \(selected.index)")
    }

    /// The slide that the indicator points at; nil: it is not shown, or not whole.
    private func markedIndex(of count: Int) -> Int? {
        for layer in sign.scene(at: now).layers {
            guard case .marks(let marks) = layer.content, marks.count == count else { continue }
            // Of dots the selected one has another colour, of capsules another length.
            if playlist.carousel.indicator.style == .dots {
                return marks.firstIndex { $0.fill == Indicator.cyan }
            }
            return marks.indices.max {
                max(marks[$0].width, marks[$0].height) < max(marks[$1].width, marks[$1].height)
            }
        }
        return nil
    }

    private mutating func look(at scene: Scene) {
        must(
            scene.size == output?.size ?? PixelSize(width: 0, height: 0), "a scene is as large as the screen")
        must(scene.layers.count < 100, "few layers")
        must(scene.pictures.isSubset(of: atHand), "only painted pictures are shown")
        for layer in scene.layers {
            // A page that shows lies within two screens of it; positions are finite.
            let (reach, frame) = (4 * max(scene.size.width, scene.size.height) + 4096, layer.frame)
            must(
                abs(frame.x) <= reach && abs(frame.y) <= reach && frame.width <= reach
                    && frame.height <= reach,
                "a layer lies near the screen")
        }
    }

    /// Everything is let go, and the painter works: pages turn by themselves again, all of them.
    mutating func comesBack() {
        liftFingers()
        change(output: .wide)
        handle(.display(.on))
        late = []
        playlist = .slides(["a", "g", "h"])
        handle(.reload(playlist))
        ask(.resume)
        var shown: Set<String> = []
        let end = now + .seconds(120)
        while now < end {
            for _ in 0..<5 { paint() }
            guard let deadline = sign.nextDeadline() else { break }
            for case .slideShown(_, let id, _) in advance(to: deadline) { shown.insert(id) }
            look()
        }
        must(shown.isSuperset(of: ["g", "h"]), "the timer comes back")
    }
}
