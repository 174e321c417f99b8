import UDF

// Reads rows with the pending mutations applied.
extension SyncEngine {
  /// Returns rows that were written after a place, with the pending mutations applied; nil if there are none. Pass nil
  /// first, then ``Delivery/place`` of the last delivery. A caller that could not use a delivery passes the same place
  /// again.
  ///
  /// If the place is older than a ``reset(outbox:)`` or than the replacement of a damaged cache, the delivery starts
  /// over. Throws if the cache cannot be read.
  public func next(
    after place: DeliveryPlace?, limit: Int, in collection: String = ""
  ) async throws(SyncFailure) -> Delivery? {
    let limit = max(1, limit)
    return try await read { engine async throws(CacheFailure) in
      try await engine.delivery(after: place, limit: limit, in: collection)
    }
  }

  /// Returns the results of ``next(after:limit:in:)`` for several collections, read at one moment, so that the
  /// deliveries show all parts of a mutation of several collections.
  ///
  /// If a delivery has more rows, the others could be ahead of it. Then only the delivery with the earliest position is
  /// returned, and `isAll` is false.
  package func next(
    after places: [String: DeliveryPlace], limit: Int
  ) async throws(SyncFailure) -> (deliveries: [String: Delivery], isAll: Bool) {
    let limit = max(1, limit)
    return try await read { engine async throws(CacheFailure) in
      var found: [String: Delivery] = [:]
      for (collection, place) in places.sorted(by: { $0.key < $1.key }) {
        found[collection] = try await engine.delivery(after: place, limit: limit, in: collection)
      }
      let unfinished = found.filter(\.value.hasMore)
      guard let first = unfinished.min(by: { $0.value.place.position < $1.value.place.position }) else {
        return (found, true)
      }
      return found.count == 1 ? (found, true) : ([first.key: first.value], false)
    }
  }

  /// Returns the first rows by ``SyncCollection/sort``, with the pending mutations applied. These are fewer than
  /// `count` if mutations delete some. ``next(after:limit:in:)`` returns rows that exist only in the outbox.
  public func first(_ count: Int, in collection: String = "") async throws(SyncFailure) -> [SyncRow] {
    try await read { engine async throws(CacheFailure) in
      let rows = try await engine.cache.firstRows(max(0, count), in: collection)
      return try await engine.shown(engine.plans(for: rows[...], atMost: .max)).compactMap(\.self)
    }
  }

  /// The maximum size of the mutations that one delivery applies, in bytes; a row with more is delivered alone.
  private static let room = 8 << 20
  /// The maximum size of the mutations that are in memory at once, in bytes.
  private static let chunk = 1 << 20
  /// The number of rows from which a delivery adds no more companions.
  private static let mostCompanions = 10_000

  private func delivery(
    after place: DeliveryPlace?, limit: Int, in collection: String
  ) async throws(CacheFailure) -> Delivery? {
    let (epoch, origins) = (machine.epoch, machine.origins)
    let startsOver = place?.epoch != epoch
    let start = startsOver ? .start : place?.position ?? .start
    // Read one more row than the limit to see whether there are more.
    let rows = try await rows(after: start, limit: limit + 1, in: collection)
    guard !rows.isEmpty || startsOver else { return nil }
    let source = rows.first.map { origins.source(of: $0.revision) } ?? .cache
    // A delivery has one source, so rows that were in the cache before are not reported as new rows of the server.
    let alike = rows.prefix(limit).prefix { origins.source(of: $0.revision) == source }
    var plans = try plans(for: alike, atMost: Self.room)
    // Deliver the rows of one commit together if possible, so that all rows of a mutation change at once.
    if plans.count < rows.count, let cut = plans.last?.row.revision, rows[plans.count].revision == cut,
      let start = rows.firstIndex(where: { $0.revision == cut }), start > 0
    {
      plans.removeLast(plans.count - start)
    }
    var delivery = Delivery(
      source: source, startsOver: startsOver, rows: [], removed: [],
      place: DeliveryPlace(epoch: epoch, position: start), hasMore: rows.count > plans.count)
    if plans.count > 0, case let last = rows[plans.count - 1] {
      delivery.place.position = RowPosition(revision: last.revision, key: last.key)
    }
    try await addCompanions(&plans, in: collection)
    for (plan, shown) in zip(plans, try await shown(plans)) {
      if let shown {
        delivery.rows.append(shown)
      } else if !startsOver {
        delivery.removed.append(plan.row.key)
      }
    }
    try await rename(&delivery)
    return delivery
  }

  /// Returns rows of a collection after a position. If there are none, the next call starts after the commits that this
  /// one has searched.
  private func rows(
    after start: RowPosition, limit: Int, in collection: String
  ) async throws(CacheFailure) -> [StoredRow] {
    guard database.isNamed, let revision = machine.contents?.revision else {
      return try await cache.rows(after: start, limit: limit)
    }
    let known = quiet[collection].flatMap { $0.start == start ? $0.end : nil }
    let rows = try await cache.rows(after: known ?? start, limit: limit, in: collection)
    quiet[collection] = rows.isEmpty ? (start, RowPosition(revision: revision)) : nil
    return rows
  }

  /// Adds the rows of the collection that share a pending mutation with the rows of the plans, although their positions
  /// are later. So a mutation of several rows is shown as a whole.
  private func addCompanions(
    _ plans: inout [Overlay.Plan], in collection: String
  ) async throws(CacheFailure) {
    var added = plans[...]
    var keys = Set(plans.map(\.row.key))
    while !added.isEmpty {
      let missing = Set(added.flatMap(\.mutations).flatMap(\.parts.keys).filter { $0.collection == collection })
        .subtracting(keys)
      guard !missing.isEmpty else { return }
      let rows = try await cache.rows(of: missing.sorted())
      let more = try self.plans(for: rows[...], atMost: Self.room)
      plans += more
      // Rows that are left out for their size are delivered later.
      guard more.count == rows.count, keys.count < Self.mostCompanions else { return }
      keys.formUnion(missing)
      added = more[...]
    }
  }

  /// Records which removed rows have other keys now, and adds the rows with these keys although their positions are
  /// later.
  private func rename(_ delivery: inout Delivery) async throws(CacheFailure) {
    guard let aliases = machine.contents?.aliases, !aliases.isEmpty else { return }
    let renamed = delivery.removed.compactMap { aliases[$0] }
    delivery.renamed = Dictionary(renamed.map { ($0.old, $0.new) }) { $1 }
    let missing = Set(renamed.map(\.newKey)).subtracting(delivery.rows.map(\.key))
    guard !missing.isEmpty else { return }
    let rows = try await cache.rows(of: missing.sorted())
    delivery.rows += try await shown(plans(for: rows[...], atMost: .max)).compactMap(\.self)
  }

  /// Returns plans for the first rows whose mutations have at most `room` bytes together, but for at least one row.
  private func plans(for rows: ArraySlice<StoredRow>, atMost room: Int) throws(CacheFailure) -> [Overlay.Plan] {
    guard let outbox = machine.contents?.outbox else { throw CacheFailure(.failed, machine.notOpen) }
    var plans: [Overlay.Plan] = []
    var (bytes, seen) = (0, Set<Int64>())
    for row in rows {
      let plan = overlay.plan(for: row, outbox)
      for mutation in plan.mutations where seen.insert(mutation.id).inserted { bytes += mutation.bytes }
      if !plans.isEmpty, bytes > room { break }
      plans.append(plan)
    }
    return plans
  }

  /// Returns the rows after their mutations, with nil for a row that is not shown.
  private func shown(_ plans: [Overlay.Plan]) async throws(CacheFailure) -> [SyncRow?] {
    var plans = plans
    // Each mutation is read only once, even if it changes several rows.
    var users: [Int64: [Int]] = [:]
    for (index, plan) in plans.enumerated() {
      for mutation in plan.mutations { users[mutation.id, default: []].append(index) }
    }
    var rest = users.keys.sorted()[...]
    while !rest.isEmpty {
      var bytes = 0
      let next = rest.prefix { id in
        defer { bytes += machine.contents?.outbox[id]?.bytes ?? 0 }
        return bytes < Self.chunk
      }
      rest = rest.dropFirst(next.count)
      let mutations = try await cache.mutations(Array(next))
      guard mutations.count == next.count else {
        throw .corrupt(database.name, "its outbox is not as it was written")
      }
      for mutation in mutations {
        for index in users[mutation.id] ?? [] { overlay.apply(mutation, to: &plans[index]) }
      }
    }
    let filter = machine.contents?.filter ?? CacheFilter()
    let aliases = machine.contents?.aliases ?? KeyAliases()
    let references = aliases.isEmpty ? [:] : database.references
    return plans.map { plan in
      guard let row = overlay.row(of: plan), plan.isWaitedFor || filter.delivers(row.key, row.body) else { return nil }
      // The server's rows may still contain the key that the app made.
      guard let body = references[row.key.collection]?.renamed(row.body, by: aliases) else { return row }
      return SyncRow(row.key, version: row.version, body: body)
    }
  }

  /// Reads the cache between two commands, so that rows and outbox belong to the same commit.
  func read<Value: Sendable>(
    _ read: @escaping @Sendable (isolated SyncEngine) async throws(CacheFailure) -> Value
  ) async throws(SyncFailure) -> Value {
    await open()
    let before = lane
    let task = Task { () -> Result<Value, SyncFailure> in
      await before?.value
      guard machine.contents != nil else {
        return .failure(machine.isStopped ? machine.stopped : SyncFailure(machine.problem ?? machine.notOpen))
      }
      do throws(CacheFailure) {
        return .success(try await read(self))
      } catch {
        if error.code == .corrupt { receive(.damaged(error)) }
        return .failure(SyncFailure(error.message))
      }
    }
    lane = Task { _ = await task.value }
    return try await task.value.get()
  }
}
