/// What becomes of some system calls.
public struct SystemCallRule: Sendable {
    /// What the kernel does when a call is made.
    enum Answer: Hashable, Sendable {
        case allowed
        /// The call fails; for those that libraries make and can do without.
        case refused(errno: CInt)
    }

    /// What an argument must be for the rule to hold.
    public struct Condition: Sendable {
        enum Comparison: Hashable, Sendable {
            case equal
            case above
            case below
            /// Equal in the bits of the mask.
            case masked(UInt64)
        }

        var argument: UInt32
        var comparison: Comparison
        var value: UInt64

        /// The argument, counted from 0, has this value.
        public static func argument(_ index: UInt32, is value: UInt64) -> Condition {
            Condition(argument: index, comparison: .equal, value: value)
        }

        /// The argument, counted from 0, is greater.
        public static func argument(_ index: UInt32, isAbove value: UInt64) -> Condition {
            Condition(argument: index, comparison: .above, value: value)
        }

        /// The argument, counted from 0, is less.
        public static func argument(_ index: UInt32, isBelow value: UInt64) -> Condition {
            Condition(argument: index, comparison: .below, value: value)
        }

        /// The argument, counted from 0, has in the bits of the mask this value.
        public static func argument(_ index: UInt32, masked mask: UInt64, is value: UInt64) -> Condition {
            Condition(argument: index, comparison: .masked(mask), value: value)
        }
    }

    var names: [String]
    var answer: Answer
    var conditions: [Condition]

    /// Lets calls through.
    ///
    /// - Parameters:
    ///   - names: of system calls, with spaces between them; those that this machine or its libseccomp does not know
    ///     are left out.
    ///   - conditions: all of which must hold, at most one for each argument. Other rules for the same calls must have
    ///     conditions, too, that do not hold at the same time.
    /// - Returns: the rule.
    public static func allow(_ names: String, when conditions: Condition...) -> SystemCallRule {
        SystemCallRule(
            names: names.split(separator: " ").map(String.init), answer: .allowed, conditions: conditions)
    }

    /// Lets calls fail with an errno; otherwise as `allow`.
    ///
    /// - Parameters:
    ///   - names: as for `allow`.
    ///   - errno: what the calls fail with.
    ///   - conditions: as for `allow`.
    /// - Returns: the rule.
    public static func refuse(_ names: String, with errno: CInt, when conditions: Condition...)
        -> SystemCallRule
    {
        SystemCallRule(
            names: names.split(separator: " ").map(String.init), answer: .refused(errno: errno),
            conditions: conditions)
    }
}
