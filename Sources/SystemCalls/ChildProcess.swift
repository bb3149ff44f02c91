internal import CLinux
internal import Glibc

/// A program that works for the user who runs this one: with his environment, found by his PATH.
///
/// For a program of our own that must not be trusted see `HelperProcess`.
public final class ChildProcess {
    /// A pidfd: readable when the process has ended.
    public let descriptor: Descriptor
    /// The process's number, its own until `ending` has told how it ended.
    public let number: Int32
    private let hasOwnGroup: Bool
    private var ended: ProcessEnding?

    /// Starts a program, posix_spawnp(3); no descriptor of this process is open in it but the three.
    ///
    /// - Parameters:
    ///   - command: the program's name or path, and its arguments; not empty, no NUL.
    ///   - environment: all of its environment.
    ///   - input: its standard input.
    ///   - output: its standard output.
    ///   - errors: its standard error.
    ///   - inOwnGroup: whether it leads a process group of its own: a Ctrl-C at the terminal does not reach it then,
    ///     and `signal` reaches what it has started, too.
    /// - Throws: posix_spawnp's errno: ENOENT when there is no such program.
    public init(
        running command: [String], environment: [String: String], input: Descriptor, output: Descriptor,
        errors: Descriptor, inOwnGroup: Bool
    ) throws(SystemError) {
        precondition(!command.isEmpty)
        let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
        var number: Int32 = 0
        let descriptors = [input.number, output.number, errors.number]
        let arguments = CStrings(command)
        let all = CStrings(variables)
        let pidDescriptor = try withExtendedLifetime((arguments, all)) { () throws(SystemError) in
            try checked("spawn", command[0]) {
                signage_spawn(arguments.pointers, all.pointers, descriptors, inOwnGroup ? 1 : 0, &number)
            }
        }
        descriptor = Descriptor(owning: pidDescriptor)
        self.number = number
        hasOwnGroup = inOwnGroup
    }

    /// Sends a signal, kill(2), to it or to its group; nothing when it has ended.
    public func signal(_ signal: CInt) {
        guard ended == nil else { return }
        _ = kill(hasOwnGroup ? -number : number, signal)
    }

    /// How it ended, waitpid(2); nil while it runs.
    public func ending() -> ProcessEnding? {
        if let ended { return ended }
        ended = ProcessEnding(ofChild: number)
        return ended
    }

    /// How it ended, when it does within a time; nil: it runs on.
    public func ending(within milliseconds: CInt) -> ProcessEnding? {
        let deadline = monotonicNanoseconds() + Int64(milliseconds) * 1_000_000
        while true {
            if let ending = ending() { return ending }
            let rest = (deadline - monotonicNanoseconds() + 999_999) / 1_000_000
            if rest <= 0 { return nil }
            _ = try? descriptor.wait(for: .readable, milliseconds: CInt(clamping: rest))
        }
    }

    /// Asks it to end, SIGTERM, makes it end a second later, SIGKILL, and waits for that.
    ///
    /// - Returns: how it ended; nil: the kernel still holds it.
    @discardableResult
    public func end() -> ProcessEnding? {
        signal(SIGTERM)
        if let ending = ending(within: 1000) { return ending }
        signal(SIGKILL)
        return ending(within: 1000)
    }

    /// This process's environment, environ(7); of two variables of one name the first.
    public static var ownEnvironment: [String: String] {
        var environment: [String: String] = [:]
        var next = signage_environment()
        while let variable = next?.pointee {
            next = next?.successor()
            let text = String(cString: variable)
            guard let equals = text.firstIndex(of: "=") else { continue }
            let name = String(text[..<equals])
            if environment[name] == nil { environment[name] = String(text[text.index(after: equals)...]) }
        }
        return environment
    }
}

/// Texts as C takes them: an array of pointers that ends with NULL.
private final class CStrings {
    private(set) var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
        pointers = texts.map { strdup($0) } + [nil]
    }

    deinit {
        for pointer in pointers { free(pointer) }
    }
}
