/// The rows of the feed, and the log of their changes: each change gets the next version. Readers that name collections get those that
/// they name, others the articles.
///
///     var feed = FeedModel(name: "f1")
///     feed.put("a1", ["id": .string("a1")])
///     let first = try feed.page(since: nil, limit: 10, clients: ["c1"])
///     feed.delete("a1")
///     try feed.page(since: first.next, limit: 10, clients: ["c1"]).changes   // one, without a row
package struct FeedModel {
  private struct Held {
    let version: Int64
    /// nil: deleted.
    let row: Row?
  }

  /// Part of every token: a token of another run of the server, whose content was different, is refused.
  private let name: String
  /// Names the history of the rows. A copy of this model that is put back later is another history, see ``beginEpoch(_:)``.
  private(set) var epoch: String
  /// The least number of deletions that the model remembers; a token from before a forgotten deletion has expired.
  private let memory: Int
  private var version: Int64 = 0
  private var held: [FeedKey: Held] = [:]
  /// The changes in their order. It also has changes of rows that changed again later.
  private var log: [(version: Int64, key: FeedKey)] = []
  private var deleted = 0
  /// The version of the last deletion that the model has forgotten.
  private var horizon: Int64 = 0
  /// The outcomes of the mutations of each client name.
  var clients: [String: ClientRecord] = [:]

  package init(name: String, memory: Int = 1000) {
    self.name = name
    epoch = name
    self.memory = memory
  }

  /// Marks the rows as no longer the continuation of what clients have seen, as after a restore from a backup. Tokens stay
  /// valid where the model has their version, so that only the epoch shows the difference.
  package mutating func beginEpoch(_ epoch: String) { self.epoch = epoch }

  /// The keys of the articles that exist, in the order of their last change.
  package var keys: [String] {
    log.filter { version, key in
      key.collection == FeedKey.articles && held[key]?.version == version && held[key]?.row != nil
    }.map(\.key.key)
  }

  package subscript(key: String) -> Row? { self[FeedKey(key)] }

  subscript(key: FeedKey) -> Row? { held[key]?.row }

  /// Puts an article, or a row of another collection.
  package mutating func put(_ key: String, in collection: String? = nil, _ row: Row) {
    write(FeedKey(key, in: collection), row)
  }

  /// False if there is no such row.
  @discardableResult
  mutating func delete(_ key: String, in collection: String? = nil) -> Bool {
    let key = FeedKey(key, in: collection)
    guard self[key] != nil else { return false }
    write(key, nil)
    return true
  }

  /// Returns what has changed after a token, the oldest first, or all rows without a token, and how far the mutations of some
  /// clients have come. The reader gets the rows that match a filter; after a token of another filter, the difference.
  func page(
    since text: String?, limit: Int, clients names: [String], filter: FeedFilter = .all
  ) throws(FeedProblem) -> FeedPage {
    let token =
      try text.map { text throws(FeedProblem) in try checked(text, for: filter) }
      ?? FeedToken(feed: name, position: 0, start: version, filter: filter)
    var changes: [FeedPage.Change] = []
    var isWhole = true
    for (version, key) in log[log.partitioningIndex { $0.version > token.position }...] {
      guard filter.has(key.collection), let state = held[key], state.version == version,
        let row = token.shown(state.row, of: key.collection, version: version)
      else { continue }
      isWhole = changes.count < limit
      guard isWhole else { break }
      changes.append(FeedPage.Change(version: version, collection: key.collection, key: key.key, row: row))
    }
    let next =
      isWhole
      ? FeedToken(feed: name, position: version, filter: filter)
      : token.advanced(to: changes.last?.version ?? token.position)
    // The model does not record which mutations the rows of a page in the middle show; the last page shows all.
    let mutations = names.map { ($0, isWhole ? clients[$0]?.last ?? 0 : 0) }
    return FeedPage(
      epoch: epoch, collections: filter.names, from: text, next: next.description, hasMore: !isWhole, changes: changes,
      mutations: Dictionary(mutations, uniquingKeysWith: max))
  }

  /// The ETag of the present state for a reader that asks for the mutations of these clients. It is compared only with that of the
  /// same token, so it needs no filter.
  func etag(for names: [String]) -> String {
    let mutations = names.map { String(clients[$0]?.last ?? 0) }
    return "\"\(epoch)-\(version)-\(mutations.joined(separator: "."))\""
  }

  private func checked(_ text: String, for filter: FeedFilter) throws(FeedProblem) -> FeedToken {
    guard let token = FeedToken(text), token.feed == name, token.position >= 0, token.known <= version else {
      throw FeedProblem(410, "unknown", "the token \(text) is none of this run of the server")
    }
    guard token.known >= horizon else {
      throw FeedProblem(410, "expired", "the token \(text) is older than the deletions that are remembered")
    }
    guard token.filter.isOfSameCollections(as: filter) else {
      throw FeedProblem(410, "expired", "the token \(text) is for other collections")
    }
    guard let token = token.changed(to: filter) else {
      throw FeedProblem(410, "expired", "the token \(text) is in the middle of the rows of another where")
    }
    return token
  }

  private mutating func write(_ key: FeedKey, _ row: Row?) {
    if held[key].map({ $0.row == nil }) == true { deleted -= 1 }
    if row == nil { deleted += 1 }
    version += 1
    held[key] = Held(version: version, row: row)
    log.append((version, key))
    // Both are rare enough that the mean cost of a change does not depend on the number of rows.
    if deleted > 2 * memory { forget(deleted - memory) }
    if log.count > 2 * held.count + 100 { log.removeAll { held[$0.key]?.version != $0.version } }
  }

  /// Forgets the oldest deletions.
  private mutating func forget(_ count: Int) {
    var left = count
    for (version, key) in log where left > 0 {
      guard let state = held[key], state.version == version, state.row == nil else { continue }
      held[key] = nil
      horizon = version
      deleted -= 1
      left -= 1
    }
  }
}

extension Array {
  /// The first index whose element, and all after it, fulfil a condition.
  fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isAfter(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
