import DequeModule
import UDF

/// The mutations that wait, in their order, without their bodies.
///
/// To add, find, acknowledge or remove one costs the same however many wait: places are found by id and by key, and a removed
/// mutation leaves a hole until holes are the most.
public struct Outbox: Sendable {
  fileprivate struct Slot: Sendable {
    var mutation: PendingMutation
    /// The places of the mutations of the same key before and after this one.
    var previous: Int?
    var next: Int?
  }

  /// The mutations of one key.
  private struct Chain: Sendable {
    var first: Int
    var last: Int
    var count: Int
    /// Differs from that of every other chain, and from that of this chain before anything but the end of it changed.
    var version: Int
  }

  /// A place is an index of this and what was taken from its front.
  fileprivate var slots: Deque<Slot?> = []
  private var front = 0
  private var places: [Int64: Int] = [:]
  private var chains: [EntityKey: Chain] = [:]
  private var versions = 0
  /// How many mutations each client name has, in the order of their first mutations.
  private var names: [(name: String, count: Int)] = []
  /// No mutation before this place is unsent.
  private var unsentFrom = 0
  /// How many the server has answered for, which still wait for the pull that shows them.
  public private(set) var acknowledged = 0
  /// What these take in push requests.
  private(set) var acknowledgedBytes = 0

  public init(_ mutations: some Sequence<PendingMutation> = []) {
    for mutation in mutations { put(mutation) }
  }

  public var count: Int { places.count }
  public var isEmpty: Bool { places.isEmpty }
  /// How many the server has not answered for.
  public var unsent: Int { count - acknowledged }

  public subscript(id: Int64) -> PendingMutation? { places[id].flatMap { self[place: $0]?.mutation } }

  /// The mutation that was made first.
  public var first: PendingMutation? { slots.first??.mutation }

  /// The mutation that was made last.
  public var last: PendingMutation? { slots.last??.mutation }

  private subscript(place place: Int) -> Slot? {
    get { slots[place - front] }
    set { slots[place - front] = newValue }
  }

  // MARK: changing

  /// Puts a mutation at the end, or in the place of the one of the same id.
  mutating func put(_ mutation: PendingMutation) {
    if let place = places[mutation.id] { return replace(at: place, by: mutation) }
    var mutation = mutation
    mutation.client = countName(of: mutation)
    let place = front + slots.count
    let version = newVersion()
    var chain = chains[mutation.key] ?? Chain(first: place, last: place, count: 0, version: version)
    let isFirst = chain.count == 0
    if !isFirst { self[place: chain.last]?.next = place }
    slots.append(Slot(mutation: mutation, previous: isFirst ? nil : chain.last))
    chain.last = place
    chain.count += 1
    chains[mutation.key] = chain
    places[mutation.id] = place
    count(mutation, at: place, 1)
  }

  /// Puts several in their order. A mutation that takes the place of one of another key costs as much as all that wait, so several
  /// such are put at once.
  mutating func put(contentsOf mutations: [PendingMutation]) {
    let moved = mutations.filter { mutation in self[mutation.id].map { $0.key != mutation.key } ?? false }
    if !moved.isEmpty {
      let moved = Dictionary(moved.map { ($0.id, $0) }) { $1 }
      self = Outbox(map { moved[$0.id] ?? $0 }, after: versions)
    }
    for mutation in mutations { put(mutation) }
  }

  private mutating func replace(at place: Int, by mutation: PendingMutation) {
    guard let former = self[place: place]?.mutation else { return }
    guard former.key == mutation.key else {
      self = Outbox(map { $0.id == mutation.id ? mutation : $0 }, after: versions)
      return
    }
    count(former, at: place, -1)
    discountName(of: former)
    var mutation = mutation
    mutation.client = countName(of: mutation)
    self[place: place]?.mutation = mutation
    count(mutation, at: place, 1)
    let version = newVersion()
    chains[mutation.key]?.version = version
  }

  /// Notes whether the server has answered for a mutation, and with which row; nothing happens if it does not wait.
  mutating func acknowledge(_ id: Int64, _ isAcknowledged: Bool = true, rowChecksum: Int64? = nil) {
    guard let place = places[id], var mutation = self[place: place]?.mutation else { return }
    count(mutation, at: place, -1)
    if mutation.rowChecksum != rowChecksum {
      let version = newVersion()
      chains[mutation.key]?.version = version
    }
    mutation.isAcknowledged = isAcknowledged
    mutation.rowChecksum = rowChecksum
    self[place: place]?.mutation = mutation
    count(mutation, at: place, 1)
  }

  /// Takes a mutation away; nil if it does not wait.
  @discardableResult
  mutating func remove(_ id: Int64) -> PendingMutation? {
    guard let place = places.removeValue(forKey: id), let slot = self[place: place] else { return nil }
    unlink(slot)
    discountName(of: slot.mutation)
    self[place: place] = nil
    count(slot.mutation, at: place, -1)
    closeHoles()
    return slot.mutation
  }

  private mutating func unlink(_ slot: Slot) {
    let key = slot.mutation.key
    if let previous = slot.previous { self[place: previous]?.next = slot.next }
    if let next = slot.next { self[place: next]?.previous = slot.previous }
    guard var chain = chains[key], chain.count > 1 else {
      chains[key] = nil
      return
    }
    chain.count -= 1
    chain.version = newVersion()
    if slot.previous == nil, let next = slot.next { chain.first = next }
    if slot.next == nil, let previous = slot.previous { chain.last = previous }
    chains[key] = chain
  }

  private mutating func closeHoles() {
    while let slot = slots.first, slot == nil {
      slots.removeFirst()
      front += 1
    }
    while let slot = slots.last, slot == nil { slots.removeLast() }
    if slots.count > 2 * count + 16 { self = Outbox(self, after: versions) }
  }

  private init(_ former: some Sequence<PendingMutation>, after versions: Int) {
    // A chain's version is never that of another chain, however often all are made anew.
    self.versions = versions
    for mutation in former { put(mutation) }
  }

  /// Counts a mutation in or out.
  private mutating func count(_ mutation: PendingMutation, at place: Int, _ sign: Int) {
    if mutation.isAcknowledged {
      acknowledged += sign
      acknowledgedBytes += sign * mutation.bytes
    } else if sign > 0 {
      unsentFrom = Swift.min(unsentFrom, place)
    }
    unsentFrom = Swift.max(unsentFrom, front)
    let end = front + slots.count
    while unsentFrom < end, self[place: unsentFrom]?.mutation.isAcknowledged != false { unsentFrom += 1 }
  }

  /// Counts a mutation's client name, and returns the string that all mutations of this name share.
  private mutating func countName(of mutation: PendingMutation) -> String {
    // New mutations have the last name.
    guard let index = names.lastIndex(where: { $0.name == mutation.client }) else {
      names.append((mutation.client, 1))
      return mutation.client
    }
    names[index].count += 1
    return names[index].name
  }

  private mutating func discountName(of mutation: PendingMutation) {
    guard let index = names.firstIndex(where: { $0.name == mutation.client }) else { return }
    names[index].count -= 1
    if names[index].count == 0 { names.remove(at: index) }
  }

  private mutating func newVersion() -> Int {
    versions += 1
    return versions
  }

  // MARK: reading

  /// The first mutations that the server has not acknowledged, all of one client name, at most `count`, and of at most `bytes`
  /// bytes; a larger one comes alone. Acknowledged mutations of the same client for which `repeats` holds are among them. With
  /// `onePerRow` no two of them are of one row.
  func batch(
    count: Int, bytes: Int, onePerRow: Bool = false, repeats: (PendingMutation) -> Bool = { _ in false }
  ) -> [PendingMutation] {
    guard unsent > 0, let client = self[place: unsentFrom]?.mutation.client else { return [] }
    var batch: [PendingMutation] = []
    var size = 0
    var keys: Set<EntityKey> = []
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
      if onePerRow, !keys.insert(mutation.key).inserted { break }
      batch.append(mutation)
    }
    return batch
  }

  /// The mutations that the server has answered for and that fulfil a condition, in their order.
  ///
  /// They are found at the front, so this looks at few others.
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

  /// The client names of the mutations: that of the first mutation, then others, at most so many.
  func clients(atMost most: Int) -> [String] {
    guard let first else { return [] }
    return [first.client] + names.lazy.map(\.name).filter { $0 != first.client }.prefix(most - 1)
  }

  /// The mutations of a key that were made after one, or all of them, in their order.
  func mutations(of key: EntityKey, after id: Int64 = -1) -> [PendingMutation] {
    var found: [PendingMutation] = []
    var place = chains[key]?.last
    while let slot = place.flatMap({ self[place: $0] }), slot.mutation.id > id {
      found.append(slot.mutation)
      place = slot.previous
    }
    return found.reversed()
  }

  /// What changes the row of a key as it is shown.
  struct Changes: Sendable {
    /// The mutations in their order. Those before a `put` or a `delete` are left out, and those that the row shows already.
    var mutations: [PendingMutation]
    /// How many of the key's mutations were not looked at, since somebody has their outcome.
    var skipped: Int
    /// How many mutations of the key wait.
    var count: Int
    /// Another number if any but the last ones have changed.
    var version: Int
  }

  /// What changes the row of a key; nil if nothing does. `known` are how many of its mutations need not be looked at, if
  /// the chain has this version. A mutation for which `isShown` holds is left out, and all of the row before it.
  func changes(
    of key: EntityKey, known: (count: Int, version: Int)? = nil, isShown: (PendingMutation) -> Bool = { _ in false }
  ) -> Changes? {
    guard let chain = chains[key] else { return nil }
    let skipped = known.flatMap { $0.version == chain.version && $0.count <= chain.count ? $0.count : nil } ?? 0
    var found: [PendingMutation] = []
    var place: Int? = chain.last
    for _ in skipped..<chain.count {
      guard let slot = place.flatMap({ self[place: $0] }), !isShown(slot.mutation) else { break }
      found.append(slot.mutation)
      place = slot.previous
      if slot.mutation.replacesRow { break }
    }
    return Changes(mutations: found.reversed(), skipped: skipped, count: chain.count, version: chain.version)
  }

  /// The keys of all mutations.
  var keys: some Collection<EntityKey> { chains.keys }
}

extension Outbox: Sequence {
  public struct Iterator: IteratorProtocol {
    fileprivate var slots: Deque<Slot?>.Iterator

    public mutating func next() -> PendingMutation? {
      while let slot = slots.next() {
        if let slot { return slot.mutation }
      }
      return nil
    }
  }

  public func makeIterator() -> Iterator { Iterator(slots: slots.makeIterator()) }
}

extension Outbox: Hashable {
  public static func == (left: Outbox, right: Outbox) -> Bool { left.count == right.count && left.elementsEqual(right) }

  public func hash(into hasher: inout Hasher) {
    for mutation in self { hasher.combine(mutation) }
  }
}
