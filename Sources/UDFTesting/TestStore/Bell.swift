import Platform

/// Wakes a store from its executor, which must exist before the store.
final class Bell: Sendable {
  private let body = Guarded<@Sendable () -> Void>({})

  func onRing(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

  func ring() { body.withLock { $0 }() }
}
