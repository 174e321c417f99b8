import LuaRuntime

/// A place to observe: in the state, in a view state (`view.cart.rows`) or a computed value (`computed.cart.total`).
package struct ObservedPlace: Equatable {
  /// The path as it was written, without a leading `state.`.
  package let path: Path

  package init(_ text: String) throws {
    let path = try Path(text)
    self.path = path.keys.first == .key("state") ? Path(Array(path.keys.dropFirst())) : path
  }

  /// Whether the changes of a commit contain the changes at the path.
  package var isInState: Bool { kind == nil }

  /// The first key if it is `view` or `computed`; nil for a path in the state.
  private var kind: String? {
    if case .key(let name)? = path.keys.first, name == "view" || name == "computed" { name } else { nil }
  }

  /// Returns the value; `.none` if there is none. Throws if the path is not possible, or if its function fails.
  func value(in tree: SliceTree, _ derivations: Derivations) throws(HostError) -> Value {
    guard let kind else { return try tree.value(at: path) }
    guard path.keys.count > 1, case .key(let feature) = path.keys[1] else {
      throw HostError(usage: "\(path): takes a feature's name: \(path).cart")
    }
    var (name, depth) = (feature, 2)
    if kind == "computed", path.keys.count > 2, case .key(let key) = path.keys[2] {
      (name, depth) = ("\(name).\(key)", 3)
    }
    let whole = try kind == "view" ? derivations.view(of: name) : derivations.computed(name)
    return path.keys.dropFirst(depth).reduce(whole) { value, key in
      switch key {
      case .key(let name): value[name]
      case .index(let position): value[position]
      }
    }
  }

  /// Whether an action has changed the value at this place of the state.
  func isTouched(by commit: borrowing Commit, in tree: SliceTree) -> Bool {
    // A row of a native slice is at several paths, and its change is reported for only one of them.
    if case .key(let name)? = path.keys.first, tree.slices[name] is any HostedSlice {
      return commit.changes.contains { $0.path.keys.first == path.keys.first }
    }
    return commit.changes.contains { $0.path.touches(path) }
  }
}
