import DequeModule
import UDF

/// The pending mutations in their order, without their bodies.
///
/// The cost of adding, finding, acknowledging or removing a mutation does not depend on their number: they are found by
/// id and by key, and a removed mutation leaves a hole. The storage is compacted when most of it is holes.
public struct Outbox: Sendable {
  /// The places of the mutations of the same key before and after a mutation.
  struct Link: Sendable {
    var previous: Int?
    var next: Int?
  }

  struct Slot: Sendable {
    var mutation: PendingMutation
    /// One link for each part. If several parts have the same key, the first one's link counts.
    private var links: OneOrMore<Link>

    init(_ mutation: PendingMutation) {
      self.mutation = mutation
      links = mutation.parts.mapped { _ in Link() }
    }

    subscript(key: RowKey) -> Link {
      get { mutation.parts.firstIndex { $0.key == key }.map { links[$0] } ?? Link() }
      set { if let index = mutation.parts.firstIndex(where: { $0.key == key }) { links[index] = newValue } }
    }
  }

  /// The mutations of one key.
  struct Chain: Sendable {
    var first: Int
    var last: Int
    var count: Int
    /// Differs from the version of every other chain. It changes when anything but the end of the chain changes.
    var version: Int
  }

  /// A place is an index of this list plus the number of slots that were removed from its front.
  private(set) var slots: Deque<Slot?> = []
  private(set) var front = 0
  private var places: [Int64: Int] = [:]
  private(set) var chains: [RowKey: Chain] = [:]
  private var versions = 0
  /// The number of mutations of each client name, in the order of their first mutations.
  private(set) var names: [(name: String, count: Int)] = []
  /// No mutation before this place is unsent.
  private(set) var unsentFrom = 0
  /// The number of mutations that the server has acknowledged and no pull has shown yet.
  public private(set) var acknowledged = 0
  /// The size of the acknowledged mutations in push requests, in bytes.
  private(set) var acknowledgedBytes = 0
  /// The number of mutations of each named collection.
  private(set) var counts: [String: Int] = [:]
  /// The number of mutations of several rows.
  private(set) var ofSeveralRows = 0

  public init(_ mutations: some Sequence<PendingMutation> = []) {
    for mutation in mutations { put(mutation) }
  }

  public var count: Int { places.count }
  public var isEmpty: Bool { places.isEmpty }
  /// The number of mutations that the server has not acknowledged.
  public var unsent: Int { count - acknowledged }

  public subscript(id: Int64) -> PendingMutation? { places[id].flatMap { self[place: $0]?.mutation } }

  /// The oldest mutation.
  public var first: PendingMutation? { slots.first??.mutation }

  /// The newest mutation.
  public var last: PendingMutation? { slots.last??.mutation }

  private(set) subscript(place place: Int) -> Slot? {
    get { slots[place - front] }
    set { slots[place - front] = newValue }
  }

  // MARK: changing

  /// Appends a mutation, or replaces the one with the same id.
  mutating func put(_ mutation: PendingMutation) {
    if let place = places[mutation.id] { return replace(at: place, by: mutation) }
    var mutation = mutation
    mutation.client = countName(of: mutation)
    let place = front + slots.count
    slots.append(Slot(mutation))
    for key in mutation.parts.keys { link(place, key) }
    places[mutation.id] = place
    count(mutation, at: place, 1)
  }

  /// Appends the last mutation to the chain of a key.
  private mutating func link(_ place: Int, _ key: RowKey) {
    var chain = chains[key] ?? Chain(first: place, last: place, count: 0, version: newVersion())
    if chain.count > 0 {
      self[place: chain.last]?[key].next = place
      self[place: place]?[key].previous = chain.last
    }
    chain.last = place
    chain.count += 1
    chains[key] = chain
  }

  /// Puts several mutations in their order. Replacing a mutation by one with other keys takes time proportional to the
  /// size of the outbox, so such mutations are replaced together.
  mutating func put(contentsOf mutations: [PendingMutation]) {
    let moved = mutations.filter { mutation in self[mutation.id].map { !$0.hasKeys(of: mutation) } ?? false }
    if !moved.isEmpty {
      let moved = Dictionary(moved.map { ($0.id, $0) }) { $1 }
      self = Outbox(map { moved[$0.id] ?? $0 }, after: versions)
    }
    for mutation in mutations { put(mutation) }
  }

  private mutating func replace(at place: Int, by mutation: PendingMutation) {
    guard let former = self[place: place]?.mutation else { return }
    guard former.hasKeys(of: mutation) else {
      self = Outbox(map { $0.id == mutation.id ? mutation : $0 }, after: versions)
      return
    }
    count(former, at: place, -1)
    discountName(of: former)
    var mutation = mutation
    mutation.client = countName(of: mutation)
    self[place: place]?.mutation = mutation
    count(mutation, at: place, 1)
    for key in mutation.parts.keys { renew(key) }
  }

  private mutating func renew(_ key: RowKey) {
    let version = newVersion()
    chains[key]?.version = version
  }

  /// Records whether the server has acknowledged a mutation, and with which rows. Does nothing if the mutation is not
  /// pending.
  ///
  /// - Parameter rowChecksums: ``Mutation/Part/rowChecksum`` of each part; empty: no part has one.
  mutating func acknowledge(_ id: Int64, _ isAcknowledged: Bool = true, rowChecksums: [Int64?] = []) {
    guard let place = places[id], var mutation = self[place: place]?.mutation else { return }
    count(mutation, at: place, -1)
    for index in mutation.parts.indices {
      let checksum = rowChecksums.indices.contains(index) ? rowChecksums[index] : nil
      guard mutation.parts[index].rowChecksum != checksum else { continue }
      mutation.parts[index].rowChecksum = checksum
      renew(mutation.parts[index].key)
    }
    mutation.isAcknowledged = isAcknowledged
    self[place: place]?.mutation = mutation
    count(mutation, at: place, 1)
  }

  /// Removes a mutation; returns nil if it is not pending.
  @discardableResult
  mutating func remove(_ id: Int64) -> PendingMutation? {
    guard let place = places.removeValue(forKey: id), let slot = self[place: place] else { return nil }
    for key in slot.mutation.parts.keys { unlink(slot[key], key) }
    discountName(of: slot.mutation)
    self[place: place] = nil
    count(slot.mutation, at: place, -1)
    closeHoles()
    return slot.mutation
  }

  private mutating func unlink(_ link: Link, _ key: RowKey) {
    if let previous = link.previous { self[place: previous]?[key].next = link.next }
    if let next = link.next { self[place: next]?[key].previous = link.previous }
    guard var chain = chains[key], chain.count > 1 else {
      chains[key] = nil
      return
    }
    chain.count -= 1
    chain.version = newVersion()
    if link.previous == nil, let next = link.next { chain.first = next }
    if link.next == nil, let previous = link.previous { chain.last = previous }
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
    // A version must never be used for another chain, even after all chains were rebuilt.
    self.versions = versions
    for mutation in former { put(mutation) }
  }

  /// Adds a mutation to the counts or subtracts it from them.
  private mutating func count(_ mutation: PendingMutation, at place: Int, _ sign: Int) {
    if mutation.parts.count > 1 { ofSeveralRows += sign }
    if !mutation.parts.head.key.collection.isEmpty {
      for collection in mutation.parts.collections { counts[collection, default: 0] += sign }
    }
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

  /// Counts a mutation's client name, and returns the shared string of this name.
  private mutating func countName(of mutation: PendingMutation) -> String {
    // New mutations have the last name, so the search starts at the end.
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
}

extension PendingMutation {
  /// Whether two mutations change the same rows in the same order.
  fileprivate func hasKeys(of other: PendingMutation) -> Bool { parts.elementsEqual(other.parts) { $0.key == $1.key } }
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
