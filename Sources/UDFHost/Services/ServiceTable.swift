import LuaRuntime

/// The services of a host, and the streams that scripts have open.
final class ServiceTable {
  private struct Entry {
    var signature: ServiceSignature
    var body: ServiceMethod.Body
  }

  private struct Stream {
    var entry: Entry
    var task: LuaMachine.TaskID?
    var next: @Sendable () async throws -> [Value]
  }

  let services: [HostService]
  private var entries: [String: [String: Entry]] = [:]
  private var streams: [Int: Stream] = [:]
  private var lastStream = 0

  /// How a script waits for what takes its time.
  typealias Awaiting = (@escaping @Sendable () async -> CallOutcome) -> HostAnswer

  var openStreams: Int { streams.count }

  /// Throws a ``HostError`` if one is not declared rightly.
  init(_ services: [HostService]) throws(HostError) {
    self.services = services
    for service in services {
      guard entries[service.name] == nil else {
        throw HostError(code: "load", message: "two services are named \"\(service.name)\"; names are unique")
      }
      entries[service.name] = [:]
      for method in service.methods {
        let signature = try ServiceSignature(method, of: service.name)
        entries[service.name]?[method.name] = Entry(signature: signature, body: method.body)
      }
    }
  }

  func signature(of method: String, in service: String) -> ServiceSignature? { entries[service]?[method]?.signature }

  /// From each service to its methods, for the prelude.
  var methods: Value {
    .map(Record(entries.map { ($0.key, .list($0.value.keys.sorted().map(Value.string))) }))
  }

  /// `service(name, method, arguments…)`: gives `"value", value` or `"stream", number`, or waits.
  func call(_ arguments: [Value], task: LuaMachine.TaskID?, cause: String?, awaiting: Awaiting) -> HostAnswer {
    guard arguments.count >= 2, let name = arguments[0].text, let method = arguments[1].text,
      let entry = entries[name]?[method]
    else { return .failure("there is no such service") }
    do {
      let fields = try entry.signature.bind(Array(arguments.dropFirst(2)))
      let call = ServiceCall(service: name, method: method, arguments: fields, cause: cause)
      switch entry.body {
      case .immediate(let body): return .values(["value", try body(call)])
      case .awaiting(let body):
        let rest = try body(call)
        return awaiting { await outcome(of: name, method) { ["value", try await rest()] } }
      case .streaming(let body):
        lastStream += 1
        streams[lastStream] = Stream(entry: entry, task: task, next: try body(call))
        return .values(["stream", .integer(Int64(lastStream))])
      }
    } catch {
      return .failure(ServiceError(error).value(service: name, method: method))
    }
  }

  /// Waits for the next values of a stream, none after the last; with a second argument closes it.
  func pull(_ arguments: [Value], awaiting: Awaiting) -> HostAnswer {
    guard let id = arguments.first?.integer, let stream = streams[id] else { return .values([.list([])]) }
    guard arguments.count == 1 else {
      streams[id] = nil
      return .values([])
    }
    let signature = stream.entry.signature
    return awaiting { [next = stream.next] in
      await outcome(of: signature.service, signature.method) { [.list(try await next())] }
    }
  }

  /// Closes what a task left open.
  func close(task: LuaMachine.TaskID?) {
    if !streams.isEmpty { streams = streams.filter { $0.value.task != task } }
  }
}

/// What a call came to: what it gives, or what it throws as scripts are told it.
private func outcome(of service: String, _ method: String, _ body: () async throws -> [Value]) async -> CallOutcome {
  do { return .values(try await body()) } catch {
    return .raise(ServiceError(error).value(service: service, method: method))
  }
}
