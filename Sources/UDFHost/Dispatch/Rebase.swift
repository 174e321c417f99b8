import LuaRuntime

/// The result of a rebase: the actions that it reduced again, left out or inserted.
struct Rebase {
  /// The changes of an action in the kernel's bytes, because most of them are only compared.
  struct Changes: Equatable {
    var bytes: [UInt8] = []

    var list: [Change] { TapeReader.value(of: bytes).items.compactMap(Change.init) }
  }

  struct Action {
    let kept: History.Kept
    /// The changes that the action made before; nil: the rebase has inserted the action.
    var former: Changes?
    /// The changes that the action makes now; nil: the action was left out or is refused.
    var changes: Changes?
    /// The error with which a reducer refuses the action now.
    var error: HostError?
    /// The errors of local reducers, if the action is shared, and the names of their slices.
    var followerErrors: [(slice: String, error: HostError)] = []
    /// The rows that the action wrote to slices of engines. The rebase does not revert them.
    var engineWrites: [EngineWrite] = []

    var n: Int { kept.n }
    /// The errors of local reducers that have not failed for the action before the rebase.
    var newFollowerErrors: [HostError] {
      guard let former, !followerErrors.isEmpty else { return followerErrors.map(\.error) }
      let changed = Set(
        former.list.compactMap { change in if case .key(let name)? = change.path.keys.first { name } else { nil } })
      return followerErrors.filter { changed.contains($0.slice) }.map(\.error)
    }
    var isUnchanged: Bool { former != nil && former == changes && error == nil }
  }

  /// A range of the journal of a native slice that belongs to an engine.
  struct EngineWrite {
    let slice: Int32
    let range: Range<UInt64>
  }

  /// The actions in the order in which they were reduced.
  var actions: [Action]

  /// Inserts actions by their numbers: each before the first of its peers with a higher number.
  static func inserting(
    _ inserted: [History.Kept], into present: [Action], peers isPeer: (Int) -> Bool = { _ in true }
  ) -> [Action] {
    var all = present
    for kept in inserted.sorted(by: { $0.n < $1.n }) {
      all.insert(Action(kept: kept), at: all.firstIndex { $0.n > kept.n && isPeer($0.n) } ?? all.endIndex)
    }
    return all
  }

  /// Returns the net changes of the rebase; `isOfEngine` names the features that the rebase does not change.
  func changes(except isOfEngine: (String) -> Bool) -> [Change] {
    // The unchanged actions at the beginning have no effect on the result.
    let first = actions.firstIndex { !$0.isUnchanged } ?? actions.endIndex
    let rest = actions[first...]
    let undone = rest.reversed().flatMap { ($0.former?.list ?? []).reversed().map(\.inverse) }
    let done = rest.flatMap { $0.changes?.list ?? [] }
    return Change.net(
      (undone + done).filter { change in
        if case .key(let name)? = change.path.keys.first { !isOfEngine(name) } else { true }
      })
  }
}
