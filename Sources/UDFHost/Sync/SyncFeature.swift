import LuaRuntime
import UDF
import UDFServices
import UDFSync

/// What `udf.sync { name, key, seed, remote, … }` makes: rows as `udf.entities` has them, which an engine keeps in step with
/// a server. The engine's ``SyncFeed`` sends what it has as actions; who tests the feature sends them instead.
struct SyncFeature: NativeFeature {
  struct State {
    var rows: EntityTable<EntityKey, PackedRecord>
    var query = EntitiesFilter()
    var dead = EntityTable(key: SyncFeature.id(ofDead:), order: .key)
    var sync = SyncState()
  }

  let name: String
  let options: EntitiesOptions

  let actions: Record = [
    "pull": ["force": "boolean?"],
    "mutate": ["put": "table?", "key": "any?", "patch": "table?", "delete": "boolean?"],
    "reset": ["outbox": "boolean?"],
    "retry": ["id": "integer?", "ids": "table?"],
    "amend": ["id": "integer", "row": "table?", "patch": "table?"],
    "bury": ["id": "integer?", "ids": "table?"],
    "query": EntitiesFilter.declared,
    "cached": SyncDelivery.declared,
    "synced": SyncDelivery.declared,
    "failed": ["message": "string", "stale": "boolean?", "retryIn": "number?", "mutation": "integer?"],
    "pending": ["count": "integer", "dead": "integer"],
    "dead": ["rows": .list([DeadLetterReading.declaredRow]), "removed": "table?"],
    "status": SyncState.declared,
  ]

  var initialState: State { State(rows: options.table()) }

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
    case .pull, .mutate, .reset, .bury: break
    case .retry(let ids): for id in ids ?? [] { _ = try deadLetter(id, in: state.value) }
    case .amend(let id, let operation, let body): try check(operation, body, amends: deadLetter(id, in: state.value))
    case .query(let query): state.query = query
    case .delivered(let delivery):
      let table = state.value.rows
      let changed = delivery.rows.filter { row in options.key(of: row).flatMap { table[$0] } != row }
      if !changed.isEmpty { state.rows.upsert(contentsOf: changed) }
      for key in delivery.removed where table[key] != nil { state.rows.remove(key) }
      sync.isStale = delivery.isStale ?? sync.isStale
      sync.cursor = delivery.cursor ?? sync.cursor
    case .failed(let message, let isStale, let retryIn, let mutation):
      // What the server has refused of the outbox is over, and no problem of the engine's.
      if mutation == nil { (sync.problem, sync.retryIn) = (message, retryIn) }
      sync.isStale = isStale
    case .pending(let count, let dead): (sync.pending, sync.dead) = (count, dead)
    case .dead(let rows, let removed):
      if !rows.isEmpty { state.dead.upsert(contentsOf: rows) }
      for id in removed { state.dead.remove(id) }
    case .status(let told): sync = told
    }
    if sync != state.value.sync { state.sync = sync }
    return .none
  }

  // MARK: actions and plain data

  func action(_ name: String, _ fields: PackedRecord) throws -> SyncAction {
    switch name {
    case "pull": return .pull(force: fields["force"] == true)
    case "mutate": return try mutation(fields)
    case "reset": return .reset(outbox: fields["outbox"] == true)
    case "retry": return .retry(try ids(fields))
    case "amend": return try amendment(fields)
    case "bury": return .bury(try ids(fields))
    case "dead":
      return .dead(rows: fields.records("rows") ?? [], removed: fields["removed"].items.compactMap(\.wholeNumber))
    case "query": return .query(try options.filter(fields, of: self.name, madeBy: "udf.sync"))
    case "cached", "synced": return .delivered(try delivery(name, fields))
    case "failed":
      return .failed(
        message: fields["message"].text ?? "", isStale: fields["stale"] != false, retryIn: fields["retryIn"].double,
        mutation: fields["mutation"].integer.map(Int64.init))
    case "pending": return .pending(count: fields["count"].integer ?? 0, dead: fields["dead"].integer ?? 0)
    default: return .status(SyncState(.map(fields.record)))
    }
  }

  private func mutation(_ fields: PackedRecord) throws -> SyncAction {
    let asked = ["put", "patch", "delete"].filter { fields[$0] != .none && fields[$0] != false }
    guard asked.count == 1 else {
      throw NativeFailure(
        asked.isEmpty ? "nothing to do is there" : "\(asked.joined(separator: " and ")) are both there",
        fix: "send { put = row }, { key = …, patch = { … } } or { key = …, delete = true }")
    }
    if asked == ["put"] {
      guard fields["key"] == .none else {
        throw NativeFailure("key and put are both there", fix: "leave key out: the row has its own")
      }
      guard let row = fields.packed("put") else {
        throw NativeFailure("put must be a row, a table of fields, got \(fields["put"].shown)")
      }
      let key = try EntitiesOptions.key(row[options.key], at: "put.\(options.key)")
      return .mutate(.put, key, try sendable(row, "put"))
    }
    let key = try EntitiesOptions.key(fields["key"], at: "key")
    if asked == ["delete"] { return .mutate(.delete, key, nil) }
    guard let patch = fields.packed("patch") else {
      throw NativeFailure("patch must be a table of fields, got \(fields["patch"].shown)")
    }
    let changed = patch[options.key]
    if changed != .none, EntitiesOptions.key(changed) != key {
      throw NativeFailure(
        "patch.\(options.key) would make another row of \"\(key)\"", fix: "put a new row, and delete the old one")
    }
    return .mutate(.patch, key, try sendable(patch, "patch"))
  }

  func sendable(_ body: PackedRecord, _ place: String) throws(NativeFailure) -> PackedRecord {
    var writer = JSONWriter()
    do throws(JSONRefusal) { try writer.write(.map(body.record), at: place) } catch {
      throw NativeFailure("\(error.place) cannot be written as JSON, which a server needs: \(error.reason)")
    }
    return body
  }

  private func delivery(_ name: String, _ fields: PackedRecord) throws(NativeFailure) -> SyncDelivery {
    let usual = name == "synced" ? Delivery.Source.remote : .cache
    return SyncDelivery(
      source: fields["source"].text.flatMap(Delivery.Source.init) ?? usual,
      rows: try options.rows(fields, nil, "rows"), removed: try EntitiesOptions.keys(fields, "removed"),
      renamed: renamed(fields["renamed"]),
      isStale: fields["stale"] == .none ? nil : fields["stale"] == true, cursor: fields["cursor"].text,
      hasMore: fields["more"] == true)
  }

  private func renamed(_ value: Value) -> [EntityKey: EntityKey] {
    let pairs = value.fields.compactMap { old, new in EntitiesOptions.key(new).map { (EntityKey(old), $0) } }
    return Dictionary(pairs) { $1 }
  }

  func plain(_ action: SyncAction) -> (name: String, fields: Record) {
    switch action {
    case .pull(let force): ("pull", force ? ["force": true] : [:])
    case .mutate(.put, _, let row): ("mutate", ["put": row.map { .map($0.record) } ?? .none])
    case .mutate(.patch, let key, let patch):
      ("mutate", ["key": .string(key.description), "patch": patch.map { .map($0.record) } ?? .none])
    case .mutate(.delete, let key, _): ("mutate", ["key": .string(key.description), "delete": true])
    case .reset(let outbox): ("reset", outbox ? ["outbox": true] : [:])
    case .retry(let ids): ("retry", ["ids": ids.map { .list($0.map(Value.integer)) } ?? .none])
    case .amend(let id, let operation, let body):
      ("amend", ["id": .integer(id), operation == .put ? "row" : "patch": .map(body.record)])
    case .bury(let ids): ("bury", ["ids": ids.map { .list($0.map(Value.integer)) } ?? .none])
    case .dead(let rows, let removed):
      ("dead", ["rows": .list(rows.map { .map($0.record) }), "removed": .list(removed.map(Value.integer))])
    case .query(let filter): ("query", filter.record)
    case .delivered(let delivery):
      (
        delivery.action,
        [
          "rows": .list(delivery.rows.map { .map($0.record) }),
          "removed": .list(delivery.removed.map { .string($0.description) }),
          "renamed": delivery.renamed.isEmpty ? .none : .map(SyncDelivery.plain(delivery.renamed)),
          "source": .string(delivery.source.rawValue), "stale": delivery.isStale.map(Value.boolean) ?? .none,
          "cursor": Value(delivery.cursor), "more": delivery.hasMore ? true : .none,
        ]
      )
    case .failed(let message, let isStale, let retryIn, let mutation):
      (
        "failed",
        [
          "message": .string(message), "stale": .boolean(isStale), "retryIn": retryIn.map(Value.number) ?? .none,
          "mutation": mutation.map(Value.integer) ?? .none,
        ]
      )
    case .pending(let count, let dead): ("pending", ["count": .integer(Int64(count)), "dead": .integer(Int64(dead))])
    case .status(let state): ("status", state.record)
    }
  }
}
