internal import Display
internal import Signage
internal import StoreJobs
internal import Touch

extension SignDaemon {
    /// Lets the picture and the fingers on it lie as the configuration says.
    func mount(at now: Instant) {
        let mounting = content.configuration.mounting
        let isNew = mounting != player.mounting
        player.mount(mounting, at: now)
        mountTouch()
        if isNew, let unusedMargins { log(.warning, unusedMargins) }
    }

    /// Maps touches to the picture that is on the display.
    func mountTouch() {
        guard let touch else { return }
        touch.matrix = content.configuration.touchMatrix
        touch.target = player.screen.output.map {
            TouchTarget(display: $0.geometry.size, mounting: player.mounting)
        }
    }

    /// That the margins are too wide for the display; nil: they are not.
    var unusedMargins: String? {
        guard let display = player.screen.output?.geometry.size, !player.mounting.marginsFit(display) else {
            return nil
        }
        return "margins: they leave less than half of a side of \(display.width)x\(display.height), not used"
    }
}
