import LuaRuntime
import Platform

/// The services of an app host, and the streams that scripts have open.
package final class ServiceTable {
  private struct Entry {
    var signature: ServiceSignature
    var body: ServiceMethod.Body
    var knowsSecrets: Bool
  }

  package let services: [HostService]
  private var entries: [String: [String: Entry]] = [:]
  private var streams: [Int: ServiceStream] = [:]
  private var lastStream = 0
  private let secrets: SecretStore

  package var openStreams: Int { streams.count }

  /// Throws a ``ServiceError`` with the code `load` if a name is used twice or a declared type is invalid.
  package init(_ services: [HostService], secrets: SecretStore) throws(ServiceError) {
    self.services = services
    self.secrets = secrets
    for service in services {
      guard entries[service.name] == nil else {
        throw ServiceError(code: "load", message: "two services are named \"\(service.name)\"; names are unique")
      }
      entries[service.name] = [:]
      for method in service.methods {
        let signature = try ServiceSignature(method, of: service.name)
        entries[service.name]?[method.name] = Entry(
          signature: signature, body: method.body, knowsSecrets: service.knowsSecrets)
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
  ///   - bytes: the size of the arguments in byte form.
  ///   - run: the number of the effect run that calls; nil for the prompt.
  ///   - awaiting: suspends the script until the work is done. Does not start the work if the script cannot be suspended.
  package func call(
    _ arguments: [Value], bytes: Int, run: Int?, cause: String?,
    awaiting: (() throws -> CallOutcome.Work) throws -> HostAnswer
  ) -> HostAnswer {
    guard arguments.count >= 2, let name = arguments[0].text, let method = arguments[1].text,
      let entry = entries[name]?[method]
    else { return .failure("there is no such service") }
    var hidden: [String] = []
    do {
      // Twice the size: the decoded arguments, and the service's own copy.
      do throws(MemoryShortage) { try MemoryCharge.current?.add(2 * bytes) } catch {
        throw ServiceError(code: "memory", message: "\(name).\(method): \(error), and its arguments need more")
      }
      var fields = try entry.signature.bind(Array(arguments.dropFirst(2)))
      if secrets.isUsed, entry.knowsSecrets {
        hidden = secrets.texts(in: .map(fields))
        fields = try secrets.revealed(.map(fields)).fields
      } else if secrets.isUsed, name != "log", Secret.isIn(.map(fields)) {
        throw ServiceError(
          code: "secret",
          message: "\(name).\(method): a secret is shown and kept nowhere, so this service is not given it\n"
            + "  To fix this, give it to the service that needs it, or ask for it again.")
      }
      let call = ServiceCall(service: name, method: method, arguments: fields, cause: cause)
      switch entry.body {
      case .immediate(let body): return .values(["value", try entry.signature.checked(body(call))])
      case .awaiting(let body):
        return try awaiting {
          let rest = try body(call)
          let signature = entry.signature
          return { [hidden] in
            await outcome(of: name, method, hiding: hidden) { ["value", try signature.checked(await rest())] }
          }
        }
      case .streaming(let body):
        lastStream += 1
        streams[lastStream] = ServiceStream(entry.signature, run: run, next: try body(call))
        return .values(["stream", .integer(Int64(lastStream))])
      }
    } catch {
      return .failure(ServiceError(error).hiding(hidden).value(service: name, method: method))
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
      return {
        await outcome(of: signature.service, signature.method) { [.list(try await batch.value.map(signature.checked))] }
      }
    }
  }

  /// The service and method that opened the stream of `pull(stream, …)`.
  package func callee(_ arguments: [Value]) -> (service: String, method: String)? {
    arguments.first?.integer.flatMap { streams[$0] }.map { ($0.signature.service, $0.signature.method) }
  }

  /// Closes the open streams of an effect run, or of the prompt if `run` is nil.
  package func close(run: Int?) {
    if !streams.isEmpty { streams = streams.filter { $0.value.run != run } }
  }
}

/// The result of a call, with an error as scripts see it.
private func outcome(
  of service: String, _ method: String, hiding secrets: [String] = [], _ body: () async throws -> [Value]
) async -> CallOutcome {
  do { return .values(try await body()) } catch {
    return .raise(ServiceError(error).hiding(secrets).value(service: service, method: method))
  }
}

extension ServiceError {
  /// The error with the secrets of the call hidden in its message.
  fileprivate func hiding(_ secrets: [String]) -> ServiceError {
    ServiceError(code: code, message: secrets.reduce(message) { SecretStore.hiding($1, in: $0) })
  }
}
