internal import Glibc

/// Where the daemon keeps what it needs: systemd's directories, else the system's for root, else the user's own.
struct Directories: Hashable {
    var state: String
    var cache: String
    var runtime: String

    /// By `$STATE_DIRECTORY`, `$CACHE_DIRECTORY` and `$RUNTIME_DIRECTORY`, file-hierarchy(7), or the XDG base directories.
    init(environment: (String) -> String?, isRoot: Bool) {
        func place(_ systemd: String, system: String, user: String) -> String {
            // systemd gives a list when a unit has several; the first is ours.
            if let given = environment(systemd)?.split(separator: ":").first { return String(given) }
            return isRoot ? system : user
        }
        let home = environment("HOME") ?? "/"
        state = place(
            "STATE_DIRECTORY", system: "/var/lib/signaged",
            user: (environment("XDG_STATE_HOME") ?? home + "/.local/state") + "/signaged")
        cache = place(
            "CACHE_DIRECTORY", system: "/var/cache/signaged",
            user: (environment("XDG_CACHE_HOME") ?? home + "/.cache") + "/signaged")
        runtime = place(
            "RUNTIME_DIRECTORY", system: "/run/signaged",
            user: (environment("XDG_RUNTIME_DIR") ?? "/tmp") + "/signaged")
    }

    /// Of this process.
    init() {
        self.init(
            environment: { name in getenv(name).map { String(cString: $0) } }, isRoot: geteuid() == 0)
    }
}

/// Makes a directory and those above it, mkdir(2); one that is there is fine.
func makeDirectories(_ path: String) {
    var end = path.startIndex
    while end != path.endIndex {
        let next = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
        mkdir(String(path[..<next]), 0o755)
        end = next
    }
}
