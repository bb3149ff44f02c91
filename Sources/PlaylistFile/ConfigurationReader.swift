public import Signage
internal import SystemCalls

/// Reads the sign's configuration.
public enum ConfigurationReader {
    /// Reads a configuration; blocks for the disk.
    ///
    /// - Parameters:
    ///   - path: the file, at most 16 MiB. A link is followed.
    ///   - optional: whether a missing file means the defaults and is no problem, as at the default path.
    /// - Returns: the configuration, or errors; `fallback` then is what the file says with the default in place of
    ///   each value that cannot be used.
    public static func read(path: String, optional: Bool = false) -> Reading<Configuration> {
        do throws(SourceFile.Failure) {
            return parse(try SourceFile.bytes(of: path), file: path)
        } catch {
            let reason: String
            switch error {
            case .missing:
                if optional {
                    return Reading(value: Configuration(), fallback: Configuration(), diagnostics: [])
                }
                reason = "no such file; the defaults are used"
            case .unreadable(let why): reason = why
            }
            return Reading(
                value: nil, fallback: Configuration(),
                diagnostics: [Diagnostic(severity: .error, file: path, message: reason)])
        }
    }

    /// Reads a configuration from memory.
    ///
    /// - Parameters:
    ///   - bytes: the file's contents, UTF-8; an empty file is all defaults.
    ///   - file: its name for diagnostics.
    ///   - directory: absolute; what relative paths start from. nil: the file's.
    ///   - files: looks at the idle picture.
    /// - Returns: as `read(path:optional:)`.
    public static func parse(
        _ bytes: [UInt8], file: String, directory: String? = nil, files: some FileProbe = DiskFiles()
    ) -> Reading<Configuration> {
        var configuration = Configuration()
        let document = Document.reading(bytes, file, Document.Limits()) { (document, root) throws(Stop) in
            guard let root, !root.isEmpty else { return }
            guard case .mapping = root.kind else {
                let _: Configuration? = try document.refuse(root, expected: "a mapping of settings")
                return
            }
            try ConfigurationTable.table.read(into: &configuration, document, root.mark)
        }
        if let name = configuration.idleImage?.path {
            let directory = directory ?? SystemCalls.directory(of: absolutePath(file))
            configuration.idleImage = idleImage(name, in: directory, files, document)
        }
        return Reading(
            value: document.hasErrors ? nil : configuration, fallback: configuration,
            diagnostics: document.allDiagnostics())
    }

    /// The idle picture; one that is not there may come.
    private static func idleImage(
        _ name: String, in directory: String, _ files: some FileProbe, _ document: Document
    ) -> Configuration.IdleImage {
        let path = absolutePath(name, in: directory)
        switch files.status(of: path) {
        case .regular(let stamp): return Configuration.IdleImage(path: path, stamp: stamp)
        case .fault(let reason), .refused(let reason):
            document.report(
                .warning, document.idleImageMark, path: [.key("idle"), .key("image")],
                "\(quoted(name)): \(reason); the ordinary idle page is shown")
            return Configuration.IdleImage(path: path)
        }
    }
}
