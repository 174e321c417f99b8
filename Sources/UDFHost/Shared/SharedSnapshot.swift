import LuaRuntime
import UDFLog

/// The shared state after an entry of the log, and the actions before it that an undo can still remove.
struct SharedSnapshot {
  /// An action that the state contains.
  struct Action {
    let position: Int64
    let name: EntryName
    /// The action with its type.
    let action: Value
  }

  /// The states of the shared features, by name.
  let state: Record
  /// Their states before the first of ``actions``.
  let former: Record
  /// In the order of the log.
  let actions: [Action]

  init(state: Record, former: Record, actions: [Action]) {
    (self.state, self.former, self.actions) = (state, former, actions)
  }

  /// Reads the content of a snapshot in the log; nil if another version has written it, or it is damaged.
  init?(_ bytes: [UInt8]) {
    let fields = TapeReader.value(of: bytes)
    guard case .map(let state) = fields["state"] else { return nil }
    self.state = state
    if case .map(let former) = fields["former"] { self.former = former } else { former = state }
    var actions: [Action] = []
    for item in fields["actions"].items {
      guard let position = item["position"].integer, let host = item["host"].text, let number = item["number"].integer
      else { return nil }
      let name = EntryName(host, Int64(number))
      actions.append(Action(position: Int64(position), name: name, action: item["action"]))
    }
    self.actions = actions
  }

  var bytes: [UInt8] {
    var fields: Record = ["state": .map(state)]
    if !actions.isEmpty { fields["former"] = .map(former) }
    fields["actions"] = .list(
      actions.map { action in
        [
          "position": .integer(action.position), "host": .string(action.name.host),
          "number": .integer(action.name.number), "action": action.action,
        ]
      })
    return TapeWriter.bytes(of: .map(fields))
  }

  /// Hosts with equal states have equal digests.
  var digest: String { SharedSnapshot.digest(of: state) }

  static func digest(of state: Record) -> String { LogSnapshot.digest(of: TapeWriter.bytes(of: .map(state))) }
}
