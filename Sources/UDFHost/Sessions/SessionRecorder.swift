import LuaRuntime
import UDFServices

/// Writes a session as it goes: what it began with, every action with its changes, what services answered, every other way in
/// which the state has changed.
final class SessionRecorder: Witness {
  static let format = 1
  /// Codes of errors that come of how long something took or how much there was, not of what the scripts say.
  private static let stops: Set<String> = ["budget", "cancelled", "memory"]

  private let write: ([UInt8]) throws(FileProblem) -> Void
  private let name: String
  /// By the host's clock.
  private let start: Double

  /// Throws a ``HostError`` if there is a state that cannot be read.
  ///
  /// - Parameters:
  ///   - name: what errors call the file.
  ///   - write: puts a line at its end, whole or not at all.
  init(_ host: AppHost, name: String, write: @escaping ([UInt8]) throws(FileProblem) -> Void) throws(HostError) {
    self.name = name
    self.write = write
    start = host.configuration.clock.now
    var line = SessionLine("session")
    line.add("format", .integer(Int64(SessionRecorder.format)))
    line.add("app", .string(host.name))
    line.add("version", .integer(Int64(host.current.version)))
    // JSON has no numbers so large.
    line.add("seed", host.configuration.seed.map { .string("\($0)") } ?? .none)
    line.add("day", .number(host.dependencies.clock.now))
    line.add("generation", .integer(Int64(host.generation)))
    line.add("files", host.fileHashes)
    line.add("state", try host.snapshot().value)
    put(line, host)
  }

  func hear(_ event: HostEvent, from host: AppHost) {
    switch event {
    case .action(let record): put(record, host)
    case .reload(let report) where report.ok:
      var line = SessionLine("reload")
      line.add("generation", .integer(Int64(report.generation)))
      line.add("time", time(host))
      line.add("files", host.fileHashes)
      put(line, host)
    default: break
    }
  }

  private func put(_ record: ActionRecord, _ host: AppHost) {
    var line = SessionLine("action")
    line.add("n", .integer(Int64(record.n)))
    line.add("type", .string(record.type))
    line.add("fields", .map(record.fields))
    line.add("origin", .string(record.origin.rawValue))
    if record.status != .committed { line.add("status", .string(record.status.rawValue)) }
    if record.status == .rejected, let code = host.tree.error?.code, SessionRecorder.stops.contains(code) {
      line.add("error", .string(code))
    }
    line.add("generation", .integer(Int64(record.generation)))
    line.add("time", .number(record.time - start))
    // Of the record: where it has waited its turn another effect runs by now.
    line.add("cause", record.cause.map { .integer(Int64($0)) } ?? .none)
    line.add("event", record.event.map(Value.string) ?? .none)
    line.add("changes", record.changes)
    put(line, host)
  }

  /// Undo, redo, a reload, a load: from here the session goes on with this state.
  func stateMoved(in host: AppHost) {
    let state: Snapshot
    do throws(HostError) { state = try host.snapshot() } catch { return giveUp(error.message, host) }
    var line = SessionLine("state")
    line.add("time", time(host))
    line.add("state", state.value)
    put(line, host)
  }

  func answered(_ call: WitnessedCall, in host: AppHost) {
    var line = SessionLine("result")
    line.add("n", call.action.map { .integer(Int64($0)) } ?? .none)
    line.add("service", .string(call.service))
    line.add("method", .string(call.method))
    line.add("arguments", .list(call.arguments.map(\.present)))
    line.add("time", time(host))
    line.add("seconds", .number(host.configuration.clock.now - call.time))
    switch call.outcome {
    case .values(let values): line.add("values", .list(values.map(\.present)))
    case .items(let items, _, let problem):
      line.add("items", .list(items))
      line.add("error", problem)
    case .raised(let error): line.add("error", error)
    case nil: break
    }
    put(line, host)
  }

  private func time(_ host: AppHost) -> Value { .number(host.configuration.clock.now - start) }

  private func put(_ line: SessionLine, _ host: AppHost) {
    do throws(FileProblem) { try write(line.bytes) } catch { giveUp(error.reason, host) }
  }

  /// A session with a gap could not be replayed.
  private func giveUp(_ reason: String, _ host: AppHost) {
    host.remove(self)
    let problem = "\(name): the session cannot be recorded any further: \(reason)"
    host.emit(.log(level: "warning", message: "\(problem); the app goes on without", fields: [:]))
  }
}

extension Value {
  /// In a list nothing can be absent.
  fileprivate var present: Value { self == .none ? .null : self }
}

extension AppHost {
  /// From each file of the app, relative to its folder, to the hash of its content.
  var fileHashes: Value {
    .map(Record(current.modules.values.map { ($0.file, .string(String($0.hash, radix: 16))) }))
  }

  /// Records from now on what happens, until the host ends. A session that is there already is begun anew. Throws a
  /// ``HostError`` if another file is there, or none can be made.
  ///
  ///     try host.record(to: "session.ndjson")
  public func record(to path: String) throws(HostError) {
    let file = try SessionFile(path)
    let recorder: SessionRecorder
    do throws(HostError) { recorder = try SessionRecorder(self, name: path, write: file.append) } catch {
      throw error.adding("Nothing is recorded.")
    }
    add(recorder)
  }
}
