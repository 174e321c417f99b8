import LuaRuntime
import UDF
import UDFEngines
import UDFFields
import UDFServices
import UDFSync

/// The feature that `udf.sync { name, key, seed, remote, … }` makes: rows as in `udf.entities`, synchronized with a
/// server. The engine's ``SyncFeed`` sends its events as actions; a test of the feature sends them itself.
struct SyncFeature: WeighedFeature {
  struct State {
    var rows: EntityTable<EntityKey, PackedRecord>
    var query = EntitiesFilter()
    var dead = EntityTable(key: SyncFeature.id(ofDead:), order: .key)
    var sync = SyncState()
  }

  let name: String
  let options: EntitiesOptions
  /// The declared parameters.
  let filter: RowFilter
  let neighbours: SyncNeighbours

  let actions: Record = [
    "pull": ["force": "boolean?"],
    "mutate": [
      "put": "table?", "key": "any?", "patch": "table?", "delete": "boolean?", "all": "table?",
      "collection": "string?",
    ],
    "reset": ["outbox": "boolean?"],
    "restrict": ["where": "table?"],
    "retry": ["id": "integer?", "ids": "table?"],
    "amend": ["id": "integer", "row": "table?", "patch": "table?", "all": "table?"],
    "bury": ["id": "integer?", "ids": "table?"],
    "query": EntitiesFilter.declared,
    "cached": SyncDelivery.declared,
    "synced": SyncDelivery.declared,
    "failed": [
      "message": "string", "code": "string?", "stale": "boolean?", "retryIn": "number?", "mutation": "integer?",
      "lost": "table?",
    ],
    "pending": ["count": "integer", "dead": "integer"],
    "dead": ["rows": .list([DeadLetterReading.declaredRow]), "removed": "table?"],
    "status": SyncState.declared,
  ]

  var initialState: State { State(rows: options.table(), sync: SyncState(filter: filter)) }

  var fields: [StateField<State>] {
    options.fields(rows: \.rows, query: \.query)
      + [
        .rows("dead", \.dead, plain: { $0.bytes }, from: { PackedRecord($0.fields) }),
        .value("sync", \.sync, plain: { .map($0.record) }, from: { SyncState($0) }),
      ]
  }

  func reduce(_ state: inout Recorded<State>, _ action: SyncAction) throws -> Effect<SyncAction> {
    var sync = state.value.sync
    switch action {
    case .pull, .mutate, .reset, .restrict: break
    case .retry(let ids), .bury(let ids): for id in ids ?? [] { _ = try deadLetter(id, in: state.value) }
    case .amend(let id, let operation, let body): try check(operation, body, amends: deadLetter(id, in: state.value))
    case .amendAll(let id, _): try checkAll(amends: deadLetter(id, in: state.value))
    case .query(let query): state.query = query
    case .delivered(let delivery):
      let table = state.value.rows
      let changed = delivery.rows.filter { row in options.key(of: row).flatMap { table[$0] } != row }
      if !changed.isEmpty { state.rows.upsert(contentsOf: changed) }
      for key in delivery.removed where table[key] != nil { state.rows.remove(key) }
      sync.isStale = delivery.isStale ?? sync.isStale
      sync.cursor = delivery.cursor ?? sync.cursor
    case .failed(let message, let code, let isStale, let retryIn, let mutation, let lost):
      // A mutation that was refused or not stored is not in the outbox, and not a problem of the engine.
      if mutation == nil, lost == nil { (sync.problem, sync.code, sync.retryIn) = (message, code, retryIn) }
      sync.isStale = isStale
    case .pending(let count, let dead): (sync.pending, sync.dead) = (count, dead)
    case .dead(let rows, let removed):
      if !rows.isEmpty { state.dead.upsert(contentsOf: rows) }
      for id in removed { state.dead.remove(id) }
    case .status(let status): sync = status
    }
    if sync != state.value.sync { state.sync = sync }
    return .none
  }

  func weight(of state: State) -> Int { state.rows.weight + state.dead.weight }

  // MARK: actions and plain data

  func action(_ name: String, _ fields: PackedRecord) throws -> SyncAction {
    switch name {
    case "pull": return .pull(force: fields["force"] == true)
    case "mutate": return .mutate(try changes(fields))
    case "reset": return .reset(outbox: fields["outbox"] == true)
    case "restrict": return .restrict(try RowFilter(script: fields["where"]))
    case "retry": return .retry(try ids(fields))
    case "amend": return try amendment(fields)
    case "bury": return .bury(try ids(fields))
    case "dead":
      return .dead(rows: fields.records("rows") ?? [], removed: fields["removed"].items.compactMap(\.wholeNumber))
    case "query": return .query(try options.filter(fields, of: self.name, madeBy: "udf.sync"))
    case "cached", "synced": return .delivered(try delivery(name, fields))
    case "failed":
      let code = fields["code"].text
      return .failed(
        message: fields["message"].text ?? "", code: code, isStale: fields["stale"] != false,
        retryIn: fields["retryIn"].double, mutation: fields["mutation"].integer.map(Int64.init),
        lost: fields.packed("lost")?.record)
    case "pending": return .pending(count: fields["count"].integer ?? 0, dead: fields["dead"].integer ?? 0)
    default: return .status(SyncState(.map(fields.record)))
    }
  }

  private func delivery(_ name: String, _ fields: PackedRecord) throws(NativeFailure) -> SyncDelivery {
    let usual = name == "synced" ? Delivery.Source.remote : .cache
    guard let fields = own(fields) else {
      return SyncDelivery(source: usual, rows: [], removed: [], isStale: nil, cursor: nil, hasMore: false)
    }
    return SyncDelivery(
      source: fields["source"].text.flatMap(Delivery.Source.init) ?? usual,
      rows: try options.rows(fields, nil, "rows"), removed: try EntitiesOptions.keys(fields, "removed"),
      renamed: SyncDelivery.renamed(fields["renamed"]),
      isStale: fields["stale"] == .none ? nil : fields["stale"] == true, cursor: fields["cursor"].text,
      hasMore: fields["more"] == true)
  }

  /// Returns the part of an action with rows for this feature; nil: none. The action may be another feature's.
  private func own(_ fields: PackedRecord) -> PackedRecord? {
    guard neighbours.keys.count > 1, let type = fields["type"].text, !type.hasPrefix("\(self.name)/") else {
      return fields
    }
    return fields.packed("with")?.packed(self.name)
  }

  func plain(_ action: SyncAction) -> (name: String, fields: Record) { action.plain }
}
