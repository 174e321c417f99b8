import LuaKernel
import LuaRuntime

/// The state of a host: its slices, the actions that they answer, and the history of what happened to them.
///
/// The host's store reduces into this tree; an action goes straight to the slices that answer its type.
final class SliceTree {
  let machine: LuaMachine
  var actions = ActionTable()
  var slices: [String: LuaSlice] = [:]
  let history: History
  /// The last action that went through, for who is told after it.
  private(set) var last = Dispatched()
  /// Whether each dispatch is timed, because somebody will see the time.
  var isTimed = false
  var clock: any HostClock

  init(machine: LuaMachine, historyLimit: Int, clock: any HostClock) {
    self.machine = machine
    self.clock = clock
    history = History(machine: machine, limit: historyLimit)
  }

  func reduce(_ action: HostAction) {
    var action = action
    var bytes: [UInt8]?
    switch action.payload {
    case .current: break
    case .bytes(let given): bytes = given
    case .named(let name, let fields):
      var fields = fields
      fields["type"] = .string(name)
      bytes = TapeWriter.bytes(of: .map(fields))
      action.id = actions.number(of: name) ?? -1
    }
    let start = isTimed ? clock.now : 0
    history.beginAction()
    last = Dispatched(n: history.count, action: action, bytes: bytes, start: lk_position(machine.pointer))
    reduce(bytes)
    if isTimed { last.duration = clock.now - start }
    if last.error == nil, last.status == .committed {
      history.append(last, bytes: bytes)
    }
  }

  private func reduce(_ bytes: [UInt8]?) {
    guard last.action.id >= 0 else { return refuse(.unhandled, unhandled(typeName(bytes))) }
    // Borrowed where it stands: copying the type would retain each of its parts.
    let id = Int(last.action.id)
    guard actions.types[id].isHandled else { return refuse(.unhandled, unhandled(actions.types[id].name)) }
    if actions.types[id].schema != nil, let error = schemaError(id, bytes) { return refuse(.rejected, error) }
    for index in actions.types[id].handlers.indices {
      let handler = actions.types[id].handlers[index]
      do {
        try handler.slice.reduce(handler.reference.id, bytes: bytes)
      } catch {
        // An action is one transaction over all slices that answer it.
        lk_rollback(machine.pointer, last.start)
        return refuse(.rejected, reducerError(error, actions.types[id], handler.definition))
      }
    }
    last.end = lk_position(machine.pointer)
    last.status = .committed
  }

  private func refuse(_ status: Status, _ error: HostError) {
    last.status = status
    last.error = error
    last.end = last.start
  }

  /// The fields of an action, without its type.
  func fields(_ bytes: [UInt8]?) -> Record {
    guard case .map(var record) = TapeReader.value(of: bytes ?? machine.action) else { return [:] }
    record["type"] = .none
    return record
  }

  private func typeName(_ bytes: [UInt8]?) -> String {
    TapeReader.value(of: bytes ?? machine.action)["type"].text ?? "?"
  }

  // MARK: errors

  private static let unchanged = "The action was refused and the state is unchanged."

  private func schemaError(_ id: Int, _ bytes: [UInt8]?) -> HostError? {
    let type = actions.types[id]
    guard let refusal = type.schema?.refusal(of: fields(bytes), action: type.name) else { return nil }
    let place = type.place.map { "\($0.file):\($0.line): " } ?? ""
    return HostError(
      code: "refused", message: "\(place)\(type.name): \(refusal.text)\n  \(SliceTree.unchanged)\n  \(refusal.fix)",
      file: type.place?.file, line: type.place?.line)
  }

  private func reducerError(_ error: LuaError, _ type: ActionType, _ place: ScriptPosition?) -> HostError {
    HostError(error, subject: type.name, notes: [SliceTree.unchanged], place: place)
  }

  private func unhandled(_ name: String) -> HostError {
    let known = actions.answered
    var fix = "To fix this, add a reducer for it, or send one of: \(known.prefix(8).joined(separator: ", "))"
    if let meant = suggestion(for: name, among: known) { fix = "Did you mean \"\(meant)\"?" }
    return HostError(
      code: "unhandled", message: "\(name): no feature handles this action\n  The state is unchanged.\n  \(fix)")
  }
}
