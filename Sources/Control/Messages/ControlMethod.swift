/// The methods of the interface, by their names on the wire.
enum ControlMethod: String, CaseIterable {
    case status = "Status"
    case next = "Next"
    case previous = "Previous"
    case show = "Show"
    case pause = "Pause"
    case resume = "Resume"
    case startTicker = "StartTicker"
    case stopTicker = "StopTicker"
    case setTickerSpeed = "SetTickerSpeed"
    case setTickerText = "SetTickerText"
    case setDisplay = "SetDisplay"
    case identify = "Identify"
    case showNotice = "ShowNotice"
    case clearNotice = "ClearNotice"
    case reload = "Reload"
    case configure = "Configure"
    case confirmConfiguration = "ConfirmConfiguration"
    case revertConfiguration = "RevertConfiguration"
    case showConfiguration = "ShowConfiguration"
    case schedule = "Schedule"
    case outputs = "Outputs"
    case screenshot = "Screenshot"
    case monitor = "Monitor"
    case history = "History"
    case rollback = "Rollback"
    case use = "Use"
    case push = "Push"

    /// The method's name with the interface.
    var fullName: String { ControlInterface.name + "." + rawValue }

    /// The names of its parameters.
    var parameters: [String] {
        switch self {
        case .show: ["id", "number", "forMilliseconds"]
        case .pause, .identify: ["forMilliseconds"]
        case .setTickerSpeed: ["speed"]
        case .setTickerText: ["text", "now"]
        case .showNotice: ["text", "forMilliseconds"]
        case .rollback: ["generation"]
        case .use: ["source"]
        case .configure: ["text", "name", "forMilliseconds"]
        case .setDisplay: ["intent"]
        case .schedule: ["at", "days"]
        default: []
        }
    }
}

extension ControlRequest {
    /// The request as a client sends it.
    var wire: (method: ControlMethod, parameters: RequestParameters) {
        var parameters = RequestParameters()
        func milliseconds(_ length: Duration?) -> Int? {
            length.map { length in
                let (seconds, attoseconds) = length.components
                return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
            }
        }
        switch self {
        case .status: return (.status, parameters)
        case .next: return (.next, parameters)
        case .previous: return (.previous, parameters)
        case .show(let id, let length):
            (parameters.id, parameters.forMilliseconds) = (id, milliseconds(length))
            return (.show, parameters)
        case .showNumber(let number, let length):
            (parameters.number, parameters.forMilliseconds) = (number, milliseconds(length))
            return (.show, parameters)
        case .pause(let length):
            parameters.forMilliseconds = milliseconds(length)
            return (.pause, parameters)
        case .resume: return (.resume, parameters)
        case .tickerStart: return (.startTicker, parameters)
        case .tickerStop: return (.stopTicker, parameters)
        case .tickerSpeed(let speed):
            parameters.speed = speed
            return (.setTickerSpeed, parameters)
        case .tickerText(let text, let now):
            (parameters.text, parameters.now) = (text, now)
            return (.setTickerText, parameters)
        case .display(let intent):
            parameters.intent = intent
            return (.setDisplay, parameters)
        case .identify(let length):
            parameters.forMilliseconds = milliseconds(length)
            return (.identify, parameters)
        case .notice(let text, let length):
            (parameters.text, parameters.forMilliseconds) = (text, milliseconds(length))
            return (.showNotice, parameters)
        case .clearNotice: return (.clearNotice, parameters)
        case .reload: return (.reload, parameters)
        case .configure(let text, let name, let length):
            (parameters.text, parameters.name) = (text, name)
            parameters.forMilliseconds = milliseconds(length)
            return (.configure, parameters)
        case .confirmConfiguration: return (.confirmConfiguration, parameters)
        case .revertConfiguration: return (.revertConfiguration, parameters)
        case .showConfiguration: return (.showConfiguration, parameters)
        case .schedule(let time, let days):
            (parameters.at, parameters.days) = (time, days)
            return (.schedule, parameters)
        case .screenshot: return (.screenshot, parameters)
        case .outputs: return (.outputs, parameters)
        case .monitor: return (.monitor, parameters)
        case .history: return (.history, parameters)
        case .rollback(let generation):
            parameters.generation = generation
            return (.rollback, parameters)
        case .use(let source):
            parameters.source = source
            return (.use, parameters)
        case .push: return (.push, parameters)
        }
    }
}
