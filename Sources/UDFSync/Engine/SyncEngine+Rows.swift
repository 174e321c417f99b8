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
    let (rows, moment) = try await read { cache, moment async throws(CacheFailure) in
      // One more, to see whether there is more.
      try await cache.rows(after: moment.start(of: place), limit: limit + 1)
    }
    let startsOver = place?.epoch != moment.epoch
    guard !rows.isEmpty || startsOver else { return nil }
    var delivery = Delivery(
      source: .cache, startsOver: startsOver, rows: [], removed: [],
      place: DeliveryPlace(epoch: moment.epoch, position: moment.start(of: place)), hasMore: rows.count > limit)
    delivery.source = rows.first.map { moment.origins.source(of: $0.revision) } ?? .cache
    for row in rows.prefix(limit) {
      // What was here already is not told as the server's news, also where that has come before anybody looked.
      guard moment.origins.source(of: row.revision) == delivery.source else {
        delivery.hasMore = true
        break
      }
      delivery.place.position = RowPosition(revision: row.revision, key: row.key)
      if let shown = moment.overlay.shown(row) {
        delivery.rows.append(shown)
      } else if !startsOver {
        delivery.removed.append(row.key)
      }
    }
    return delivery
  }

  /// The first rows by ``SyncCollection/sort``, with what waits in the outbox done to them; fewer than asked for if it takes some
  /// away. What is only in the outbox comes with ``next(after:limit:)``.
  public func first(_ count: Int) async throws(SyncFailure) -> [SyncRow] {
    let (rows, moment) = try await read { cache, _ async throws(CacheFailure) in
      try await cache.firstRows(max(0, count))
    }
    return rows.compactMap(moment.overlay.shown)
  }

  /// What belongs to the rows of one moment.
  private struct Moment: Sendable {
    let epoch: Int
    let origins: SyncMachine.Origins
    let overlay: Overlay

    func start(of place: DeliveryPlace?) -> RowPosition {
      if let place, place.epoch == epoch { place.position } else { .start }
    }
  }

  /// Reads the cache between two commands, so that rows and outbox are of one moment.
  private func read(
    _ read: @escaping @Sendable (any CacheStore, Moment) async throws(CacheFailure) -> [StoredRow]
  ) async throws(SyncFailure) -> ([StoredRow], Moment) {
    await open()
    let before = lane
    let task = Task { () -> Result<([StoredRow], Moment), SyncFailure> in
      await before?.value
      guard let contents = machine.contents else {
        return .failure(machine.isStopped ? machine.stopped : SyncFailure(machine.problem ?? machine.notOpen))
      }
      let overlay = Overlay(contents.outbox, merge: options.merge)
      let moment = Moment(epoch: machine.epoch, origins: machine.origins, overlay: overlay)
      do throws(CacheFailure) {
        return .success((try await read(cache, moment), moment))
      } catch {
        if error.code == .corrupt { receive(.damaged(error)) }
        return .failure(SyncFailure(error.message))
      }
    }
    lane = Task { _ = await task.value }
    return try await task.value.get()
  }
}
