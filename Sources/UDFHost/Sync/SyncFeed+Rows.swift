import LuaRuntime
import UDF
import UDFEngines
import UDFSync

// Delivers rows from the cache to the feature in batches, when the engine reports new rows.
extension SyncFeed {
  func fetch() {
    guard !isFetching, blocked == nil else { return }
    let group = place == nil ? [] : siblings().filter { $0.place != nil && $0.blocked == nil && $0.status != nil }
    guard group.count > 1 else {
      let (number, place) = (beginFetching(), place)
      Task { [worker] in await worker.fetch(number, after: place) }
      return
    }
    // If another feed fetches now, it fetches for its siblings afterwards.
    guard group.allSatisfy({ !$0.isFetching }) else { return }
    let looks = group.compactMap { feed in
      feed.place.map { place in
        SyncLook(
          feature: feed.name, collection: feed.member.collection.collection, place: place, number: feed.beginFetching())
      }
    }
    Task { [worker] in await worker.fetch(looks) }
  }

  private func beginFetching() -> Int {
    isFetching = true
    fetching = status
    lookups += 1
    return lookups
  }

  func ended(hasMore: Bool) {
    isFetching = false
    if !hasMore { taken = fetching }
    for feed in siblings() where !feed.isTaken { feed.fetch() }
  }

  /// Sends rows to the feature. If the feature refuses them, they are sent again after a reload or a pull.
  func deliver(_ batch: SyncBatch) {
    guard let slice, let status else {
      isFetching = false
      return
    }
    warn(of: batch)
    // A preview of these rows was refused, so they are not sent before that can change.
    if blocked != nil, batch.place != nil {
      isFetching = false
      return
    }
    if batch.place == nil {
      // A preview is useful only for a feature without rows.
      if slice.state.value.rows.isEmpty, !isAccepted(batch.action(of: name, status: status), batch.source) {
        blocked = refusal
      }
      return
    }
    let batch = trimmed(batch, to: slice)
    let isAccepted = batch.isEmpty || isAccepted(batch.action(of: name, status: status), batch.source)
    delivered(batch, isAccepted: isAccepted)
  }

  /// Returns the batch without removals of rows that the feature does not have.
  private func trimmed(_ batch: SyncBatch, to slice: NativeSlice<SyncFeature>) -> SyncBatch {
    var batch = batch
    if batch.startsOver { former = Set(slice.state.value.rows.keys) }
    former?.subtract(batch.keys)
    if !batch.hasMore, let former { batch.removed = Set(batch.removed).union(former).sorted() }
    batch.removed.removeAll { slice.state.value.rows[$0] == nil }
    batch.renamed = batch.renamed.filter { batch.removed.contains($0.key) }
    return batch
  }

  private func delivered(_ batch: SyncBatch, isAccepted: Bool) {
    guard isAccepted else {
      isFetching = false
      blocked = refusal
      return
    }
    place = batch.place
    if !batch.hasMore { former = nil }
    ended(hasMore: batch.hasMore)
  }

  /// Processes the rows that were ready for features of the address at one moment.
  func take(_ answers: [(look: SyncLook, batch: SyncBatch?)], isAll: Bool) {
    var parts: [(feed: SyncFeed, batch: SyncBatch)] = []
    var others: [SyncFeed] = []
    for feed in siblings() {
      guard let (look, batch) = answers.first(where: { $0.look.feature == feed.name }), look.number == feed.lookups,
        let slice = feed.slice
      else { continue }
      guard let batch else {
        others.append(feed)
        continue
      }
      feed.warn(of: batch)
      parts.append((feed, feed.trimmed(batch, to: slice)))
    }
    for feed in others {
      feed.isFetching = false
      if isAll { feed.taken = feed.fetching }
    }
    deliver(parts)
    for feed in siblings() where !feed.isTaken { feed.fetch() }
    for feed in siblings() where feed !== self { feed.publishStatus() }
  }

  /// Sends rows to several features as one action of the first feature, which the others reduce too.
  private func deliver(_ parts: [(feed: SyncFeed, batch: SyncBatch)]) {
    let filled = parts.filter { !$0.batch.isEmpty }
    var isAccepted = true
    if let (leader, batch) = filled.first {
      let others = filled.dropFirst().compactMap { part in part.feed.status.map { (part.feed.name, part.batch, $0) } }
      isAccepted =
        leader.status.map {
          leader.isAccepted(batch.action(of: leader.name, status: $0, with: others), batch.source)
        } ?? false
      for part in parts where part.feed !== leader { part.feed.refusal = leader.refusal }
    }
    for (feed, batch) in parts {
      let isLed = feed !== filled.first?.feed && !batch.isEmpty
      feed.delivered(batch, isAccepted: batch.isEmpty || isAccepted && (!isLed || feed.dispatchOwnAction(of: batch)))
    }
  }

  /// Dispatches rows that are already in the state as the feature's own action, if effects or other reducers need it;
  /// returns false if the action is refused.
  private func dispatchOwnAction(of batch: SyncBatch) -> Bool {
    let type = "\(name)/\(SyncDelivery.action(batch.source))"
    guard let status, dispatcher.hasListeners(of: type, besides: plan.members.count)
    else { return true }
    return isAccepted(batch.action(of: name, status: status), batch.source)
  }

  private func warn(of batch: SyncBatch) {
    for (key, reason) in batch.unreadable {
      let text = "\(name): the row \"\(key)\" cannot be read and is left out: \(reason); correct it on the server"
      if leftOut.insert(text).inserted { events.warn(text) }
    }
  }

  /// Dispatches an action with rows; returns false if a reducer or a middleware refuses it.
  private func isAccepted(_ action: [UInt8], _ source: Delivery.Source) -> Bool {
    isCommitted = false
    refusal = "a middleware has stopped the rows"
    let type = "\(name)/\(SyncDelivery.action(source))"
    let id = dispatcher.number(of: type)
    let content = HostAction.Content(bytes: action, name: type)
    if case .refused(let error) = dispatcher.dispatch(HostAction(id: id, origin: .sync, content: content)) {
      refusal = error.message.split(separator: "\n").first.map(String.init) ?? ""
    }
    return isCommitted
  }
}
