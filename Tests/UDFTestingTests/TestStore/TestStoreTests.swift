import Testing
import UDF
import UDFTesting

@MainActor @Suite("TestStore")
struct TestStoreTests {
  let clock = TestClock()
  let moon = Article(id: 1, title: "Moon")
  let mars = Article(id: 2, title: "Mars")

  func store(
    _ state: FeedState = FeedState(), service: FeedServiceStub = FeedServiceStub(), exhaustivity: Exhaustivity = .on,
    patience: Duration = .seconds(600)
  ) -> TestStore<FeedState, FeedAction> {
    TestStore(
      state, reducer: FeedInteractor(service: service, clock: clock).reducer, exhaustivity: exhaustivity,
      patience: patience)
  }

  var answering: FeedServiceStub { FeedServiceStub(onArticles: { [moon, mars] in [moon, mars] }) }

  @Test("a test that asserts everything passes")
  func passes() async {
    let store = store(service: answering)
    store.send(.load) { $0.isLoading = true }
    #expect(store.state == FeedState(isLoading: true))
    await store.receive(.loaded([moon, mars])) {
      $0.isLoading = false
      $0.articles = [moon, mars]
    }
    store.send(.failed("late")) { $0.error = "late" }
    await store.finish()
    #expect(store.state == FeedState(articles: [moon, mars], error: "late"))
  }

  @Test("the test advances the time that an effect waits for, and the actions arrive in order")
  func virtualTime() async {
    let store = store(service: answering)
    store.send(.refreshLater)
    await clock.asleep(1)
    await clock.advance(by: .seconds(59))
    store.send(.refreshLater)
    await clock.asleep(1)
    await clock.advance(by: .seconds(60))
    await store.receive(.load) { $0.isLoading = true }
    await store.receive(.loaded([moon, mars])) {
      $0.isLoading = false
      $0.articles = [moon, mars]
    }
    await store.finish()
  }

  @Test("a change that the test does not assert fails it, field by field, at the line that sent the action")
  func unexpectedChange() async {
    let store = store(FeedState(articles: [moon]))
    var line = 0
    let failures = await Failures {
      line = #line + 1
      store.send(.loaded([mars])) {
        $0.isLoading = true
        $0.articles[0].title = "Moon!"
      }
    }
    #expect(
      failures.texts == [
        """
        FeedAction.loaded: the state is not what the test expects
          state.articles[0].id: expected 1, got 2
          state.articles[0].title: expected "Moon!", got "Mars"
          state.isLoading: expected true, got false
          To fix this, say in the closure what the action changes, or correct the reducer.
        """
      ])
    #expect(failures.lines == [line])
    #expect(store.state.articles == [mars])
  }

  @Test("a failure is an issue of the running test, at the line of the test")
  func issue() {
    let store = store()
    let line = #line + 2
    withKnownIssue {
      store.send(.failed("offline"))
    } matching: { issue in
      issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == line
        && issue.comments.map(\.rawValue) == [
          """
          FeedAction.failed: the state is not what the test expects
            state.error: expected nil, got Optional("offline")
            To fix this, say in the closure what the action changes, or correct the reducer.
          """
        ]
    }
  }

  @Test("another action than the expected one fails the test, and the test continues")
  func otherAction() async {
    let store = store(service: FeedServiceStub(onArticles: { throw CancellationError() }))
    store.send(.load) { $0.isLoading = true }
    let other = await Failures { await store.receive(.loaded([moon])) }
    #expect(
      other.texts == [
        """
        FeedAction.loaded: another action was received in its place
          action: expected UDFTestingTests.FeedAction.loaded([UDFTestingTests.Article(id: 1, title: "Moon")]), \
        got UDFTestingTests.FeedAction.failed("offline")
          To fix this, receive what was sent, or correct the effect that sent it.
        """
      ])
    #expect(store.state.error == "offline")
    await store.finish()
  }

  @Test("for an action with other values, only these are shown")
  func otherValues() async {
    let store = store(service: answering)
    store.send(.load) { $0.isLoading = true }
    let failures = await Failures { await store.receive(.loaded([moon])) }
    #expect(
      failures.texts == [
        """
        FeedAction.loaded: another action was received in its place
          action.loaded[1]: expected nothing, got UDFTestingTests.Article(id: 2, title: "Mars")
          To fix this, receive what was sent, or correct the effect that sent it.
        """
      ])
    await store.finish()
  }

  @Test("an action can be received by a condition")
  func matching() async {
    let store = store(service: answering)
    store.send(.load) { $0.isLoading = true }
    await store.receive {
      if case .loaded(let articles) = $0 { articles.count == 2 } else { false }
    } changes: {
      $0.isLoading = false
      $0.articles = [moon, mars]
    }
    store.send(.refreshLater)
    await clock.asleep(1)
    await clock.advance(by: .seconds(60))
    let failures = await Failures { await store.receive { $0 == .cancel } }
    #expect(
      failures.texts == [
        """
        FeedAction.load: received, but it is not what the test waits for
          action: UDFTestingTests.FeedAction.load
          To fix this, receive what was sent, or correct the effect that sent it.
        """
      ])
    await store.receive(.loaded([moon, mars])) { $0.isLoading = false }
    await store.finish()
  }

  @Test("an action that nothing can send fails the test at once")
  func nothingReceived() async {
    let store = store()
    let failures = await Failures { await store.receive(.load) }
    #expect(
      failures.texts == [
        """
        FeedAction.load: expected, but not received
          No effect is running that could send it.
          To fix this, correct the effect that should send it, or do not expect it.
        """
      ])
  }

  @Test("an action that is not sent in time fails the test and names the features whose effects run")
  func notInTime() async {
    let store = store(patience: .zero)
    store.send(.refreshLater)
    await clock.asleep(1)
    let failures = await Failures {
      await store.receive(.load)
      await store.finish()
    }
    #expect(
      failures.texts == [
        """
        FeedAction.load: expected, but not received
          still running: an effect of FeedAction.refreshLater
          To fix this, advance the clock that they sleep on, or do not expect it.
        """,
        """
        The test has ended while effects run
          still running: an effect of FeedAction.refreshLater
          To fix this, let them end: advance the clock they sleep on, answer the call they wait for, or cancel them.
        """,
      ])
  }

  @Test("a cancelled effect has ended, so a test that cancels it may end")
  func cancelled() async {
    let store = store()
    store.send(.refreshLater)
    await clock.asleep(1)
    store.send(.cancel)
    await store.finish()
  }

  @Test("without exhaustivity a test asserts only a part")
  func nonExhaustive() async {
    let store = store(service: answering, exhaustivity: .off)
    store.send(.load)
    await store.receive(.loaded([moon, mars])) { $0.articles = [moon, mars] }
    store.send(.load)
    store.send(.refreshLater)
    await clock.asleep(1)
    await clock.advance(by: .seconds(60))
    await store.receive(.load)
    let failures = await Failures {
      store.send(.failed("offline")) { $0.error = "online" }
    }
    #expect(
      failures.texts == [
        """
        FeedAction.failed: the state is not what the test expects
          state.error: expected "online", got "offline"
          To fix this, say in the closure what the action changes, or correct the reducer.
        """
      ])
    store.send(.refreshLater)
    await clock.asleep(1)
    await store.finish()
  }

  @Test("without exhaustivity a missing action still fails the test")
  func nonExhaustiveMissing() async {
    let store = store(service: answering, exhaustivity: .off)
    store.send(.load)
    let failures = await Failures { await store.receive(.failed("offline")) }
    #expect(
      failures.texts == [
        """
        FeedAction.failed: expected, but not received
          No effect is running that could send it.
          To fix this, correct the effect that should send it, or do not expect it.
        """
      ])
    #expect(store.state.articles == [moon, mars])
  }
}
