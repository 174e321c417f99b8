/// The sum of a sequence of changes at one place in the state.
///
/// It is built from the changes alone, so its cost grows with their number and not with the size of the state.
struct NetChange {
  private enum Content {
    case none
    case value(old: Value, new: Value)
    /// Some of its fields or items have changed.
    case fields([PathKey: NetChange])
    /// Items were inserted, removed or moved.
    case items(NetList)
  }

  private var content = Content.none

  init() {}

  /// Adds a change. The keys of its path from `depth` on lead from here to the place.
  mutating func add(_ change: Change, depth: Int = 0) {
    switch content {
    case .value(let old, var new):
      new.apply(change, depth: depth)
      content = .value(old: old, new: new)
    case .items(var list):
      content = .none
      list.add(change, depth: depth)
      content = .items(list)
    case .none, .fields:
      var fields = fields
      content = .none
      if depth + 1 == change.path.keys.count, change.operation != .set {
        var list = NetList(fields)
        list.add(change, depth: depth)
        content = .items(list)
      } else {
        fields[change.path.keys[depth], default: NetChange()].take(change, depth: depth)
        content = .fields(fields)
      }
    }
  }

  /// Adds a change whose key at `depth` is the key of this place in its container.
  mutating func take(_ change: Change, depth: Int) {
    if depth + 1 < change.path.keys.count { return add(change, depth: depth + 1) }
    if case .value(let old, _) = content {
      content = .value(old: old, new: change.new)
    } else {
      content = .value(old: original(of: change.old), new: change.new)
    }
  }

  private var fields: [PathKey: NetChange] { if case .fields(let fields) = content { fields } else { [:] } }

  var isRemoval: Bool { if case .value(_, .none) = content { true } else { false } }

  /// The value before all changes, given the present one.
  func original(of present: Value) -> Value {
    switch content {
    case .none: return present
    case .value(let old, _): return old
    case .items(let list): return list.original(of: present)
    case .fields(let fields):
      var value = present
      for (key, change) in fields { value[key] = change.original(of: value[key]) }
      return value
    }
  }

  /// The fewest changes that lead from the value before to the present one.
  func changes(at path: Path) -> [Change] {
    switch content {
    case .none: return []
    case .value(let old, let new):
      let changes = Change.between(old, new, at: path)
      // A table that was emptied, or has little in common with the former one, is one change.
      let isSimilar = changes.count <= 20 && [old, new].allSatisfy { !$0.items.isEmpty || !$0.fields.isEmpty }
      return changes.isEmpty || isSimilar ? changes : [Change(.set, path, old: old, new: new)]
    case .items(let list): return list.changes(at: path)
    case .fields(let fields):
      return fields.sorted { $0.key < $1.key }.flatMap { $0.value.changes(at: path.appending($0.key)) }
    }
  }
}

extension Change {
  /// The sum of a sequence of changes: at most one change a place, and none where a change was reverted.
  package static func net(_ changes: [Change]) -> [Change] {
    var net = NetChange()
    for change in changes { net.add(change) }
    return net.changes(at: Path([]))
  }
}
