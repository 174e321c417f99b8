import LuaRuntime
import UDFServices

/// Writes a session to a file: the first state, actions with their changes, service results, and new states.
///
/// The lines of a script are collected until it ends or there are 64 KiB of them, because a write for each line would
/// cost more than the action. A killed process loses only these lines.
final class SessionRecorder: SessionObserver {
  private unowned let sessions: Sessions
  private let write: ([UInt8]) throws(FileProblem) -> Void
  private let name: String
  /// The start of the session on the host's clock.
  private let start: Double
  /// Lines that are not in the file yet.
  @exclusivity(unchecked) private var lines = JSONWriter(isExact: true, numbersSecrets: true)
  private static let bufferSize = 1 << 16

  /// Throws a ``HostError`` if a state cannot be read.
  ///
  /// - Parameters:
  ///   - name: the name of the file in errors.
  ///   - write: appends whole lines to the file; if it throws, the file has none of them.
  init(_ sessions: Sessions, name: String, write: @escaping ([UInt8]) throws(FileProblem) -> Void) throws(HostError) {
    self.sessions = sessions
    let generation = sessions.generation
    self.name = name
    self.write = write
    start = sessions.clock.now
    let state = try sessions.snapshots.snapshot().value
    lines.write(literal: #"{"kind":"session""#)
    add(#","format":"#, .integer(Int64(Sessions.format)))
    add(#","app":"#, .string(generation.name))
    add(#","version":"#, .integer(Int64(generation.version)))
    // Written as text, because JSON numbers cannot hold it exactly.
    add(#","seed":"#, sessions.seed.map { .string("\($0)") } ?? .none)
    add(#","day":"#, .number(sessions.day))
    add(#","generation":"#, .integer(Int64(generation.number)))
    add(#","files":"#, generation.fileHashes)
    add(#","state":"#, state)
    endLine()
    flush()
  }

  deinit { if !lines.isEmpty { try? write(lines.bytes) } }

  func didEmit(_ event: HostEvent) {
    guard case .reload(let report) = event, report.ok else { return }
    lines.write(literal: #"{"kind":"reload""#)
    add(#","generation":"#, .integer(Int64(report.generation)))
    add(#","time":"#, time)
    add(#","files":"#, sessions.generation.fileHashes)
    endLine()
    flush()
  }

  func didDispatch(_ record: () -> ActionRecord) {
    // Written directly from the bytes of the action and its changes: making a record would take several times as long.
    let tree = sessions.tree
    let action = tree.last
    lines.write(literal: #"{"kind":"action""#)
    add(#","n":"#, .integer(Int64(action.n)))
    tree.data.withUnsafeBytes { add(action: $0) }
    add(#","origin":"#, .string(action.origin.rawValue))
    if action.status != .committed { add(#","status":"#, .string(action.status.rawValue)) }
    if action.status == .rejected, let error = sessions.refusal, error.isStop {
      // The code names the exceeded limit. Whether it is exceeded depends on the machine, so a replay cannot repeat it.
      add(#","error":"#, .string(error.code))
    }
    add(#","generation":"#, .integer(Int64(tree.history.generation)))
    add(#","time":"#, .number(action.time - start))
    // The action's own cause: if the action has waited in a queue, another effect runs now.
    if action.cause > 0 { add(#","cause":"#, .integer(Int64(action.cause))) }
    add(#","event":"#, tree.viewEvents[action.event].map(Value.string) ?? .none)
    lines.write(literal: #","changes":"#)
    tree.withLastChanges { lines.write(changes: $0) }
    endLine()
  }

  /// An undo, redo, reload or load has replaced the state. The session continues with this state.
  func stateWasReplaced() {
    let state: Value
    do throws(HostError) { state = try sessions.snapshots.snapshot().value } catch { return giveUp(error.message) }
    lines.write(literal: #"{"kind":"state""#)
    add(#","time":"#, time)
    add(#","state":"#, state)
    endLine()
    flush()
  }

  func didAnswer(_ call: RecordedCall) {
    lines.write(literal: #"{"kind":"result""#)
    add(#","n":"#, call.action.map { .integer(Int64($0)) } ?? .none)
    add(#","service":"#, .string(call.service))
    add(#","method":"#, .string(call.method))
    add(#","arguments":"#, .list(call.arguments.map(\.present)))
    add(#","time":"#, time)
    add(#","seconds":"#, .number(sessions.clock.now - call.time))
    switch call.outcome {
    // The result may contain a text that becomes a secret only with a later action.
    case let outcome? where sessions.tree.secrets.isUsed:
      if case .raised(let error) = outcome { add(#","error":"#, error["code"]) }
      add(#","values":"#, .bytes(Secret.unknown))
    case .values(let values): add(#","values":"#, .list(values.map(\.present)))
    case .items(let items, _, let problem):
      add(#","items":"#, .list(items))
      add(#","error":"#, problem)
    case .raised(let error): add(#","error":"#, error)
    case nil: break
    }
    endLine()
  }

  private var time: Value { .number(sessions.clock.now - start) }

  // MARK: lines

  /// Adds a field unless it is `.none`. The key includes the JSON around it, so that one write is enough.
  private func add(_ key: StaticString, _ value: Value) {
    if value == .none { return }
    lines.write(literal: key)
    // Exact JSON can represent all plain data.
    try? lines.write(value, at: "")
  }

  /// Adds the type and the fields of an action in byte form.
  private func add(action: UnsafeRawBufferPointer) {
    func isType(_ key: UnsafeRawBufferPointer) -> Bool { key.elementsEqual("type".utf8) }
    var reader = TapeReader(action)
    var left = reader.enterMap() ?? 0
    while left > 0, !isType(reader.key()) {
      _ = reader.skip()
      left -= 1
    }
    lines.write(literal: #","type":"#)
    lines.write(tape: &reader)
    reader = TapeReader(action)
    lines.write(literal: #","fields":"#)
    lines.write(map: reader.enterMap() ?? 0, of: &reader, except: isType)
  }

  private func endLine() {
    lines.write(literal: "}\n")
    if lines.count >= SessionRecorder.bufferSize { flush() }
  }

  func flush() {
    if lines.isEmpty { return }
    do throws(FileProblem) { try write(lines.bytes) } catch { giveUp(error.reason) }
    lines.removeAll()
  }

  /// Ends the recording, because a session with a gap cannot be replayed.
  private func giveUp(_ reason: String) {
    sessions.events.remove(self)
    let problem = "\(name): the session cannot be recorded any further: \(reason)"
    sessions.events.emit(.error(HostError(code: "file", message: problem), action: nil))
  }
}

extension Value {
  /// The value for a list, which cannot contain nil.
  fileprivate var present: Value { self == .none ? .null : self }
}

extension Generation {
  /// The hash of the content of each file of the app, by its path in the app's folder.
  package var fileHashes: Value { .map(Record(modules.values.map { ($0.file, .string(String($0.hash, radix: 16))) })) }
}
