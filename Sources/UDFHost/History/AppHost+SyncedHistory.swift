extension AppHost {
  /// Delivers what engines brought again: an undo has rolled it back in other features that listen to it.
  func deliverAgain(_ taken: Range<Int>) {
    let brought = taken.map { tree.history.entries[$0] }.filter { $0.origin == .sync }
    guard brought.contains(where: { tree.actions[$0.id].routes.count > 1 }) else { return }
    for (entry, bytes) in brought.map({ ($0, tree.history.bytes(of: $0)) }) {
      dispatcher.dispatch(HostAction(id: entry.id, origin: .sync, content: .init(bytes: bytes)))
    }
  }
}

extension SliceTree {
  /// Whether an undo of the action would do anything: the slices that engines feed stay as they are.
  func canBeUndone(_ entry: History.Entry) -> Bool {
    let routes = actions[entry.id].routes
    return routes.isEmpty || routes.contains { !(($0.slice as? any HostedSlice)?.isFed ?? false) }
  }
}
