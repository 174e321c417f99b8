import LuaRuntime
import UDFServices

/// Writes a session to a file: the state it began with, every action with its changes, the answers of services, and every
/// other replacement of the state.
///
/// Lines of what a script does are collected until it ends or there are 64 KiB of them: a file operation for each would cost
/// more than the action. A process that is killed loses these lines and no others.
final class SessionRecorder: SessionObserver {
  private unowned let sessions: Sessions
  private let write: ([UInt8]) throws(FileProblem) -> Void
  private let name: String
  /// By the host's clock.
  private let start: Double
  /// What was recorded and is not in the file yet.
  @exclusivity(unchecked) private var lines = SessionLines()
  private static let bufferSize = 1 << 16

  /// Throws a ``HostError`` if there is a state that cannot be read.
  ///
  /// - Parameters:
  ///   - name: what errors call the file.
  ///   - write: appends whole lines to the file; after an error the file has none of them.
  init(_ sessions: Sessions, name: String, write: @escaping ([UInt8]) throws(FileProblem) -> Void) throws(HostError) {
    self.sessions = sessions
    let generation = sessions.generation
    self.name = name
    self.write = write
    start = sessions.clock.now
    let state = try sessions.snapshots.snapshot().value
    lines.add(#"{"kind":"session""#)
    lines.add(#","format":"#, .integer(Int64(SessionLines.format)))
    lines.add(#","app":"#, .string(generation.name))
    lines.add(#","version":"#, .integer(Int64(generation.version)))
    // JSON has no numbers so large.
    lines.add(#","seed":"#, sessions.seed.map { .string("\($0)") } ?? .none)
    lines.add(#","day":"#, .number(sessions.day))
    lines.add(#","generation":"#, .integer(Int64(generation.number)))
    lines.add(#","files":"#, generation.fileHashes)
    lines.add(#","state":"#, state)
    endLine()
    flush()
  }

  deinit { if lines.count > 0 { try? write(lines.bytes) } }

  func didEmit(_ event: HostEvent) {
    guard case .reload(let report) = event, report.ok else { return }
    lines.add(#"{"kind":"reload""#)
    lines.add(#","generation":"#, .integer(Int64(report.generation)))
    lines.add(#","time":"#, time)
    lines.add(#","files":"#, sessions.generation.fileHashes)
    endLine()
    flush()
  }

  func didDispatch(_ record: () -> ActionRecord) {
    // Written from the bytes of the action and its changes: to make a record of them takes several times as long.
    let tree = sessions.tree
    let action = tree.last
    lines.add(#"{"kind":"action""#)
    lines.add(#","n":"#, .integer(Int64(action.n)))
    tree.data.withUnsafeBytes { lines.add(action: $0) }
    lines.add(#","origin":"#, .string(action.origin.rawValue))
    if action.status != .committed { lines.add(#","status":"#, .string(action.status.rawValue)) }
    if action.status == .rejected, let error = sessions.refusal, error.isStop {
      // The code says which limit was exceeded: that depends on the machine and not on the scripts.
      lines.add(#","error":"#, .string(error.code))
    }
    lines.add(#","generation":"#, .integer(Int64(tree.history.generation)))
    lines.add(#","time":"#, .number(action.time - start))
    // Of the action: where it has waited its turn another effect runs by now.
    if action.cause > 0 { lines.add(#","cause":"#, .integer(Int64(action.cause))) }
    lines.add(#","event":"#, tree.viewEvents[action.event].map(Value.string) ?? .none)
    tree.withLastChanges { lines.add(#","changes":"#, changes: $0) }
    endLine()
  }

  /// Undo, redo, a reload, a load: from here the session goes on with this state.
  func stateWasReplaced() {
    let state: Value
    do throws(HostError) { state = try sessions.snapshots.snapshot().value } catch { return giveUp(error.message) }
    lines.add(#"{"kind":"state""#)
    lines.add(#","time":"#, time)
    lines.add(#","state":"#, state)
    endLine()
    flush()
  }

  func didAnswer(_ call: RecordedCall) {
    lines.add(#"{"kind":"result""#)
    lines.add(#","n":"#, call.action.map { .integer(Int64($0)) } ?? .none)
    lines.add(#","service":"#, .string(call.service))
    lines.add(#","method":"#, .string(call.method))
    lines.add(#","arguments":"#, .list(call.arguments.map(\.present)))
    lines.add(#","time":"#, time)
    lines.add(#","seconds":"#, .number(sessions.clock.now - call.time))
    switch call.outcome {
    case .values(let values): lines.add(#","values":"#, .list(values.map(\.present)))
    case .items(let items, _, let problem):
      lines.add(#","items":"#, .list(items))
      lines.add(#","error":"#, problem)
    case .raised(let error): lines.add(#","error":"#, error)
    case nil: break
    }
    endLine()
  }

  private var time: Value { .number(sessions.clock.now - start) }

  private func endLine() {
    lines.add("}\n")
    if lines.count >= SessionRecorder.bufferSize { flush() }
  }

  func flush() {
    if lines.count == 0 { return }
    do throws(FileProblem) { try write(lines.bytes) } catch { giveUp(error.reason) }
    lines.removeAll()
  }

  /// Ends the recording: a session with a gap could not be replayed.
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
