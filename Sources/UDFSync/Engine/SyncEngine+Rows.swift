import UDF

// Rows as they are shown.
extension SyncEngine {
  /// Rows that were written after a place, with what waits in the outbox done to them; nil: nothing since. Begin with nil, and go
  /// on after ``Delivery/place``; who could not take a delivery asks for the same place again.
  ///
  /// A place from before a ``reset(outbox:)``, or from a cache that was put aside, begins anew. Throws if the cache cannot be
  /// read.
  public func next(after place: DeliveryPlace?, limit: Int) async throws(SyncFailure) -> Delivery? {
    let limit = max(1, limit)
    return try await read { engine async throws(CacheFailure) in
      try await engine.delivery(after: place, limit: limit)
    }
  }

  /// The first rows by ``SyncCollection/sort``, with what waits in the outbox done to them; fewer than asked for if it takes some
  /// away. What is only in the outbox comes with ``next(after:limit:)``.
  public func first(_ count: Int) async throws(SyncFailure) -> [SyncRow] {
    try await read { engine async throws(CacheFailure) in
      let rows = try await engine.cache.firstRows(max(0, count))
      return try await engine.shown(engine.plans(for: rows[...], atMost: .max)).compactMap(\.self)
    }
  }

  /// Bytes of mutations that a delivery is made of at most, unless one row has more.
  private static let room = 8 << 20
  /// Bytes of mutations that are in memory at once while rows are made.
  private static let chunk = 1 << 20

  private func delivery(after place: DeliveryPlace?, limit: Int) async throws(CacheFailure) -> Delivery? {
    let (epoch, origins) = (machine.epoch, machine.origins)
    let startsOver = place?.epoch != epoch
    let start = startsOver ? .start : place?.position ?? .start
    // One more, to see whether there is more.
    let rows = try await cache.rows(after: start, limit: limit + 1)
    guard !rows.isEmpty || startsOver else { return nil }
    let source = rows.first.map { origins.source(of: $0.revision) } ?? .cache
    // What was here already is not delivered as the server's news, also where that has come before anybody looked.
    let alike = rows.prefix(limit).prefix { origins.source(of: $0.revision) == source }
    let plans = try plans(for: alike, atMost: Self.room)
    var delivery = Delivery(
      source: source, startsOver: startsOver, rows: [], removed: [],
      place: DeliveryPlace(epoch: epoch, position: start), hasMore: rows.count > plans.count)
    if plans.count > 0, case let last = rows[plans.count - 1] {
      delivery.place.position = RowPosition(revision: last.revision, key: last.key)
    }
    for (row, shown) in zip(rows, try await shown(plans)) {
      if let shown {
        delivery.rows.append(shown)
      } else if !startsOver {
        delivery.removed.append(row.key)
      }
    }
    try await rename(&delivery)
    return delivery
  }

  /// Notes which removed rows have other keys now, and adds the rows under these keys that would come later.
  private func rename(_ delivery: inout Delivery) async throws(CacheFailure) {
    guard let aliases = machine.contents?.aliases, !aliases.isEmpty else { return }
    let renamed = delivery.removed.compactMap { aliases[$0] }
    delivery.renamed = Dictionary(renamed.map { ($0.old, $0.new.key) }) { $1 }
    let missing = Set(delivery.renamed.values).subtracting(delivery.rows.map(\.key))
    guard !missing.isEmpty else { return }
    let rows = try await cache.rows(of: missing.sorted())
    delivery.rows += try await shown(plans(for: rows[...], atMost: .max)).compactMap(\.self)
  }

  /// What has to be done to show the first of some rows: as many as have so many bytes of mutations, but one at least.
  private func plans(for rows: ArraySlice<StoredRow>, atMost room: Int) throws(CacheFailure) -> [Overlay.Plan] {
    guard let outbox = machine.contents?.outbox else { throw CacheFailure(.failed, machine.notOpen) }
    var plans: [Overlay.Plan] = []
    var bytes = 0
    for row in rows {
      let plan = overlay.plan(for: row, outbox)
      bytes += plan.bytes
      if !plans.isEmpty, bytes > room { break }
      plans.append(plan)
    }
    return plans
  }

  /// Rows as they are shown, nil in the place of one that is not there.
  private func shown(_ plans: [Overlay.Plan]) async throws(CacheFailure) -> [SyncRow?] {
    var plans = plans
    let steps = plans.enumerated().flatMap { index, plan in plan.mutations.map { (index: index, mutation: $0) } }
    var rest = steps[...]
    while !rest.isEmpty {
      var bytes = 0
      let next = rest.prefix { step in
        defer { bytes += step.mutation.bytes }
        return bytes < Self.chunk
      }
      rest = rest.dropFirst(next.count)
      let mutations = try await cache.mutations(next.map(\.mutation.id))
      guard mutations.count == next.count else {
        throw .corrupt(collection.name, "its outbox is not as it was written")
      }
      for (step, mutation) in zip(next, mutations) { overlay.apply(mutation, to: &plans[step.index]) }
    }
    return plans.map { overlay.row(of: $0) }
  }

  /// Reads the cache between two commands, so that rows and outbox are of one moment.
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
