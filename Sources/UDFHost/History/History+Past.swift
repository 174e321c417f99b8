/// Actions of the past.
extension History {
  /// An action apart from the history, with all that it takes to reduce it again.
  struct Kept {
    let entry: Entry
    /// The action as a Swift value, if that is how it was sent.
    let typed: TypedAction?
    private let encoded: [UInt8]

    init(entry: Entry, bytes: [UInt8]) { (self.entry, typed, encoded) = (entry, nil, bytes) }
    init(entry: Entry, typed: TypedAction) { (self.entry, self.typed, encoded) = (entry, typed, []) }

    var n: Int { entry.n }
    /// The action in byte form, type included.
    var bytes: [UInt8] { typed?.bytes ?? encoded }
  }

  func kept(_ index: Int) -> Kept { kept(entries[index]) }

  /// The index of an action's entry, or of the last one before it; nil if none is that old.
  func index(upTo n: Int) -> Int? {
    let shown = shown(after: n)
    return shown > 0 ? shown - 1 : nil
  }

  /// The index of the first entry that is not older than an action.
  func index(from n: Int) -> Int { shown(after: n - 1) }

  /// The entry of an action, if it is there.
  func entry(_ n: Int) -> Entry? {
    index(upTo: n).map { entries[$0] }.flatMap { $0.n == n ? $0 : nil }
  }

  /// Calls `body` with the state as each entry's action found it, from an action backwards until it gives false, and brings
  /// the present back. Whether no older one is left.
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

  /// Goes back to before an entry, the newest first. Calls `left` with each when the state is as its action left it, and
  /// `found` when it is as the action found it.
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

  /// Calls `body` with the whole state as an entry's action found it, that of engines' features included.
  func show<Seen>(before entry: Entry, _ body: () -> Seen) -> Seen {
    let present = position
    machine.travel(from: present, to: entry.start)
    defer { machine.travel(from: entry.start, to: present) }
    return body()
  }
}
