import DequeModule

/// What waits to be written, in its order. It knows without a search whether something of the cycle is among it.
struct IntentQueue: Sendable {
  private var intents: Deque<SyncMachine.Intent> = []
  /// How many are of the cycle, or clear everything.
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

  /// Drops what is not of the app.
  mutating func dropReplies() { keep { $0.isLocal } }

  /// Drops what is of the app, and returns who waits for it.
  mutating func dropChanges() -> [SyncEvent.Waiter] {
    defer { keep { !$0.isLocal } }
    return intents.compactMap { if case .change(_, let waiter) = $0 { waiter } else { nil } }
  }

  private mutating func keep(_ isKept: (SyncMachine.Intent) -> Bool) {
    intents.removeAll { !isKept($0) }
    ofCycle = intents.count(where: \.holdsCycle)
  }
}
