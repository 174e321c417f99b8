import UDF

extension Outbox {
  /// Returns the first mutations that the server has not acknowledged: all of one client name, at most `count`, and at
  /// most `bytes` bytes, except that a larger mutation is returned alone. Acknowledged mutations of the same client for
  /// which `repeats` returns true are included. With `onePerRow`, no two mutations change the same row.
  func batch(
    count: Int, bytes: Int, onePerRow: Bool = false, repeats: (PendingMutation) -> Bool = { _ in false }
  ) -> [PendingMutation] {
    guard unsent > 0, let client = self[place: unsentFrom]?.mutation.client else { return [] }
    var batch: [PendingMutation] = []
    var size = 0
    var keys: Set<RowKey> = []
    var place = acknowledged > 0 ? front : unsentFrom
    while place < front + slots.count, batch.count < Swift.max(1, count) {
      defer { place += 1 }
      guard let mutation = self[place: place]?.mutation else { continue }
      if mutation.client != client {
        if mutation.isAcknowledged { continue }
        break
      }
      guard !mutation.isAcknowledged || repeats(mutation) else { continue }
      size += mutation.bytes
      if !batch.isEmpty, size > bytes { break }
      if onePerRow {
        guard keys.isDisjoint(with: mutation.parts.keys) else { break }
        keys.formUnion(mutation.parts.keys)
      }
      batch.append(mutation)
    }
    return batch
  }

  /// Returns the acknowledged mutations that fulfil a condition, in their order.
  ///
  /// Acknowledged mutations are near the front, so the search ends early.
  func acknowledged(where condition: (PendingMutation) -> Bool) -> [PendingMutation] {
    var found: [PendingMutation] = []
    var rest = acknowledged
    var mutations = makeIterator()
    while rest > 0, let mutation = mutations.next() {
      guard mutation.isAcknowledged else { continue }
      rest -= 1
      if condition(mutation) { found.append(mutation) }
    }
    return found
  }

  /// Returns up to `most` client names of the mutations, beginning with the name of the first mutation.
  func clients(atMost most: Int) -> [String] {
    guard let first else { return [] }
    return [first.client] + names.lazy.map(\.name).filter { $0 != first.client }.prefix(most - 1)
  }

  /// Returns the mutations of a key after an id, or all of them, in their order.
  func mutations(of key: RowKey, after id: Int64 = -1) -> [PendingMutation] {
    var found: [PendingMutation] = []
    var place = chains[key]?.last
    while let slot = place.flatMap({ self[place: $0] }), slot.mutation.id > id {
      found.append(slot.mutation)
      place = slot[key].previous
    }
    return found.reversed()
  }

  /// The mutations that change the row of a key as the app sees it.
  struct Changes: Sendable {
    /// The mutations in their order, without those that a later `put` or `delete` replaces and those that the row
    /// already shows.
    var mutations: [PendingMutation]
    /// The number of the key's mutations that were skipped, because the caller has cached their outcome.
    var skipped: Int
    /// The number of the key's pending mutations.
    var count: Int
    /// The version of the key's chain. It differs if any but the last mutations have changed.
    var version: Int
  }

  /// Returns the mutations that change the row of a key; nil if there are none. If the chain has the version in
  /// `known`, the first `count` mutations are skipped. A mutation for which `isShown` returns true is left out,
  /// together with all earlier ones of the row.
  func changes(
    of key: RowKey, known: (count: Int, version: Int)? = nil, isShown: (PendingMutation) -> Bool = { _ in false }
  ) -> Changes? {
    guard let chain = chains[key] else { return nil }
    let skipped = known.flatMap { $0.version == chain.version && $0.count <= chain.count ? $0.count : nil } ?? 0
    var found: [PendingMutation] = []
    var place: Int? = chain.last
    for _ in skipped..<chain.count {
      guard let slot = place.flatMap({ self[place: $0] }), !isShown(slot.mutation) else { break }
      found.append(slot.mutation)
      place = slot[key].previous
      if slot.mutation.parts.replaceRow(key) { break }
    }
    return Changes(mutations: found.reversed(), skipped: skipped, count: chain.count, version: chain.version)
  }

  /// The keys of all pending mutations.
  var keys: some Collection<RowKey> { chains.keys }
}
