import LuaRuntime
import UDF
import UDFEngines
import UDFSync

extension SyncFeature {
  /// Returns a line for the prompt that reverts the request or the rows of an action; `state` is the state before it.
  func opposite(of action: SyncAction, in state: State) -> String {
    switch action {
    case .mutate(let changes) where !changes.allSatisfy(\.collection.isOwn),
      .amendAll(_, let changes) where !changes.allSatisfy(\.collection.isOwn):
      "\(name).mutate{ all = { … } } with the opposite of each change"
    case .mutate(let changes): line(.mutate(changes.mapped { opposite($0.key, as: state) }))
    case .amend(let id, _, _):
      line(.mutate(OneOrMore(opposite(EntityKey(state.dead[id]?["key"].text ?? ""), as: state))))
    case .amendAll(_, let changes): line(.mutate(changes.mapped { opposite($0.key, as: state) }))
    case .retry: "\(name).mutate{ … } for each row that was sent again"
    case .restrict: line(.restrict(state.sync.filter))
    case .query: line(.query(state.query))
    case .delivered(let delivery):
      line(.delivered(opposite(of: delivery, in: state)))
    case .bury: "\(name).mutate{ … } with the changes of the dead letters, which are lost"
    case .reset: "\(name).pull{ force = true }, which fetches the rows again; the outbox is lost"
    case .pull, .failed, .pending, .dead, .status: "\(name).pull{}"
    }
  }

  private func opposite(_ key: EntityKey, as state: State) -> SyncChange {
    SyncChange(
      collection: SyncChange.Collection(name: neighbours.own, isOwn: true),
      operation: state.rows[key] == nil ? .delete : .put, key: key, body: state.rows[key])
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
