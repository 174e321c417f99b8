import Platform
import UDFHost
import UDFSync

extension AppHost {
  /// Returns the sync features in the app's order, each with at most `limit` pending mutations and dead letters.
  ///
  /// The engine is queried on its own thread. If it does not answer within a second, the listing lacks the data that
  /// only the engine has.
  public func syncListings(limit: Int = 20) -> [SyncListing] {
    guard isOnOwner() else { return [] }
    return loadedApp.features.compactMap { syncListing(of: $0.name, limit: limit) }
  }

  /// Returns ``syncListings(limit:)`` for one feature; nil if it is not a sync feature.
  public func syncListing(of feature: String, limit: Int = 20) -> SyncListing? {
    guard isOnOwner(), let info = syncInfo(of: feature), let (engine, collection) = syncEngine(of: feature) else {
      return nil
    }
    var listing = SyncListing(feature: feature, info: info, waiting: nil, dead: deadLetters(of: feature, limit: limit))
    if let answer = Self.answer(of: engine, collection, limit: limit) {
      (listing.age, listing.retryIn) = (answer.age, answer.retryIn)
      listing.waiting = answer.waiting.map { mutation in
        var row = mutation.parts.record { part in
          [
            "op": .string(part.operation.rawValue), "key": .string(part.key.key.description),
            "collection": part.key.collection.isEmpty ? .none : .string(part.key.collection),
          ]
        }
        (row["id"], row["accepted"]) = (.integer(mutation.id), .boolean(mutation.isAcknowledged))
        return row
      }
    }
    return listing
  }

  private func deadLetters(of feature: String, limit: Int) -> [Record] {
    syncDeadLetters(of: feature, limit: limit).map { row in
      var letter = row
      if let since = row["since"].double { letter["age"] = .number(max(0, sessions.day - since)) }
      return letter
    }
  }

  private typealias Answer = (age: Double?, retryIn: Double?, waiting: [PendingMutation])

  private static func answer(of engine: SyncEngine, _ collection: String, limit: Int) -> Answer? {
    let (answer, isThere) = (Guarded<Answer?>(nil), Bell())
    Task.detached {
      let found = (await engine.age, await engine.status.retryIn, await engine.pending(limit: limit, of: collection))
      answer.withLock { $0 = found }
      isThere.ring()
    }
    return isThere.wait(seconds: 1) ? answer.withLock(\.self) : nil
  }
}
