public import Signage
internal import SystemCalls

extension Store {
    /// What operators want of the display; `auto` where nothing is said, or nothing that is understood.
    public var displayIntent: DisplayIntent {
        guard let bytes = try? readFile(layout.display, limit: 64) else { return .auto }
        return DisplayIntent(rawValue: String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)) ?? .auto
    }

    /// Remembers what operators want of the display.
    ///
    /// - Throws: `.system`; what was wanted before is still remembered, or this.
    public func keep(_ intent: DisplayIntent) throws(StoreFailure) {
        if displayIntent == intent { return }
        try prepare()
        try calling { () throws(SystemError) in
            try disk.replace(layout.display, with: Array((intent.rawValue + "\n").utf8))
        }
    }
}
