internal import Glibc
internal import Signage

/// Bytes of painted slides to keep beyond what is needed: `auto` is 1/32 of the machine's memory, at most 64 MiB.
func spareBudget(_ memory: Configuration.Memory) -> Int {
    switch memory {
    case .bytes(let bytes): bytes
    case .auto: min(64 << 20, sysconf(CInt(_SC_PHYS_PAGES)) / 32 * sysconf(CInt(_SC_PAGESIZE)))
    }
}
