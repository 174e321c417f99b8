import Testing
import UDF
import UDFTesting

@MainActor @Suite("TestStore: what stands around the reducer")
struct SurroundingsTests {
  @Test("a misuse of the store fails the test where it sent the action")
  func misuse() async {
    var line = 0
    let place: UInt = #line + 1
    let row = Reducer<Int, Int> { _, _ in .none }.optional()
    let store = TestStore(nil, reducer: row)
    let failures = await Failures {
      line = #line + 1
      store.send(1)
    }
    #expect(
      failures.texts == [
        """
        UDFTestingTests/SurroundingsTests.swift:\(place): 1: there is no Int to reduce it
          The action was ignored and the state is unchanged.
          To fix this, send it while the element is there, and cancel its effects when it is removed
        """
      ])
    #expect(failures.lines == [line])
  }

  @Test("middleware works as in the app: what it stops changes nothing, and its effects are known by their action")
  func middleware() async {
    let service = FeedServiceStub()
    let store = TestStore(
      0,
      reducer: Reducer<Int, Int> { count, action in
        count += action
        return .none
      },
      middleware: [
        Middleware(intercepting: { _, action in action < 0 ? .stop : .pass }),
        Middleware(effect: { _, action in
          action == 1 ? .run { send in if (try? await service.articles()) == nil { send(5) } } : .none
        }),
      ])
    store.send(-1)
    let failures = await Failures {
      store.send(1) { $0 = 1 }
      await store.receive(5) { $0 = 6 }
      await store.finish()
    }
    #expect(
      failures.texts == [
        """
        FeedService.articles: called, but the test has no stub for it
          An effect of 1 called it.
          To fix this, give the test a stub for it, or correct who calls it.
        """
      ])
  }
}
