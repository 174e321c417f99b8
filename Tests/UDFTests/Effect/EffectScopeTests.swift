import Testing

@testable import UDF

@MainActor @Suite("ids of effects")
struct EffectScopeTests {
  @Test("are known while their effects run, and gone with them, also when all are ended at once")
  func all() {
    // Each action begins an effect under its own id that ends only when it is cancelled.
    let store = Store<[String], String>(
      [],
      reducer: Reducer { log, action in
        log.append(action)
        return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }.cancellable(id: action)
      })
    for _ in 1...3 {
      for action in ["a", "b", "a"] { store.send(action) }
      #expect(Set(store.effects.ids) == [EffectID("a"), EffectID("b")])
      store.cancelEffects(id: "a")
      #expect(Array(store.effects.ids) == [EffectID("b")])
      store.cancelEffects()
      #expect(store.effects.ids.isEmpty)
    }
  }
}
