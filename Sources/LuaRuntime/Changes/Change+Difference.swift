extension Change {
  /// The changes that lead from one value at a path to another, as few and as deep as a reducer in Lua would have written
  /// them; none if they are equal. Lists are compared by their common beginning and end.
  package static func between(_ old: Value, _ new: Value, at path: Path) -> [Change] {
    switch (old, new) {
    case (.map(let old), .map(let new)): return fields(old, new, path)
    case (.list(let old), .list(let new)): return items(old, new, path)
    default: return old == new ? [] : [Change(.set, path, old: old, new: new)]
    }
  }

  private static func fields(_ old: Record, _ new: Record, _ path: Path) -> [Change] {
    let keys = Set(old.map(\.key)).union(new.map(\.key)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return keys.flatMap { between(old[$0], new[$0], at: path.appending(.key($0))) }
  }

  private static func items(_ old: [Value], _ new: [Value], _ path: Path) -> [Change] {
    func item(_ index: Int) -> Path { path.appending(.index(index + 1)) }
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let common = start..<(shorter - end)
    var changes = common.flatMap { between(old[$0], new[$0], at: item($0)) }
    // Each removal moves the next item to be removed to the same position.
    for index in common.upperBound..<(old.count - end) where old.count > new.count {
      changes.append(Change(.remove, item(common.upperBound), old: old[index]))
    }
    for index in common.upperBound..<(new.count - end) where new.count > old.count {
      changes.append(Change(.insert, item(index), new: new[index]))
    }
    return changes
  }
}
