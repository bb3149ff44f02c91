/// What is tried, one after another, while frames do not reach the glass.
struct RecoveryLadder {
    enum Step: Hashable {
        /// Stop the signal, then put the whole state.
        case modeset
        /// Close the card, search and open it anew.
        case reopen
        /// Nothing is left to try: another process may have more luck.
        case giveUp
    }

    /// How often the card is opened anew.
    static let reopenings = 3

    /// Steps since frames reached the glass.
    private var taken = 0

    /// The step that comes now.
    mutating func next() -> Step {
        defer { taken += 1 }
        return switch taken {
        case 0: .modeset
        case 1...Self.reopenings: .reopen
        default: .giveUp
        }
    }

    /// A frame is on the glass.
    mutating func reset() { taken = 0 }
}
