internal import PaintJobs
internal import Signage
internal import StoreJobs
internal import Wire

/// The pictures that have cost the painter too much, and are left alone until their content changes.
struct Quarantine {
    /// Time of the painter that a picture may cost without a result: two deaths, each as long as a job may take.
    static let patience = PainterClient.jobLimit * 2
    /// Pictures that are counted at the same time; more are forgotten.
    static let mostSuspects = 1000

    private var reasons: [[UInt8]: String] = [:]
    private var spent: [[UInt8]: Duration] = [:]
    private var added: [QuarantinedPicture] = []

    /// Where contents lie whose paths say all of them.
    private let objects: String

    /// - Parameters:
    ///   - entries: those of an earlier run.
    ///   - objects: a folder in which every path is that of one content for ever.
    init(_ entries: [QuarantinedPicture] = [], objects: String = "/var/lib/signaged/objects") {
        self.objects = objects + "/"
        take(entries)
    }

    /// Takes what was found on disk, besides what is known already.
    mutating func take(_ entries: [QuarantinedPicture]) {
        for entry in entries { reasons[entry.key] = entry.reason }
    }

    /// Why a picture is not to be painted; nil: it may be.
    func reason(against picture: Picture) -> String? {
        reasons.isEmpty ? nil : reasons[key(of: picture)]
    }

    /// A picture has cost the painter some time, for nothing.
    mutating func note(_ picture: Picture, spent more: Duration, _ reason: String) {
        let key = key(of: picture)
        if spent[key] == nil, spent.count >= Self.mostSuspects { spent = [:] }
        let sum = spent[key, default: .zero] + more
        spent[key] = sum
        guard sum >= Self.patience, reasons[key] == nil else { return }
        spent[key] = nil
        let words = "stopped the painter again and again, not tried until it changes: \(reason)"
        reasons[key] = words
        added.append(QuarantinedPicture(key: key, reason: words))
    }

    /// A picture was painted after all.
    mutating func clear(_ picture: Picture) {
        if !spent.isEmpty { spent[key(of: picture)] = nil }
    }

    /// What has been added since the last call, to be remembered over a restart.
    mutating func takeAdded() -> [QuarantinedPicture] {
        defer { added = [] }
        return added
    }

    /// All that decides what the painter meets, whatever the size of the page.
    private func key(of picture: Picture) -> [UInt8] {
        guard case .slide(let slide) = picture else { return picture.encoded }
        var writer = ByteWriter()
        writer.put(slide.content)
        if case .image(let path) = slide.content, path.hasPrefix(objects) { return writer.bytes }
        // Which device a file is on may be another after each start.
        var stamp = slide.stamp
        stamp?.device = 0
        writer.put(stamp)
        return writer.bytes
    }
}
