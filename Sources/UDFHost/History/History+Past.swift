/// What has happened, action by action.
extension History {
  /// The index of an action's entry, or of the last one before it; nil if none that holds is that old.
  func index(upTo n: Int) -> Int? {
    let shown = min(shown(after: n), applied)
    return shown > 0 ? shown - 1 : nil
  }

  /// The entry of an action, if it is there and holds.
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

  /// Takes back everything from an entry on and forgets it.
  func cut(at index: Int) {
    takeBack(to: index)
    dropUndone()
  }
}
