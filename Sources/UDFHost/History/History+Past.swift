extension History {
  /// A copy of an action with everything that is needed to reduce it again.
  struct Kept {
    let entry: Entry
    /// The action as a Swift value, if it was sent as one.
    let typed: TypedAction?
    private let encoded: [UInt8]

    init(entry: Entry, bytes: [UInt8]) { (self.entry, typed, encoded) = (entry, nil, bytes) }
    init(entry: Entry, typed: TypedAction) { (self.entry, self.typed, encoded) = (entry, typed, []) }

    var n: Int { entry.n }
    /// The action, which followers do not reduce again.
    var carried: Kept {
      var entry = entry
      entry.isCarried = true
      return typed.map { Kept(entry: entry, typed: $0) } ?? Kept(entry: entry, bytes: encoded)
    }
    /// The action in byte form, including the type.
    var bytes: [UInt8] { typed?.bytes ?? encoded }
  }

  /// Returns an action of another host, which is not in the history yet, with a new number.
  func kept(foreign id: Int32, _ bytes: [UInt8], time: Double, isCarried: Bool = false) -> Kept {
    beginAction()
    let entry = Entry(
      n: count, id: id, generation: generation, site: -1, origin: .log, isCarried: isCarried, event: -1, first: 0,
      last: 0, duration: 0, time: time, cause: 0, start: 0, end: 0)
    return Kept(entry: entry, bytes: bytes)
  }

  func kept(_ index: Int) -> Kept { kept(entries[index]) }

  /// Returns the index of an action's entry, or of the last entry before it; nil if all entries are newer.
  func index(upTo n: Int) -> Int? {
    let shown = shown(after: n)
    return shown > 0 ? shown - 1 : nil
  }

  /// Returns the index of an action's entry, or of the first newer entry.
  func index(from n: Int) -> Int {
    guard isReordered else { return shown(after: n - 1) }
    return entries.lastIndex { $0.n == n } ?? entries.firstIndex { $0.n > n } ?? entries.count
  }

  /// Returns the entry of an action; nil if the history does not have it.
  func entry(_ n: Int) -> Entry? { index(upTo: n).map { entries[$0] }.flatMap { $0.n == n ? $0 : nil } }

  /// Calls `body` with the state before each entry's action, from an action backwards until `body` returns false, and
  /// then restores the present state. Returns whether no older entry is left.
  func lookBack(from n: Int, _ body: (Entry) -> Bool) -> Bool {
    guard let newest = index(upTo: n) else { return true }
    let present = position
    var place = present
    defer { travel(from: place, to: present) }
    for index in (0...newest).reversed() {
      travel(from: place, to: entries[index].start)
      place = entries[index].start
      if !body(entries[index]) { return index == 0 }
    }
    return true
  }

  /// Restores the state before an entry, step by step from the newest entry. For each entry, calls `left` in the state
  /// after its action, and then `found` in the state before it.
  func goBack(to index: Int, left: (Int) -> Void, found: () -> Void) {
    var place = position
    for index in (index..<entries.count).reversed() {
      let entry = entries[index]
      travel(from: place, to: entry.end)
      left(index)
      travel(from: entry.end, to: entry.start)
      place = entry.start
      found()
    }
  }

  /// Calls `body` with the whole state before an entry's action, including the features of engines.
  func show<Seen>(before entry: Entry, _ body: () -> Seen) -> Seen {
    let present = position
    machine.travel(from: present, to: entry.start)
    defer { machine.travel(from: entry.start, to: present) }
    return body()
  }
}
