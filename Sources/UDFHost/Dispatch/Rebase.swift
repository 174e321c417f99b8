import LuaRuntime

/// What became of the actions that a rebase went through.
struct Rebase {
  struct Action {
    let kept: History.Kept
    /// What it changed before; nil for one that was inserted.
    var former: [Change]?
    /// What it changes now; nil for one that was left out or is refused.
    var changes: [Change]?
    /// Why its reducers refuse it now.
    var error: HostError?
    /// What it wrote to slices that engines feed, which stays.
    var fed: [FedWrite] = []

    var n: Int { kept.n }
    var isUnchanged: Bool { former != nil && former == changes && error == nil }
    var differs: Bool { error == nil && former != nil && changes != nil && former != changes }
  }

  /// A range of the journal of a slice in Swift that an engine feeds.
  struct FedWrite {
    let slice: Int32
    let range: Range<UInt64>
  }

  /// In the order of their numbers.
  var actions: [Action]

  /// What all of it changed in the state; `isFed` names the features that stay as they are.
  func changes(except isFed: (String) -> Bool) -> [Change] {
    // What begins alike is the same before and after.
    let first = actions.firstIndex { !$0.isUnchanged } ?? actions.endIndex
    let rest = actions[first...]
    let undone = rest.reversed().flatMap { ($0.former ?? []).reversed().map(\.inverse) }
    let done = rest.flatMap { $0.changes ?? [] }
    return Change.net(
      (undone + done).filter { change in
        if case .key(let name)? = change.path.keys.first { !isFed(name) } else { true }
      })
  }
}
