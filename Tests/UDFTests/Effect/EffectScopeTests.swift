import Testing

@testable import UDF

@MainActor @Suite("ids of effects")
struct EffectScopeTests {
  @Test("are known while their effects run, and removed with them, also when all are ended at once")
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
      store.send(thunk: { _ in .cancel(id: "a") })
      #expect(Array(store.effects.ids) == [EffectID("b")])
      store.cancelEffects()
      #expect(store.effects.ids.isEmpty)
    }
  }

  @Test("cost one lookup each for ten thousand effects that cancel one another, however many others there are")
  func flat() {
    let store = Store<Int, Int>(
      0,
      reducer: Reducer { count, id in
        count += 1
        return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
          .cancellable(id: id, cancelInFlight: true)
      })
    for id in 1...10_000 { store.send(id) }
    #expect(store.effects.visitedScopes == 0)
    for id in 1...10_000 { store.send(id) }
    #expect(store.effects.visitedScopes == 10_000)
    #expect(store.effects.ids.count == 10_000)
    store.cancelEffects()
    #expect(store.isSettled)
  }

  @Test("share a scope with inner effects, so that cancelling the outer one cancels all")
  func nested() async {
    let store = Store<[String], String>(
      [],
      reducer: Reducer { log, action in
        log.append(action)
        guard action == "start" else { return action == "stop" ? .cancel(id: "outer") : .none }
        let endless = Effect<String>.run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
        let inner = Effect.merge([endless.cancellable(id: "inner"), .concatenate([endless, .send("never")])])
        return .concatenate([inner.cancellable(id: "outer"), .send("next")])
      })
    store.send("start")
    #expect(Set(store.effects.ids) == [EffectID("inner"), EffectID("outer")])
    store.send("stop")
    #expect(store.effects.ids.isEmpty)
    #expect(store.isSettled)
    #expect(store.state == ["start", "stop", "next"])
  }
}
