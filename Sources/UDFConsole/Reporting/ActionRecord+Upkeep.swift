import UDFHost

extension ActionRecord {
  /// Whether it only says how an engine goes: that it asks, that it has nothing left to do. What is wrong, and what has come,
  /// is more than that. A failure is told whoever asked again, though the problem be the one that was there already.
  var isUpkeep: Bool {
    origin == .sync && status == .committed && !type.hasSuffix("/failed")
      && changes.allSatisfy { $0.isOfEngine && $0.isRoutine }
  }

  /// What it changed besides what an engine says of itself, which the action's fields tell.
  var news: [Change] { origin == .sync ? changes.filter { !$0.isOfEngine } : changes }
}

extension Change {
  /// In a field of a feature that an engine keeps: `sync`, or `dead`, of whose news `articles/failed` tells.
  fileprivate var isOfEngine: Bool { path.keys.count >= 2 && [.key("sync"), .key("dead")].contains(path.keys[1]) }

  /// Nothing that a person has to know.
  fileprivate var isRoutine: Bool {
    let known = ["dead", "problem", "notice", "blocked"]
    guard path.keys.count == 2 else { return !known.contains { path.keys[2] == .key($0) } }
    return known.allSatisfy { old[$0] == new[$0] }
  }
}
