import LuaRuntime

/// Computes the changes of a reload. Compares only the parts that the reload can change, because a state may be large.
struct ReloadDifference {
  private let tree: SliceTree
  /// The former states of features that are reset, migrated, moved, added or removed, by name.
  private let former: [String: Value]
  /// For other features in Lua: the keys of their initial states that their states do not have.
  private let absent: [Path]

  /// - Parameters:
  ///   - generation: the generation that the reload will commit.
  ///   - current: the running generation.
  init(_ generation: Generation, after current: Generation, reset: Bool, _ adapter: StateAdapter) {
    tree = adapter.tree
    let names = Set((current.features + generation.features).map(\.name))
    let kept = names.filter { name in
      !reset && generation.contents[name] == nil && generation.slices[name] == nil
        && generation.features.contains { $0.name == name }
    }
    let known = Set(current.features.map(\.name))
    var former = tree.contents(of: names.subtracting(kept).filter(known.contains))
    for name in names.subtracting(known) { former[name] = Value.none }
    for (name, moved) in generation.moved { former[name] = moved.content }
    self.former = former
    absent = generation.features.filter { kept.contains($0.name) && $0.home == .lua }.flatMap { feature -> [Path] in
      guard case .map(let defaults)? = try? adapter.defaults(of: feature, in: generation) else { return [] }
      let keys = Set(adapter.machine.keys([.string(feature.name)]).compactMap(\.text))
      return defaults.map(\.key).filter { !keys.contains($0) }.map { Path([.key(feature.name), .key($0)]) }
    }
  }

  /// The changes, after the generation was committed.
  var changes: [Change] {
    let added = absent.compactMap { path -> Change? in
      guard let value = try? tree.machine.read(path.value), value != .none else { return nil }
      return Change(.set, path, new: value)
    }
    return tree.changes(since: former) + added
  }
}
