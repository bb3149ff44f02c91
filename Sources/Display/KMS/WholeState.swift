internal import Signage

/// The requests that bring a card into a known state, whatever it was left in.
struct WholeState {
    let card: CardSnapshot
    let plan: OutputPlan

    /// Names every connector, plane and live CRTC of the card: ours set, all others off.
    ///
    /// - Parameters:
    ///   - framebuffer: what the plane shows, of the mode's size.
    ///   - mode: the blob of the mode.
    ///   - thorough: also what earlier programs may have left behind (rotation, gamma, margins …). Where a driver
    ///     refuses that, the bare state may still work.
    /// - Returns: the request, for a commit with or without leave to set modes.
    func request(framebuffer: UInt32, mode: UInt32, thorough: Bool) -> AtomicRequest {
        var request = AtomicRequest()
        for connector in card.connectors where connector.id != plan.connector.id {
            request.set(connector, "CRTC_ID", 0)
        }
        // A CRTC that is off stays unnamed: the kernel cannot send the flip event that the commit would ask of it.
        for crtc in card.crtcs where crtc.id != plan.crtc.id && crtc.isActive {
            request.set(crtc, "ACTIVE", 0)
            request.set(crtc, "MODE_ID", 0)
        }
        for plane in card.planes where plane.id != plan.plane.id {
            request.set(plane, "FB_ID", 0)
            request.set(plane, "CRTC_ID", 0)
        }
        request.set(plan.connector, "CRTC_ID", UInt64(plan.crtc.id))
        request.set(plan.crtc, "MODE_ID", UInt64(mode))
        request.set(plan.crtc, "ACTIVE", 1)
        setPlane(&request, framebuffer: framebuffer)
        if thorough { clearLeftovers(&request) }
        return request
    }

    /// The output dark: no mode, no picture.
    var off: AtomicRequest {
        var request = AtomicRequest()
        request.set(plan.connector, "CRTC_ID", 0)
        request.set(plan.crtc, "ACTIVE", 0)
        request.set(plan.crtc, "MODE_ID", 0)
        request.set(plan.plane, "FB_ID", 0)
        request.set(plan.plane, "CRTC_ID", 0)
        return request
    }

    /// The signal stops; all else stays as it is.
    var inactive: AtomicRequest {
        var request = AtomicRequest()
        request.set(plan.crtc, "ACTIVE", 0)
        return request
    }

    /// No signal from any CRTC of the card; all else stays as it is.
    var allInactive: AtomicRequest {
        var request = AtomicRequest()
        for crtc in card.crtcs where crtc.isActive || crtc.id == plan.crtc.id {
            request.set(crtc, "ACTIVE", 0)
        }
        return request
    }

    private func setPlane(_ request: inout AtomicRequest, framebuffer: UInt32) {
        let width = UInt64(plan.choice.mode.size.width)
        let height = UInt64(plan.choice.mode.size.height)
        request.set(plan.plane, "FB_ID", UInt64(framebuffer))
        request.set(plan.plane, "CRTC_ID", UInt64(plan.crtc.id))
        // The source is in 1/65536 pixels, the destination in whole ones.
        request.set(plan.plane, "SRC_X", 0)
        request.set(plan.plane, "SRC_Y", 0)
        request.set(plan.plane, "SRC_W", width << 16)
        request.set(plan.plane, "SRC_H", height << 16)
        request.set(plan.plane, "CRTC_X", 0)
        request.set(plan.plane, "CRTC_Y", 0)
        request.set(plan.plane, "CRTC_W", width)
        request.set(plan.plane, "CRTC_H", height)
    }

    /// Values persist from program to program: a plane that the text console has turned round stays so.
    private func clearLeftovers(_ request: inout AtomicRequest) {
        request.set(plan.plane, "rotation", named: "rotate-0")
        if let most = plan.plane.properties["alpha"]?.range?.upperBound {
            request.set(plan.plane, "alpha", most)
        }
        let blends = plan.plane.properties["pixel blend mode"]?.named ?? [:]
        request.set(
            plan.plane, "pixel blend mode", named: blends["None"] != nil ? "None" : "Pre-multiplied")
        if let least = plan.plane.properties["zpos"]?.range?.lowerBound {
            request.set(plan.plane, "zpos", least)
        }
        for lookup in ["GAMMA_LUT", "DEGAMMA_LUT", "CTM", "VRR_ENABLED"] { request.set(plan.crtc, lookup, 0) }
        request.set(plan.connector, "HDR_OUTPUT_METADATA", 0)
        request.set(plan.connector, "Colorspace", named: "Default")
        request.set(plan.connector, "link-status", named: "Good")
        for side in ["left", "right", "top", "bottom"] { request.set(plan.connector, "\(side) margin", 0) }
    }
}
