import Testing
import UDF
import UDFTesting

@MainActor @Suite("TestStore: code around the reducer")
struct SurroundingsTests {
  @Test("a misuse of the store fails the test at the line that sent the action")
  func misuse() async {
    var line = 0
    let place: UInt = #line + 1
    let row = Reducer<Int, Int> { _, _ in .none }.optional(\.self, action: .identity)
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
          To fix this, send it while the element is there, and in `combined` put a parent that removes elements after the child
        """
      ])
    #expect(failures.lines == [line])
  }

  private let sum = Reducer<Int, Int> { count, action in
    count += action
    return .none
  }

  @Test("a thunk reads the state, and the test receives its actions")
  func thunk() async {
    let store = TestStore(20, reducer: sum, patience: .seconds(600))
    store.send(1) { $0 = 21 }
    store.send(thunk: { state in .merge([.send(state), .run { send in send(5) }]) })
    await store.receive(21) { $0 = 42 }
    await store.receive(5) { $0 = 47 }
    await store.finish()
  }

  @Test("an action of a thunk that the test does not receive fails it, and so does a thunk that does not end")
  func unreceivedThunk() async {
    let store = TestStore(0, reducer: sum, patience: .zero)
    let clock = TestClock()
    let failures = await Failures {
      store.send(thunk: { _ in .send(1) })
      store.send(thunk: { _ in .run { _ in try? await clock.sleep(for: .seconds(1)) } })
      await clock.asleep(1)
      await store.finish()
    }
    #expect(
      failures.texts == [
        """
        A thunk: sent before the test has received what effects have sent
          not received: 1
          To fix this, receive each: await store.receive(…)
        """,
        """
        The test has ended while effects run
          still running: an effect of a thunk
          To fix this, let them end: advance the clock they sleep on, answer the call they wait for, or cancel them.
        """,
      ])
  }

  @Test("the outputs of a use case can be asserted, bound or not")
  func outputs() async {
    let useCase = UseCase<Int, CountOutput>("count") { count, output in
      output(.started)
      output(.counted(count))
    }
    let store = TestStore(
      0,
      reducer: Reducer<Int, Int> { count, action in
        count += action
        guard action == 1 else { return .none }
        return useCase.bind(7) { output in if case .counted(let count) = output { count } else { nil } }
      }, patience: .seconds(600))
    var outputs: [String] = []
    store.onOutput = { outputs.append("\($0)") }
    store.send(1) { $0 = 1 }
    await store.receive(7) { $0 = 8 }
    await store.finish()
    #expect(outputs == ["count: started", "count: counted(7)"])
  }

  @Test("middleware works as in the app: it can stop actions, and its effects are named after their action")
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
      ], patience: .seconds(600))
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
