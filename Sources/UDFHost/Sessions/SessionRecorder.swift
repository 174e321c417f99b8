import LuaRuntime
import UDFServices

/// Writes a session as it goes: what it began with, every action with its changes, what services answered, every other way in
/// which the state has changed.
final class SessionRecorder: SessionObserver {
  private unowned let sessions: Sessions
  private let write: ([UInt8]) throws(FileProblem) -> Void
  private let name: String
  /// By the host's clock.
  private let start: Double

  /// Throws a ``HostError`` if there is a state that cannot be read.
  ///
  /// - Parameters:
  ///   - name: what errors call the file.
  ///   - write: puts a line at its end, whole or not at all.
  init(_ sessions: Sessions, name: String, write: @escaping ([UInt8]) throws(FileProblem) -> Void) throws(HostError) {
    self.sessions = sessions
    let generation = sessions.generation
    self.name = name
    self.write = write
    start = sessions.clock.now
    var line = SessionLine("session")
    line.add("format", .integer(Int64(SessionLine.format)))
    line.add("app", .string(generation.name))
    line.add("version", .integer(Int64(generation.version)))
    // JSON has no numbers so large.
    line.add("seed", sessions.seed.map { .string("\($0)") } ?? .none)
    line.add("day", .number(sessions.day))
    line.add("generation", .integer(Int64(generation.number)))
    line.add("files", generation.fileHashes)
    line.add("state", try sessions.snapshots.snapshot().value)
    put(line)
  }

  func didEmit(_ event: HostEvent) {
    switch event {
    case .action(let record): put(record)
    case .reload(let report) where report.ok:
      var line = SessionLine("reload")
      line.add("generation", .integer(Int64(report.generation)))
      line.add("time", time)
      line.add("files", sessions.generation.fileHashes)
      put(line)
    default: break
    }
  }

  private func put(_ record: ActionRecord) {
    var line = SessionLine("action")
    line.add("n", .integer(Int64(record.n)))
    line.add("type", .string(record.type))
    line.add("fields", .map(record.fields))
    line.add("origin", .string(record.origin.rawValue))
    if record.status != .committed { line.add("status", .string(record.status.rawValue)) }
    if record.status == .rejected, let error = sessions.refusal, error.isStop {
      // It tells how long something took or how much there was, not what the scripts say.
      line.add("error", .string(error.code))
    }
    line.add("generation", .integer(Int64(record.generation)))
    line.add("time", .number(record.time - start))
    // Of the record: where it has waited its turn another effect runs by now.
    line.add("cause", record.cause.map { .integer(Int64($0)) } ?? .none)
    line.add("event", record.event.map(Value.string) ?? .none)
    line.add("changes", record.changes)
    put(line)
  }

  /// Undo, redo, a reload, a load: from here the session goes on with this state.
  func stateWasReplaced() {
    let state: Snapshot
    do throws(HostError) { state = try sessions.snapshots.snapshot() } catch { return giveUp(error.message) }
    var line = SessionLine("state")
    line.add("time", time)
    line.add("state", state.value)
    put(line)
  }

  func didAnswer(_ call: RecordedCall) {
    var line = SessionLine("result")
    line.add("n", call.action.map { .integer(Int64($0)) } ?? .none)
    line.add("service", .string(call.service))
    line.add("method", .string(call.method))
    line.add("arguments", .list(call.arguments.map(\.present)))
    line.add("time", time)
    line.add("seconds", .number(sessions.clock.now - call.time))
    switch call.outcome {
    case .values(let values): line.add("values", .list(values.map(\.present)))
    case .items(let items, _, let problem):
      line.add("items", .list(items))
      line.add("error", problem)
    case .raised(let error): line.add("error", error)
    case nil: break
    }
    put(line)
  }

  private var time: Value { .number(sessions.clock.now - start) }

  private func put(_ line: SessionLine) {
    do throws(FileProblem) { try write(line.bytes) } catch { giveUp(error.reason) }
  }

  /// A session with a gap could not be replayed.
  private func giveUp(_ reason: String) {
    sessions.events.remove(self)
    let problem = "\(name): the session cannot be recorded any further: \(reason)"
    sessions.events.emit(.log(level: "warning", message: "\(problem); the app goes on without", fields: [:]))
  }
}

extension Value {
  /// In a list nothing can be absent.
  fileprivate var present: Value { self == .none ? .null : self }
}

extension Generation {
  /// From each file of the app, relative to its folder, to the hash of its content.
  package var fileHashes: Value { .map(Record(modules.values.map { ($0.file, .string(String($0.hash, radix: 16))) })) }
}
