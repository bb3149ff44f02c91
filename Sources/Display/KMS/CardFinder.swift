internal import CDRM
internal import Signage

/// A card that is open, and what it offers.
final class FoundCard {
    let node: CardNode
    let device: any KMSDevice
    var snapshot: CardSnapshot
    /// nil: nothing can be shown on it now.
    private(set) var plan: OutputPlan?
    private(set) var reports: [ConnectorReport] = []

    init(_ node: CardNode, _ device: any KMSDevice, _ snapshot: CardSnapshot, _ wishes: OutputPlan.Wishes) {
        self.node = node
        self.device = device
        self.snapshot = snapshot
        replan(wishes)
    }

    /// Plans anew by what the card said last.
    func replan(_ wishes: OutputPlan.Wishes) {
        (plan, reports) = OutputPlan.make(for: snapshot, wishes, format: signage_format_xrgb8888)
        guard !device.isAtomic else { return }
        for index in reports.indices where reports[index].mode != nil {
            reports[index].reason += "; by the older calls"
        }
    }
}

/// Looks for the card to show on, by what the cards offer: their numbers change from boot to boot.
enum CardFinder {
    struct Result {
        /// nil: there is no card that can show anything, ever.
        var best: FoundCard?
        /// The connectors of all cards.
        var reports: [ConnectorReport] = []
        var troubles: [(text: String, isPassing: Bool)] = []
        /// Something stood in the way that may go by itself: another master, a card that is just coming up.
        var isWorthRetrying = false
    }

    /// Opens every card that is not open, and keeps the best one: the card in use if it can show anything.
    ///
    /// - Parameters:
    ///   - source: where cards come from.
    ///   - wishes: what is wanted.
    ///   - kept: the card that is open already.
    /// - Returns: the best card, and what there is to say.
    static func search(
        _ source: any CardSource, _ wishes: OutputPlan.Wishes, keeping kept: FoundCard?
    ) -> Result {
        var result = Result()
        var found: [FoundCard] = []
        for node in source.nodes() {
            if let kept, kept.node.name == node.name {
                found.append(kept)
                continue
            }
            do throws(KMSError) {
                let device = try source.open(node, wishes.modesetting)
                // Only the master's probe really asks the displays.
                try device.becomeMaster()
                found.append(FoundCard(node, device, try device.snapshot(), wishes))
                if !device.isAtomic, wishes.modesetting == .auto {
                    result.troubles.append(
                        ("'\(node.path)' has no atomic mode setting; using the older calls", false))
                }
            } catch let error where error.isNoDisplay {
                // Most often a node that only renders, which is no trouble.
            } catch {
                // What is said of the call itself will be said again: it is left to the slow poll.
                if error.reaction != .unsupported { result.isWorthRetrying = true }
                result.troubles.append(("'\(node.path)' cannot be used now (\(error)); trying again", true))
            }
        }
        result.best = found.enumerated().min { rank($0, kept) < rank($1, kept) }?.element
        for card in found {
            result.reports += card.reports.map { report in
                var report = report
                if card !== result.best, report.mode != nil {
                    report.mode = nil
                    report.reason = "another card is used"
                }
                return report
            }
        }
        // With a display in hand there is nothing to retry for.
        if result.best?.plan != nil { result.isWorthRetrying = false }
        return result
    }

    /// Smaller is better: something to show on, then the card in use, then the firmware's choice, then the order of
    /// names.
    private static func rank(
        _ card: (offset: Int, element: FoundCard), _ kept: FoundCard?
    ) -> (Int, Int, Int, Int, Int) {
        (
            card.element.plan == nil ? 1 : 0, card.element === kept ? 0 : 1,
            card.element.node.isBootDisplay ? 0 : 1, card.element.node.isBootVGA ? 0 : 1, card.offset
        )
    }
}
