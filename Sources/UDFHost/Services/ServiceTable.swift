import LuaRuntime

/// The services of a host, and the streams that scripts have open.
final class ServiceTable {
  private var services: [String: any HostService] = [:]
  private var streams: [Int: Stream] = [:]
  private var lastStream = 0

  private struct Stream {
    var service: String
    var method: String
    var task: LuaMachine.TaskID?
    var next: () throws(ServiceError) -> [Value]
  }

  init(_ services: [any HostService]) {
    for service in services { self.services[service.name] = service }
  }

  var names: [String] { services.keys.sorted() }

  /// From each service to its methods, for the prelude.
  var methods: Value {
    .map(Record(services.map { ($0.key, .list($0.value.methods.map(Value.string))) }))
  }

  /// `service(name, method, arguments…)`: gives `"value", value` or `"stream", number`.
  func call(_ arguments: [Value], task: LuaMachine.TaskID?) -> HostAnswer {
    guard arguments.count >= 2, let name = arguments[0].text, let method = arguments[1].text,
      let service = services[name]
    else { return .failure("there is no such service") }
    do throws(ServiceError) {
      switch try service.call(method, Array(arguments.dropFirst(2))) {
      case .value(let value): return .values(["value", value])
      case .stream(let next):
        lastStream += 1
        streams[lastStream] = Stream(service: name, method: method, task: task, next: next)
        return .values(["stream", .integer(Int64(lastStream))])
      }
    } catch {
      return .failure(error.value(service: name, method: method))
    }
  }

  /// The next values of a stream, nil after the last.
  func pull(_ arguments: [Value]) -> HostAnswer {
    guard let id = arguments.first?.integer, let stream = streams[id] else { return .values([.none]) }
    do throws(ServiceError) {
      let values = try stream.next()
      if values.isEmpty { streams[id] = nil }
      return .values([values.isEmpty ? .none : .list(values)])
    } catch {
      streams[id] = nil
      return .failure(error.value(service: stream.service, method: stream.method))
    }
  }

  /// Closes what a task left open.
  func close(task: LuaMachine.TaskID?) { streams = streams.filter { $0.value.task != task } }
}
