import LuaRuntime
import UDF
import UDFSync

extension SyncFeature {
  /// What to send to take back what an action has asked for or brought, as a line at the prompt; `state` is what it found.
  func opposite(of action: SyncAction, in state: State) -> String {
    switch action {
    case .mutate(_, let key, _): put(key, as: state)
    case .amend(let id, _, _): put(EntityKey(state.dead[id]?["key"].text ?? ""), as: state)
    case .retry: "\(name).mutate{ … } for each row that was sent again"
    case .query: line(.query(state.query))
    case .delivered(let delivery):
      line(.delivered(opposite(of: delivery, in: state)))
    case .bury: "\(name).mutate{ … } with the changes of the dead letters, which are lost"
    case .reset: "\(name).pull{ force = true }, which brings what the source has; the outbox is lost"
    case .pull, .failed, .pending, .dead, .status: "\(name).pull{}"
    }
  }

  private func put(_ key: EntityKey, as state: State) -> String {
    line(.mutate(state.rows[key] == nil ? .delete : .put, key, state.rows[key]))
  }

  private func opposite(of delivery: SyncDelivery, in state: State) -> SyncDelivery {
    let keys = delivery.rows.compactMap(options.key) + delivery.removed
    var opposite = delivery
    opposite.renamed = [:]
    opposite.rows = keys.compactMap { state.rows[$0] }
    opposite.removed = keys.filter { state.rows[$0] == nil }
    return opposite
  }

  private func line(_ action: SyncAction) -> String {
    let (short, fields) = plain(action)
    return "\(name).\(short)\(LuaText.written(.map(fields)))"
  }
}
