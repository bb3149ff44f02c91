internal import FoundationEssentials

/// A request as it came over the wire, understood or refused.
struct RequestMessage {
    /// What is asked.
    enum Demand: Equatable {
        case information
        case description(interface: String)
        case control(ControlRequest)
        case refused(ControlError)
    }

    var demand: Demand
    var oneway: Bool
    var more: Bool

    /// Reads a message; nil when it is no JSON object with a method, or its flags contradict each other.
    ///
    /// - Parameter bytes: without the NUL.
    init?(_ bytes: [UInt8]) {
        guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(bytes)) else { return nil }
        oneway = wire.oneway ?? false
        more = wire.more ?? false
        let upgrade = wire.upgrade ?? false
        guard [oneway, more, upgrade].filter({ $0 }).count <= 1 else { return nil }
        demand = wire.demand
        // A push begins with an upgrade, and nothing else does.
        if upgrade != (demand == .control(.push)) { demand = .refused(.methodNotImplemented(wire.method)) }
        if case .control(let request) = demand, !more, request == .screenshot || request == .monitor {
            demand = .refused(.expectedMore)
        }
    }
}

/// The parameters of all methods; each has some of them.
struct RequestParameters: Codable {
    var id: String?
    var number: Int?
    var forMilliseconds: Int?
    var speed: Double?
    var text: String?
    var name: String?
    var now: Bool?
    var generation: Int?
    var source: String?
    var intent: String?
    var at: String?
    var days: Int?
    var interface: String?
}

extension RequestParameters {
    /// Throws `ControlError.invalidParameter` with the name of the first one of a wrong type.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws(ControlError) -> Value? {
            do {
                return try values.decodeIfPresent(Value.self, forKey: key)
            } catch {
                throw .invalidParameter(key.stringValue)
            }
        }
        id = try value(.id)
        number = try value(.number)
        forMilliseconds = try value(.forMilliseconds)
        speed = try value(.speed)
        text = try value(.text)
        name = try value(.name)
        now = try value(.now)
        generation = try value(.generation)
        source = try value(.source)
        intent = try value(.intent)
        at = try value(.at)
        days = try value(.days)
        interface = try value(.interface)
    }
}

/// The JSON object of a request.
private struct Wire: Decodable {
    var method: String
    var oneway: Bool?
    var more: Bool?
    var upgrade: Bool?
    var demand: RequestMessage.Demand

    enum CodingKeys: String, CodingKey { case method, oneway, more, upgrade, parameters }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        method = try values.decode(String.self, forKey: .method)
        oneway = try values.decodeIfPresent(Bool.self, forKey: .oneway)
        more = try values.decodeIfPresent(Bool.self, forKey: .more)
        upgrade = try values.decodeIfPresent(Bool.self, forKey: .upgrade)
        do throws(ControlError) {
            demand = try Self.demand(method, try Self.parameters(values))
        } catch {
            demand = .refused(error)
        }
    }

    private static func parameters(
        _ values: KeyedDecodingContainer<CodingKeys>
    ) throws(ControlError) -> GivenParameters {
        do {
            return try values.decodeIfPresent(GivenParameters.self, forKey: .parameters) ?? GivenParameters()
        } catch let error as ControlError {
            throw error
        } catch {
            throw .invalidParameter("parameters")
        }
    }

    private static func demand(
        _ method: String, _ given: GivenParameters
    ) throws(ControlError) -> RequestMessage.Demand {
        guard let dot = method.lastIndex(of: ".") else { throw .methodNotFound(method) }
        let name = String(method[method.index(after: dot)...])
        switch String(method[..<dot]) {
        case ControlInterface.name:
            return .control(try control(name, method, given))
        case ServiceInterface.name where name == "GetInfo":
            try given.allow([])
            return .information
        case ServiceInterface.name where name == "GetInterfaceDescription":
            try given.allow(["interface"])
            return .description(interface: try required(given.values.interface, "interface"))
        case ServiceInterface.name:
            throw .methodNotFound(method)
        case let interface:
            throw .interfaceNotFound(interface)
        }
    }

    private static func control(
        _ name: String, _ method: String, _ given: GivenParameters
    ) throws(ControlError) -> ControlRequest {
        guard let known = ControlMethod(rawValue: name) else { throw .methodNotFound(method) }
        try given.allow(known.parameters)
        let values = given.values
        switch known {
        case .status: return .status
        case .next: return .next
        case .previous: return .previous
        case .show:
            let length = try duration(values.forMilliseconds)
            guard let number = values.number else {
                return .show(id: try required(values.id, "id"), for: length)
            }
            guard values.id == nil, number >= 1 else { throw .invalidParameter("number") }
            return .showNumber(number, for: length)
        case .pause: return .pause(for: try duration(values.forMilliseconds))
        case .resume: return .resume
        case .startTicker: return .tickerStart
        case .stopTicker: return .tickerStop
        case .setTickerSpeed:
            let speed = try required(values.speed, "speed")
            guard (0...ControlRequest.highestSpeed).contains(speed) else { throw .invalidParameter("speed") }
            return .tickerSpeed(speed)
        case .setTickerText:
            let text = try required(values.text, "text")
            guard text.utf8.count <= ControlRequest.longestText, !text.utf8.contains(0) else {
                throw .invalidParameter("text")
            }
            return .tickerText(text, now: values.now ?? false)
        case .setDisplay:
            let intent = try required(values.intent, "intent")
            guard ControlRequest.displayIntents.contains(intent) else { throw .invalidParameter("intent") }
            return .display(intent: intent)
        case .identify:
            let longest = ControlRequest.longestIdentification
            return .identify(for: try duration(values.forMilliseconds, atMost: longest))
        case .showNotice:
            let text = try required(values.text, "text")
            guard text.utf8.count <= ControlRequest.longestMessage, !text.utf8.contains(0),
                !text.allSatisfy(\.isWhitespace)
            else { throw .invalidParameter("text") }
            let longest = ControlRequest.longestNotice
            return .notice(text, for: try duration(values.forMilliseconds, atMost: longest))
        case .clearNotice: return .clearNotice
        case .reload: return .reload
        case .configure:
            let name = values.name ?? "configuration"
            guard values.text?.utf8.count ?? 0 <= ControlRequest.longestConfiguration else {
                throw .invalidParameter("text")
            }
            guard !name.isEmpty, name.utf8.count <= ControlRequest.longestName else {
                throw .invalidParameter("name")
            }
            let length = try duration(values.forMilliseconds, atMost: ControlRequest.longestTrial)
            return .configure(text: values.text, name: name, for: length)
        case .confirmConfiguration: return .confirmConfiguration
        case .revertConfiguration: return .revertConfiguration
        case .showConfiguration: return .showConfiguration
        case .schedule:
            if let days = values.days, !(1...ControlRequest.mostDays).contains(days) {
                throw .invalidParameter("days")
            }
            // Whether it is a time, the daemon knows.
            guard values.at?.utf8.count ?? 0 <= ControlRequest.longestTime else {
                throw .invalidParameter("at")
            }
            return .schedule(at: values.at, days: values.days)
        case .outputs: return .outputs
        case .screenshot: return .screenshot
        case .monitor: return .monitor
        case .history: return .history
        case .rollback:
            if let generation = values.generation, generation < 1 { throw .invalidParameter("generation") }
            return .rollback(to: values.generation)
        case .use:
            let source = try required(values.source, "source")
            guard ControlRequest.sources.contains(source) else { throw .invalidParameter("source") }
            return .use(source: source)
        case .push: return .push
        }
    }

    private static func required<Value>(_ value: Value?, _ name: String) throws(ControlError) -> Value {
        guard let value else { throw .invalidParameter(name) }
        return value
    }

    private static func duration(
        _ milliseconds: Int?, atMost longest: Int = ControlRequest.longestMilliseconds
    ) throws(ControlError) -> Duration? {
        guard let milliseconds else { return nil }
        guard (1...longest).contains(milliseconds) else {
            throw .invalidParameter("forMilliseconds")
        }
        return .milliseconds(milliseconds)
    }
}

/// Parameters with the names that were given.
private struct GivenParameters: Decodable {
    var values = RequestParameters()
    var names: [String] = []

    init() {}

    init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        values = try RequestParameters(from: decoder)
    }

    /// Refuses names that a method does not have.
    func allow(_ allowed: [String]) throws(ControlError) {
        if let stranger = names.sorted().first(where: { !allowed.contains($0) }) {
            throw .invalidParameter(stranger)
        }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
