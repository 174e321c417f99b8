import Testing
import UDF
import UDFTesting

@MainActor @Suite("TestStore: how a test ends")
struct EndingTests {
  private static let adding = Reducer<Int, Int> { count, action in
    count += action
    return .none
  }

  @Test("an action of an effect that the test has not received fails the test at the next send and at the end")
  func notReceived() async {
    let store = TestStore(
      0,
      reducer: Reducer<Int, Int> { count, action in
        count += action
        return action == 1 ? .send(10) : .none
      })
    let failures = await Failures {
      store.send(1) { $0 = 1 }
      store.send(2) { $0 = 13 }
      store.send(1) { $0 = 14 }
      await store.finish()
    }
    #expect(
      failures.texts == [
        """
        2: sent before the test has received what effects have sent
          not received: 10
          To fix this, receive each: await store.receive(…)
        """,
        """
        The test has ended before the test has received what effects have sent
          not received: 10
          To fix this, receive each: await store.receive(…)
        """,
      ])
    #expect(store.state == 24)
  }

  @Test("of many actions that were not received, the first ones and the number of the others are listed")
  func many() async {
    let store = TestStore(0, reducer: Reducer<Int, Int> { _, action in action < 50 ? .send(action + 1) : .none })
    let failures = await Failures {
      store.send(0)
      await store.finish()
    }
    #expect(failures.texts.count == 1)
    let lines = failures.texts.first?.split(separator: "\n") ?? []
    #expect(lines.count == 23)
    #expect(lines.dropFirst(20).prefix(2) == ["  not received: 20", "  and 30 more"])
  }

  @Test("a store whose effects start after its finish must be finished again")
  func again() async {
    let reducer = Reducer<Int, Int> { _, action in action == 1 ? .run { _ in } : .none }
    let failures = await Failures {
      let store = TestStore(0, reducer: reducer)
      store.send(1)
      await store.finish()
      store.send(1)
    }
    #expect(failures.texts.map { $0.hasPrefix("The test has ended before its store was finished") } == [true])
    let store = TestStore(0, reducer: reducer)
    store.send(1)
    await store.finish()
    store.send(2)
  }

  private struct Refusal: Error {}

  @Test("an error that the closure for the changes throws fails the test")
  func throwing() async {
    let store = TestStore(0, reducer: Self.adding)
    let failures = await Failures { store.send(2) { _ in throw Refusal() } }
    #expect(failures.texts == ["2: the closure for the changes threw Refusal()"])
    #expect(store.state == 2)
  }

  @Test("a test with effects that does not finish its store fails at the line that made it")
  func notFinished() async {
    var line = 0
    let failures = await Failures {
      line = #line + 1
      let store = TestStore(0, reducer: Reducer<Int, Int> { _, _ in .run { _ in } })
      store.send(1)
    }
    #expect(
      failures.texts == [
        """
        The test has ended before its store was finished
          What its effects did last was not looked at.
          To fix this, end the test with: await store.finish()
        """
      ])
    #expect(failures.lines == [line])
    let plain = TestStore(0, reducer: Self.adding)
    plain.send(1) { $0 = 1 }
  }
}
