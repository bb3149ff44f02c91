internal import CSeccomp
internal import Glibc
internal import SystemCalls

/// A filter of system calls for the kernel, made by libseccomp for the machine it runs on.
final class SystemCallFilter {
    private let context: scmp_filter_ctx

    /// Makes a filter that ends the process for every call without a rule, and for calls of another architecture.
    ///
    /// - Throws: libseccomp's errno: EINVAL for a rule that makes no sense.
    init(_ rules: [SystemCallRule]) throws(SystemError) {
        guard let context = seccomp_init(signage_seccomp_kill()) else {
            throw SystemError("seccomp_init", errno: ENOMEM)
        }
        self.context = context
        try Self.check(
            "seccomp_attr_set", seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, signage_seccomp_kill()))
        for rule in rules {
            for name in rule.names { try add(rule, to: name) }
        }
    }

    deinit {
        seccomp_release(context)
    }

    /// Puts it in force for this thread and those it will start; no_new_privs comes with it.
    ///
    /// - Throws: seccomp_load's errno.
    func load() throws(SystemError) {
        try Self.check("seccomp_load", seccomp_load(context))
    }

    private func add(_ rule: SystemCallRule, to name: String) throws(SystemError) {
        let number = seccomp_syscall_resolve_name(name)
        // Below zero: not a call of this architecture, or one younger than the library.
        guard number >= 0 else { return }
        let comparisons = rule.comparisons
        let action =
            switch rule.answer {
            case .allowed: signage_seccomp_allow()
            case .refused(let errno): signage_seccomp_refuse(UInt16(truncatingIfNeeded: errno))
            }
        try Self.check(
            "seccomp_rule_add '\(name)'",
            seccomp_rule_add_array(context, action, number, UInt32(comparisons.count), comparisons))
    }

    private static func check(_ call: String, _ result: CInt) throws(SystemError) {
        if result < 0 { throw SystemError(call, errno: -result) }
    }
}

extension SystemCallRule {
    fileprivate var comparisons: [scmp_arg_cmp] {
        conditions.map { condition in
            switch condition.comparison {
            case .equal:
                scmp_arg_cmp(
                    arg: condition.argument, op: SCMP_CMP_EQ, datum_a: condition.value, datum_b: 0)
            case .above:
                scmp_arg_cmp(
                    arg: condition.argument, op: SCMP_CMP_GT, datum_a: condition.value, datum_b: 0)
            case .below:
                scmp_arg_cmp(
                    arg: condition.argument, op: SCMP_CMP_LT, datum_a: condition.value, datum_b: 0)
            case .masked(let mask):
                scmp_arg_cmp(
                    arg: condition.argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: condition.value)
            }
        }
    }
}
