/// Why the daemon, or the protocol, did not do what was asked.
public enum ControlError: Error, Hashable, Sendable {
    /// No slide in the ring has this identity; the nearest one that is there.
    case noSuchSlide(id: String, suggestion: String?)
    /// Slides are numbered from 1 to `slides`.
    case noSuchNumber(Int, slides: Int)
    /// The slide could not be painted in time.
    case notPainted(id: String)
    /// The playlist has no ticker.
    case tickerOff
    /// There is no screen.
    case noOutput
    /// The new files cannot be used; what played plays on.
    case playlistRefused(summary: String, diagnostics: [ControlDiagnostic])
    /// The configuration cannot be used; the one before is in force.
    case configurationRefused(summary: String, diagnostics: [ControlDiagnostic])
    /// Any other reason, a sentence.
    case refused(reason: String)
    /// Too many screenshots are being sent; try again.
    case busy
    /// The server takes no more clients.
    case tooManyClients(limit: Int)
    /// A request was longer than `limit` bytes; the connection is closed.
    case messageTooLarge(limit: Int)
    /// A request was no JSON object with a method; the connection is closed.
    case malformedMessage
    /// The errors that every Varlink service has.
    case interfaceNotFound(String)
    case methodNotFound(String)
    case methodNotImplemented(String)
    /// The parameter's name; also for one that is not known.
    case invalidParameter(String)
    /// The method answers more than once, and the request was without `more`.
    case expectedMore
    /// An error this version does not know, by its name on the wire.
    case other(String)
}

extension ControlError: CustomStringConvertible {
    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .noSuchSlide(let id, let suggestion):
            "there is no slide '\(id)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        case .noSuchNumber(let number, let slides):
            "there is no slide number \(number): "
                + (slides == 0 ? "no slide can be shown" : "there are \(slides)")
        case .notPainted(let id): "slide '\(id)' could not be painted in time"
        case .tickerOff: "the playlist has no ticker"
        case .noOutput: "there is no screen: nothing is connected, or no card was found"
        case .playlistRefused(let summary, _), .configurationRefused(let summary, _): summary
        case .refused(let reason): reason
        case .busy: "other screenshots are being sent; try again"
        case .tooManyClients(let limit): "the daemon serves \(limit) clients already"
        case .messageTooLarge(let limit): "the request is longer than \(limit) bytes"
        case .malformedMessage: "the daemon could not read the request"
        case .interfaceNotFound(let name): "the daemon has no interface '\(name)'"
        case .methodNotFound(let name): "the daemon has no method '\(name)'; is it of another version?"
        case .methodNotImplemented(let name): "the daemon does not offer '\(name)' in this way"
        case .invalidParameter(let name): "the daemon does not take this value of '\(name)'"
        case .expectedMore: "the method answers more than once: call it with 'more'"
        case .other(let name): "the daemon answers '\(name)'"
        }
    }
}

/// The parameters of all errors; each has some of them.
struct ErrorParameters: Codable {
    var id: String?
    var suggestion: String?
    var number: Int?
    var slides: Int?
    var summary: String?
    var diagnostics: [ControlDiagnostic]?
    var reason: String?
    var limit: Int?
    var interface: String?
    var method: String?
    var parameter: String?
}

extension ControlError {
    /// The error's name on the wire.
    var name: String {
        let own = ControlInterface.name + "."
        let service = ServiceInterface.name + "."
        return switch self {
        case .noSuchSlide: own + "NoSuchSlide"
        case .noSuchNumber: own + "NoSuchNumber"
        case .notPainted: own + "NotPainted"
        case .tickerOff: own + "TickerOff"
        case .noOutput: own + "NoOutput"
        case .playlistRefused: own + "PlaylistRefused"
        case .configurationRefused: own + "ConfigurationRefused"
        case .refused: own + "Refused"
        case .busy: own + "Busy"
        case .tooManyClients: own + "TooManyClients"
        case .messageTooLarge: own + "MessageTooLarge"
        case .malformedMessage: own + "MalformedMessage"
        case .interfaceNotFound: service + "InterfaceNotFound"
        case .methodNotFound: service + "MethodNotFound"
        case .methodNotImplemented: service + "MethodNotImplemented"
        case .invalidParameter: service + "InvalidParameter"
        case .expectedMore: service + "ExpectedMore"
        case .other(let name): name
        }
    }

    /// The error's parameters on the wire.
    var parameters: ErrorParameters {
        var parameters = ErrorParameters()
        switch self {
        case .noSuchSlide(let id, let suggestion): (parameters.id, parameters.suggestion) = (id, suggestion)
        case .noSuchNumber(let number, let slides): (parameters.number, parameters.slides) = (number, slides)
        case .notPainted(let id): parameters.id = id
        case .playlistRefused(let summary, let diagnostics),
            .configurationRefused(let summary, let diagnostics):
            (parameters.summary, parameters.diagnostics) = (summary, diagnostics)
        case .refused(let reason): parameters.reason = reason
        case .tooManyClients(let limit), .messageTooLarge(let limit): parameters.limit = limit
        case .interfaceNotFound(let name): parameters.interface = name
        case .methodNotFound(let name), .methodNotImplemented(let name): parameters.method = name
        case .invalidParameter(let name): parameters.parameter = name
        case .tickerOff, .noOutput, .busy, .malformedMessage, .expectedMore, .other: break
        }
        return parameters
    }

    /// The error that a reply carries.
    init(name: String, parameters: ErrorParameters) {
        func subject(_ text: String?) -> String { text ?? "" }
        let short = name.split(separator: ".").last.map(String.init) ?? ""
        self =
            switch short {
            case "NoSuchSlide": .noSuchSlide(id: subject(parameters.id), suggestion: parameters.suggestion)
            case "NoSuchNumber": .noSuchNumber(parameters.number ?? 0, slides: parameters.slides ?? 0)
            case "NotPainted": .notPainted(id: subject(parameters.id))
            case "TickerOff": .tickerOff
            case "NoOutput": .noOutput
            case "PlaylistRefused":
                .playlistRefused(
                    summary: subject(parameters.summary), diagnostics: parameters.diagnostics ?? [])
            case "ConfigurationRefused":
                .configurationRefused(
                    summary: subject(parameters.summary), diagnostics: parameters.diagnostics ?? [])
            case "Refused": .refused(reason: subject(parameters.reason))
            case "Busy": .busy
            case "TooManyClients": .tooManyClients(limit: parameters.limit ?? 0)
            case "MessageTooLarge": .messageTooLarge(limit: parameters.limit ?? 0)
            case "MalformedMessage": .malformedMessage
            case "InterfaceNotFound": .interfaceNotFound(subject(parameters.interface))
            case "MethodNotFound": .methodNotFound(subject(parameters.method))
            case "MethodNotImplemented": .methodNotImplemented(subject(parameters.method))
            case "InvalidParameter": .invalidParameter(subject(parameters.parameter))
            case "ExpectedMore": .expectedMore
            default: .other(name)
            }
    }
}
