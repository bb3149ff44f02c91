internal import CLinux

/// Keeps a write to memory that the kernel has taken away from ending this program.
///
/// The pages of an unplugged display card may be gone before its events are read; the write then raises SIGBUS. From
/// now on such a fault puts ordinary memory, zeroed, in the place of the whole mapping. Faults anywhere else end the
/// program as ever.
///
/// - Parameter mapping: a whole mapping of mmap(2), to be unguarded before it is unmapped. At most 16 are guarded at
///   once; more are left alone.
public func guardMapping(_ mapping: UnsafeMutableRawBufferPointer) {
    guard let start = mapping.baseAddress else { return }
    signage_guard_mapping(start, mapping.count)
}

/// Ends what `guardMapping` began.
public func unguardMapping(_ mapping: UnsafeMutableRawBufferPointer) {
    guard let start = mapping.baseAddress else { return }
    signage_unguard_mapping(start)
}
