internal import PlaylistFile
public import StoreJobs
internal import SystemCalls

/// Which configuration counts.
extension ContentLoader {
    /// The configuration that was sent and confirmed, else the file's.
    ///
    /// - Parameter isStart: then whatever is on the disk gives something: what cannot be used has its default.
    ///   Otherwise there may be errors, and what is in force is to stay.
    /// - Returns: the configuration; one that is kept but damaged, or not understood any more, gives way to the file
    ///   with a warning.
    public func loadSetup(isStart: Bool) -> Setup {
        let kept = KeptConfiguration(in: store)
        let bytes: [UInt8]?
        do throws(StoreFailure) {
            bytes = try kept.read()
        } catch {
            // What the disk does not give now it may give later: a sign that plays keeps what it has.
            if case .system = error, !isStart {
                var setup = Setup()
                setup.diagnostics = [Diagnostic(severity: .error, file: kept.path, message: "\(error)")]
                return setup
            }
            return fileSetup(insteadOf: kept, "\(error)")
        }
        guard let bytes else { return fileSetup() }
        let reading = ConfigurationReader.parse(bytes, file: kept.path, directory: configurationDirectory)
        guard let configuration = reading.value else {
            let first = reading.diagnostics.first { $0.severity == .error }
            return fileSetup(insteadOf: kept, first?.message ?? "it has errors", at: first)
        }
        var setup = Setup()
        setup.configuration = configuration
        (setup.source, setup.path) = (.store, kept.path)
        setup.diagnostics = reading.diagnostics
        if (try? fileStatus(settings.configuration)) != nil {
            setup.ignored =
                "'\(settings.configuration)' is not used: 'signagectl configure --file' goes back to it"
        }
        return setup
    }

    /// The configuration file of the device; without it the defaults.
    func fileSetup() -> Setup {
        let reading = ConfigurationReader.read(
            path: settings.configuration, optional: settings.configurationIsOptional)
        var setup = Setup()
        (setup.configuration, setup.diagnostics) = (reading.fallback, reading.diagnostics)
        setup.path = settings.configuration
        return setup
    }

    private func fileSetup(
        insteadOf kept: KeptConfiguration, _ reason: String, at place: Diagnostic? = nil
    ) -> Setup {
        var setup = fileSetup()
        setup.diagnostics.insert(
            Diagnostic(
                severity: .warning, file: kept.path, line: place?.line ?? 1, column: place?.column ?? 1,
                path: place?.path ?? "",
                message: "the configuration that was sent cannot be used (\(reason)); "
                    + "'\(settings.configuration)' is used instead"), at: 0)
        return setup
    }

    /// What paths start from in a configuration, wherever it came from.
    private var configurationDirectory: String { directory(of: settings.configuration) }

    /// A configuration that is to be tried.
    ///
    /// - Parameter text: as it was sent; nil: the file of the device.
    /// - Returns: the configuration; with errors it is none.
    func setup(toTry text: ConfigurationText?) -> Setup {
        guard let text else { return fileSetup() }
        let reading = ConfigurationReader.parse(
            text.bytes, file: text.name, directory: configurationDirectory)
        var setup = Setup()
        (setup.configuration, setup.diagnostics) = (reading.fallback, reading.diagnostics)
        (setup.source, setup.path) = (.trial, text.name)
        return setup
    }
}
