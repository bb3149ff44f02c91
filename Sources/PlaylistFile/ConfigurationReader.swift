public import Signage

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
    /// - Returns: as `read(path:optional:)`.
    public static func parse(_ bytes: [UInt8], file: String) -> Reading<Configuration> {
        var configuration = Configuration()
        let document = Document.reading(bytes, file, Document.Limits()) { (document, root) throws(Stop) in
            guard let root, !root.isEmpty else { return }
            guard case .mapping = root.kind else {
                let _: Configuration? = try document.refuse(root, expected: "a mapping of settings")
                return
            }
            try ConfigurationTable.table.read(into: &configuration, document, root.mark)
        }
        return Reading(
            value: document.hasErrors ? nil : configuration, fallback: configuration,
            diagnostics: document.allDiagnostics())
    }
}
