import LuaRuntime

/// What changes that were made one after the other come to at one place in the state.
///
/// Built from the changes alone: what it costs follows from how many there are and not from how big the state is.
struct NetChange {
  private enum Content {
    case none
    /// It holds another value.
    case value(old: Value, new: Value)
    /// Some of its fields or items hold others.
    case fields([PathKey: NetChange])
    /// Items have left it or come into it.
    case items(NetList)
  }

  private var content = Content.none

  /// The state's own.
  init() {}

  /// Adds a change whose path leads from here by its keys from `depth` on.
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

  /// Adds a change that the container of this place was told under its key, at `depth`.
  mutating func take(_ change: Change, depth: Int) {
    if depth + 1 < change.path.keys.count { return add(change, depth: depth + 1) }
    if case .value(let old, _) = content {
      content = .value(old: old, new: change.new)
    } else {
      content = .value(old: original(of: change.old), new: change.new)
    }
  }

  private var fields: [PathKey: NetChange] { if case .fields(let fields) = content { fields } else { [:] } }

  /// Whether nothing is left here at the end.
  var isRemoval: Bool { if case .value(_, .none) = content { true } else { false } }

  /// What stood here before all of them, given what stands here now.
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

  /// As few changes as lead from what stood here before to what stands here now.
  func changes(at path: Path) -> [Change] {
    switch content {
    case .none: return []
    case .value(let old, let new): return old == new ? [] : [Change(.set, path, old: old, new: new)]
    case .items(let list): return list.changes(at: path)
    case .fields(let fields):
      return fields.sorted { $0.key < $1.key }.flatMap { $0.value.changes(at: path.appending($0.key)) }
    }
  }
}

extension Change {
  /// What changes that were made one after the other come to: of several at one place one is left, and none of what was changed
  /// back.
  static func net(_ changes: [Change]) -> [Change] {
    var net = NetChange()
    for change in changes { net.add(change) }
    return net.changes(at: Path([]))
  }
}
