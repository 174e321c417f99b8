import UDFHost

extension ActionRecord {
  /// Whether the action only reports a routine change of an engine's status, for example that it sends a request or is
  /// idle, or was in the shared log before this host. Problems, new data and `failed` actions are not routine, even if a
  /// repeated problem changes nothing.
  var isUpkeep: Bool {
    shared?.isEarlier == true
      || origin == .sync && status == .committed && !type.hasSuffix("/failed")
        && changes.allSatisfy { $0.isOfEngine && $0.isRoutine }
  }

  /// The action's changes. For an action of an engine, without changes of the engine's own status, because the action's
  /// fields contain these.
  var news: [Change] { origin == .sync ? changes.filter { !$0.isOfEngine } : changes }
}

extension Change {
  /// Whether the change is in a field that an engine maintains: `sync`, or `dead`, whose changes the action `failed`
  /// reports.
  fileprivate var isOfEngine: Bool { path.keys.count >= 2 && [.key("sync"), .key("dead")].contains(path.keys[1]) }

  /// Whether the change is not relevant to a user.
  fileprivate var isRoutine: Bool {
    let known = ["dead", "problem", "notice", "blocked"]
    guard path.keys.count == 2 else { return !known.contains { path.keys[2] == .key($0) } }
    return known.allSatisfy { old[$0] == new[$0] }
  }
}
