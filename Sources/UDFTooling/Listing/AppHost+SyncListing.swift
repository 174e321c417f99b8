import Dispatch
import Platform
import UDFHost
import UDFSync

extension AppHost {
  /// The sync features of the app, in the app's order, each with at most `limit` waiting mutations and dead letters.
  ///
  /// An engine is asked on its own thread; one that does not answer within a second is listed without what it alone knows.
  public func syncListings(limit: Int = 20) -> [SyncListing] {
    guard isOnOwner() else { return [] }
    return loadedApp.features.compactMap { syncListing(of: $0.name, limit: limit) }
  }

  /// ``syncListings(limit:)`` of one feature; nil if it is no sync feature.
  public func syncListing(of feature: String, limit: Int = 20) -> SyncListing? {
    guard isOnOwner(), let info = syncInfo(of: feature), let engine = syncEngine(of: feature) else { return nil }
    var listing = SyncListing(feature: feature, info: info, waiting: nil, dead: deadLetters(of: feature, limit: limit))
    if let answer = Self.answer(of: engine, limit: limit) {
      (listing.age, listing.retryIn) = (answer.age, answer.retryIn)
      listing.waiting = answer.waiting.map { mutation in
        [
          "id": .integer(mutation.id), "op": .string(mutation.operation.rawValue),
          "key": .string(mutation.key.description), "accepted": .boolean(mutation.isAcknowledged),
        ]
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

  private static func answer(of engine: SyncEngine, limit: Int) -> Answer? {
    let (answer, isThere) = (Guarded<Answer?>(nil), DispatchSemaphore(value: 0))
    Task.detached {
      let found = (await engine.age, await engine.status.retryIn, await engine.pending(limit: limit))
      answer.withLock { $0 = found }
      isThere.signal()
    }
    return isThere.wait(timeout: .now() + 1) == .success ? answer.withLock(\.self) : nil
  }
}
