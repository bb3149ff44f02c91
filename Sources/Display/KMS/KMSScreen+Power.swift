public import Signage
internal import SystemCalls

/// The display off and on, and the light behind a panel.
extension KMSScreen {
    /// Switches the display; what comes, goes or changes meanwhile stays as dark as it is told here.
    public func setPower(_ new: DisplayPower, at now: Instant) {
        guard new != power else { return }
        let wasOff = power == .off
        power = new
        if new == .off {
            if let live { take(live.powerOff(at: now), at: now) }
        } else if wasOff, !isAway {
            live?.powerOn()
            // Nobody has looked since.
            if live == nil {
                if card == nil { searchAt = now } else { probeAt = now }
            }
        }
        if new == .on { verifiesNextFlip = true }
        isLightDue = true
        if new != .on { switchLight(at: now) }
        if !isAway { planLook(at: now) }
        armTimer()
    }

    /// A frame is on the glass: now there is something to see.
    func lightUp(at now: Instant) {
        guard power == .on else { return }
        switchLight(at: now)
        guard verifiesNextFlip, let live, let card, !live.isBusy else { return }
        verifiesNextFlip = false
        // Some displays and drivers come back with something else in front.
        guard !live.isShowingLastFrame() else { return }
        say(
            "'\(live.plan.connector.name)' was switched on but does not show the frame; starting anew",
            at: now)
        take(live.putWholeState(card.snapshot, live.plan, signalOff: true, at: now), at: now)
    }

    /// Makes the panel's light go with the display's power.
    func switchLight(at now: Instant) {
        guard isLightDue, let name = live?.plan.connector.name else { return }
        isLightDue = false
        guard let light = Backlight.find(for: name, below: backlights) else { return }
        do throws(SystemError) {
            if power == .on {
                try light.switchOn(savedBrightness[light.name])
            } else if let brightness = try light.switchOff() {
                savedBrightness[light.name] = brightness
            }
        } catch {
            guard !hasLightTrouble else { return }
            hasLightTrouble = true
            events.append(.trouble("the light of '\(name)' cannot be switched, it stays as it is: \(error)"))
        }
    }
}
