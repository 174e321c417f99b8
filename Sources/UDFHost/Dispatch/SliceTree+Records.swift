import LuaRuntime

/// Describes dispatched actions and their changes.
extension SliceTree {
  /// The effects that native reducers may return.
  var nativeEffects: [HostEffect] { actions.types.compactMap(\.nativeEffect) }

  /// The last action as plain data, including the type.
  var action: Record { TapeReader.value(of: data).fields }

  /// Returns a dispatched action with its data and changes.
  func record(_ dispatched: Dispatched, _ action: Value) -> ActionRecord {
    ActionRecord(
      n: dispatched.n, type: action["type"].text ?? "?", fields: action.actionFields, origin: dispatched.origin,
      status: dispatched.status, refusal: dispatched.status == .committed ? nil : error?.raised["message"].text,
      changes: changes(of: dispatched.n, from: dispatched.start, to: dispatched.end),
      duration: dispatched.duration, generation: Int(history.generation), time: dispatched.time,
      site: machine.text(ofSite: dispatched.site), cause: dispatched.cause > 0 ? dispatched.cause : nil,
      event: viewEvents[dispatched.event],
      shared: dispatched.status == .committed || dispatched.origin == .log
        ? actions[dispatched.id].log?.origin(ofLast: dispatched.n, isOwn: dispatched.origin != .log) : nil,
      stamped: dispatched.id >= 0 ? actions[dispatched.id].stampedFields : [])
  }

  var lastChanges: [Change] { changes(of: last.n, from: last.start, to: last.end) }

  /// Returns the changes of an action. If they cannot be listed, emits an error event of the action.
  func changes(of n: Int, from: UInt64, to: UInt64, at position: UInt64? = nil) -> [Change] {
    do throws(HostError) { return try history.changes(from: from, to: to, at: position) } catch {
      events.emit(.error(error, action: n))
      return []
    }
  }

  /// Calls `body` with ``lastChanges`` in byte form.
  func withLastChanges(_ body: (UnsafeRawBufferPointer) -> Void) {
    do throws(LuaError) {
      try machine.withChanges(from: last.start, to: last.end, now: history.position, body)
    } catch {
      events.emit(.error(HostError(error), action: last.n))
    }
  }

  /// Returns the type of the action that a script is sending now.
  func typeName(of id: Int32) -> String {
    id >= 0 ? actions[id].name : TapeReader.value(of: machine.action)["type"].text ?? "?"
  }
}
