public import Signage

/// Reads the text of a ticker from a file of its own.
public enum TickerFileReader {
    /// Bytes that the file may have.
    public static let largestFile = 1 << 20

    /// Reads the file as it is now; blocks for the disk.
    ///
    /// The file is plain text in UTF-8, at most 1 MiB. Every line that is not empty is a text; they are joined by the
    /// separator to a line of at most 65,536 characters. No line at all is an empty text.
    ///
    /// - Parameters:
    ///   - file: which one.
    ///   - files: reads it.
    /// - Returns: the file with the version that was read, and its text; without a text its `fault` says why.
    public static func read(
        _ file: TickerFile, files: some FileProbe = DiskFiles()
    ) -> (file: TickerFile, text: String?) {
        var file = file
        (file.stamp, file.fault) = (nil, nil)
        switch files.contents(of: file.path, atMost: largestFile) {
        case .bytes(let bytes, let stamp):
            file.stamp = stamp
            do throws(Unfit) {
                return (file, try text(of: bytes, separator: file.separator))
            } catch {
                file.fault = error.message(expected: "text in UTF-8", found: "other bytes")
            }
        case .fault(let reason), .refused(let reason): file.fault = reason
        }
        return (file, nil)
    }

    /// What there is to say of a file that cannot be used.
    ///
    /// - Parameters:
    ///   - file: as it was read last.
    ///   - playlist: the name of the file that names it.
    /// - Returns: a warning; nil: it can be used.
    public static func diagnostic(of file: TickerFile, in playlist: String) -> Diagnostic? {
        message(of: file).map {
            Diagnostic(
                severity: .warning, file: playlist, line: file.line, column: file.column, path: path,
                message: $0)
        }
    }

    /// Whether a diagnostic is about a ticker's file.
    public static func isAbout(_ diagnostic: Diagnostic) -> Bool { diagnostic.path == path }

    private static let path = "ticker.file"

    static func message(of file: TickerFile) -> String? {
        file.fault.map { "\(quoted(file.name)): \($0); the ticker keeps the text it had" }
    }

    private static func text(of bytes: [UInt8], separator: String) throws(Unfit) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw .because("is in UTF-16; save it as UTF-8")
        }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        guard let content = String(validating: hasMark ? Array(bytes.dropFirst(3)) : bytes, as: UTF8.self)
        else { throw .because("is not in UTF-8") }
        try Plain.check(content, atMost: largestFile, lineBreaks: true)
        let line = TickerLines.joined(TickerLines.texts(of: content), by: separator)
        guard line.unicodeScalars.count <= TickerLines.limit else { throw .because(TickerLines.tooLong) }
        return line
    }
}
