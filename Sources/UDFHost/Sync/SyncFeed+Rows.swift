import LuaRuntime
import UDF
import UDFSync

// From the cache to the feature: rows are asked for when the engine tells that there are some, one batch after the other.
extension SyncFeed {
  func fetch() {
    guard !isFetching, blocked == nil else { return }
    isFetching = true
    fetching = status
    lookups += 1
    let (worker, number, place) = (worker, lookups, place)
    Task { await worker.fetch(number, after: place) }
  }

  func ended(hasMore: Bool) {
    isFetching = false
    if !hasMore { taken = fetching }
    if !isTaken { fetch() }
  }

  /// Sends rows to the feature. What it does not take is sent again after a reload or a pull.
  func deliver(_ batch: SyncBatch) {
    guard let slice, let status else {
      isFetching = false
      return
    }
    warn(of: batch)
    var batch = batch
    // Refused as a first look: it comes again when it may be taken.
    if blocked != nil, batch.place != nil {
      isFetching = false
      return
    }
    if batch.place == nil {
      // A first look at rows is nothing to somebody who has some.
      if slice.state.value.rows.isEmpty, !isAccepted(batch, status) { blocked = refusal }
      return
    }
    if batch.startsOver { former = Set(slice.state.value.rows.keys) }
    former?.subtract(batch.keys)
    if !batch.hasMore, let former { batch.removed = Set(batch.removed).union(former).sorted() }
    batch.removed.removeAll { slice.state.value.rows[$0] == nil }
    batch.renamed = batch.renamed.filter { batch.removed.contains($0.key) }
    // What nobody has seen need not go.
    let isEmpty = batch.keys.isEmpty && batch.removed.isEmpty && !batch.hasMore
    guard isEmpty || isAccepted(batch, status) else {
      isFetching = false
      blocked = refusal
      return
    }
    place = batch.place
    if !batch.hasMore { former = nil }
    ended(hasMore: batch.hasMore)
  }

  private func warn(of batch: SyncBatch) {
    for (key, reason) in batch.unreadable {
      let text = "\(name): the row \"\(key)\" cannot be read and is left out: \(reason); mend it on the server"
      if leftOut.insert(text).inserted { events.emit(.log(level: "warning", message: text, fields: [:])) }
    }
  }

  private func isAccepted(_ batch: SyncBatch, _ status: SyncStatus) -> Bool {
    isCommitted = false
    refusal = "a middleware has stopped the rows"
    let type = "\(name)/\(SyncDelivery.action(batch.source))"
    let id = dispatcher.tree.actions.number(of: type) ?? -1
    let content = HostAction.Content(bytes: batch.action(of: name, status: status), name: type)
    if case .refused(let error) = dispatcher.dispatch(HostAction(id: id, origin: .sync, content: content)) {
      refusal = error.message.split(separator: "\n").first.map(String.init) ?? ""
    }
    return isCommitted
  }
}
