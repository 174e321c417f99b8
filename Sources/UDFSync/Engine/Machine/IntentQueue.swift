import DequeModule

/// The pending writes in their order. It counts the ones that the cycle waits for, so that this check needs no search.
struct IntentQueue: Sendable {
  private var intents: Deque<SyncMachine.Intent> = []
  /// The number of writes that the cycle waits for.
  private var ofCycle = 0

  var isEmpty: Bool { intents.isEmpty }
  var holdsCycle: Bool { ofCycle > 0 }
  var first: SyncMachine.Intent? { intents.first }

  mutating func append(_ intent: SyncMachine.Intent) {
    intents.append(intent)
    if intent.holdsCycle { ofCycle += 1 }
  }

  mutating func prepend(_ intent: SyncMachine.Intent) {
    intents.prepend(intent)
    if intent.holdsCycle { ofCycle += 1 }
  }

  mutating func popFirst() -> SyncMachine.Intent? {
    let intent = intents.popFirst()
    if intent?.holdsCycle == true { ofCycle -= 1 }
    return intent
  }

  /// Drops everything that is not a change of the app.
  mutating func dropReplies() { keep { $0.isLocal } }

  mutating func dropPages() { keep { if case .page = $0 { false } else { true } } }

  /// Drops the changes of the app, and returns their waiters.
  mutating func dropChanges() -> [SyncEvent.Waiter] {
    defer { keep { !$0.isLocal } }
    return intents.compactMap { if case .change(_, let waiter) = $0 { waiter } else { nil } }
  }

  private mutating func keep(_ isKept: (SyncMachine.Intent) -> Bool) {
    intents.removeAll { !isKept($0) }
    ofCycle = intents.count(where: \.holdsCycle)
  }
}
