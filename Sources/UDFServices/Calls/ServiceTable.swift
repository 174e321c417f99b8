import LuaRuntime

/// The services of a host, and the streams that scripts have open.
package final class ServiceTable {
  private struct Entry {
    var signature: ServiceSignature
    var body: ServiceMethod.Body
  }

  package let services: [HostService]
  private var entries: [String: [String: Entry]] = [:]
  private var streams: [Int: ServiceStream] = [:]
  private var lastStream = 0

  package var openStreams: Int { streams.count }

  /// Throws a ``ServiceError`` with the code `load` if a name is used twice or a type cannot be read.
  package init(_ services: [HostService]) throws(ServiceError) {
    self.services = services
    for service in services {
      guard entries[service.name] == nil else {
        throw ServiceError(code: "load", message: "two services are named \"\(service.name)\"; names are unique")
      }
      entries[service.name] = [:]
      for method in service.methods {
        let signature = try ServiceSignature(method, of: service.name)
        entries[service.name]?[method.name] = Entry(signature: signature, body: method.body)
      }
    }
  }

  package func signature(of method: String, in service: String) -> ServiceSignature? {
    entries[service]?[method]?.signature
  }

  /// A map from each service to the list of its methods.
  package var methods: Value {
    .map(Record(entries.map { ($0.key, .list($0.value.keys.sorted().map(Value.string))) }))
  }

  /// `service(name, method, arguments…)`: returns `"value", value` or `"stream", number`, or suspends the script.
  ///
  /// - Parameters:
  ///   - run: the number of the effect's run that calls; nil: the prompt does.
  ///   - awaiting: suspends the script until the work is done; starts no work where a script cannot be suspended.
  package func call(
    _ arguments: [Value], run: Int?, cause: String?, awaiting: (() throws -> CallOutcome.Work) throws -> HostAnswer
  ) -> HostAnswer {
    guard arguments.count >= 2, let name = arguments[0].text, let method = arguments[1].text,
      let entry = entries[name]?[method]
    else { return .failure("there is no such service") }
    do {
      let fields = try entry.signature.bind(Array(arguments.dropFirst(2)))
      let call = ServiceCall(service: name, method: method, arguments: fields, cause: cause)
      switch entry.body {
      case .immediate(let body): return .values(["value", try body(call)])
      case .awaiting(let body):
        return try awaiting {
          let rest = try body(call)
          return { await outcome(of: name, method) { ["value", try await rest()] } }
        }
      case .streaming(let body):
        lastStream += 1
        streams[lastStream] = ServiceStream(entry.signature, run: run, next: try body(call))
        return .values(["stream", .integer(Int64(lastStream))])
      }
    } catch {
      return .failure(ServiceError(error).value(service: name, method: method))
    }
  }

  /// `pull(stream, number)`: waits for the batch with this number, which is empty after the last one; returns nothing if the
  /// stream is closed. `pull(stream)` closes it.
  package func pull(_ arguments: [Value], awaiting: (() -> CallOutcome.Work) -> HostAnswer) -> HostAnswer {
    guard let id = arguments.first?.integer, let stream = streams[id] else { return .values([]) }
    guard arguments.count > 1, let number = arguments[1].integer else {
      streams[id] = nil
      return .values([])
    }
    return awaiting {
      let (signature, batch) = (stream.signature, stream.batch(number))
      return { await outcome(of: signature.service, signature.method) { [.list(try await batch.value)] } }
    }
  }

  /// Closes the streams that a run, or with nil the line at the prompt, has left open.
  package func close(run: Int?) {
    if !streams.isEmpty { streams = streams.filter { $0.value.run != run } }
  }
}

/// The result of a call, with an error as scripts see it.
private func outcome(of service: String, _ method: String, _ body: () async throws -> [Value]) async -> CallOutcome {
  do { return .values(try await body()) } catch {
    return .raise(ServiceError(error).value(service: service, method: method))
  }
}
