import Testing
import UDF
import UDFTesting

@MainActor @Suite("TestStore: how a test ends")
struct EndingTests {
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
    let plain = TestStore(
      0,
      reducer: Reducer<Int, Int> { count, action in
        count += action
        return .none
      })
    plain.send(1) { $0 = 1 }
  }
}
