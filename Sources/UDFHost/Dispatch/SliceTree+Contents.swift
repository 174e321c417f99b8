import LuaRuntime

/// Reads whole slices before and after they are replaced, because a replacement is not in the journal.
extension SliceTree {
  /// Returns the contents of the named slices. The content of a slice that cannot be read is nil.
  func contents(of names: some Sequence<String>) -> [String: Value] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, (try? slices[$0]?.plain) ?? .none) })
  }

  /// Returns the changes from the former contents, by slice name, to the present contents.
  func changes(since former: [String: Value]) -> [Change] {
    let present = contents(of: former.keys)
    return former.sorted { $0.key < $1.key }.flatMap { name, value in
      Change.between(value, present[name] ?? .none, at: Path([.key(name)]))
    }
  }
}
