/// What a helper may use; setrlimit(2).
public struct HelperLimits: Hashable, Sendable {
    /// Bytes of address space, RLIMIT_AS; nil: as its parent.
    public var addressSpace: Int?
    /// RLIMIT_NOFILE; nil: as its parent.
    public var openFiles: Int?
    /// Whether it may write to files, RLIMIT_FSIZE; memory that is mapped is none, also when it has a descriptor.
    public var mayWriteFiles: Bool

    public init(addressSpace: Int? = nil, openFiles: Int? = nil, mayWriteFiles: Bool = true) {
        self.addressSpace = addressSpace
        self.openFiles = openFiles
        self.mayWriteFiles = mayWriteFiles
    }
}
