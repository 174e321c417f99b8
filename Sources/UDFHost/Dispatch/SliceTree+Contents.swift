import LuaRuntime

/// What slices hold, where it is replaced without a journal.
extension SliceTree {
  /// What the slices of these names hold. One that cannot be read holds nothing.
  func contents(of names: some Sequence<String>) -> [String: Value] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, (try? slices[$0]?.plain) ?? .none) })
  }

  /// The changes that lead from what slices held, by name, to what they hold now.
  func changes(since former: [String: Value]) -> [Change] {
    let present = contents(of: former.keys)
    return former.sorted { $0.key < $1.key }.flatMap { name, value in
      Change.between(value, present[name] ?? .none, at: Path([.key(name)]))
    }
  }
}
