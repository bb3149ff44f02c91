import CSeccomp
import Glibc
import SystemCalls
import Testing

@testable import Sandbox

/// What a program that is confined as the painter is can still do: `confined-probe` tries, and tells.
@Suite struct ConfinementTests {
    @Test func aConfinedProgramCanReadFontsAndLittleElse() throws {
        let lines = try Self.probe()
        let first = try #require(lines.first)
        #expect(lines.allSatisfy { !$0.hasPrefix("not ok") }, "\(lines.filter { $0.hasPrefix("not ok") })")
        #expect(lines.count > 50)
        for name in [
            "an internet socket", "execve", "fork by clone", "ptrace", "kill", "process_vm_readv",
            "io_uring_setup", "have a signal sent to another", "choose the signal that is sent",
        ] {
            #expect(lines.contains("ok \(name): stopped for a forbidden system call"))
        }
        #expect(lines.contains("ok make a file: refused, Permission denied"))
        #expect(lines.contains("ok start a thread: it worked"))
        // Where there is no Landlock nothing else keeps files from being read, and that is said.
        let reading = lines.filter { $0.contains("read /etc/passwd") }
        #expect(
            reading == [
                first == "files are confined"
                    ? "ok read /etc/passwd: refused, Permission denied" : "skip read /etc/passwd: it worked"
            ])
    }

    /// A name that no machine knows is a slip; one that the oldest libseccomp does not know yet is not.
    @Test(arguments: ["x86_64", "aarch64", "arm"])
    func everyCallIsKnownAndTheBasicOnesAreThere(_ machine: String) {
        let architecture = seccomp_arch_resolve_name(machine)
        let names = Set(Confinement.painter().calls.flatMap(\.names))
        func number(_ name: String) -> CInt { seccomp_syscall_resolve_name_arch(architecture, name) }
        let unknown = names.filter { number($0) == -1 }
        #expect(unknown.subtracting(["fchmodat2"]).isEmpty, "\(unknown)")
        for basic in [
            "read", "close", "openat", "munmap", "mprotect", "futex", "clone", "recvmsg", "sendmsg",
            "exit_group",
        ] {
            #expect(names.contains(basic) && number(basic) >= 0, "\(basic)")
        }
        #expect(number("mmap") >= 0 || number("mmap2") >= 0)
    }

    @Test func aRuleThatMakesNoSenseIsAnError() throws {
        _ = try SystemCallFilter([.allow("read write no_such_call")])
        #expect(throws: SystemError("seccomp_rule_add 'read'", errno: EINVAL)) {
            try SystemCallFilter([.allow("read", when: .argument(9, is: 0))])
        }
    }

    private static func probe() throws -> [String] {
        var path = [CChar](repeating: 0, count: 4096)
        let count = max(0, readlink("/proc/self/exe", &path, path.count - 1))
        let own = String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let folder = own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        let pipe = try #require(popen("'\(folder)/confined-probe' 2>&1", "r"))
        defer { pclose(pipe) }
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&part, 1, part.count, pipe), count > 0 { text += part.prefix(count) }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
