import Testing
import UDF
import UDFTesting

@MainActor @Suite("TestStore: partial assertions")
struct PartialTests {
  struct Page: Equatable {
    var isLoading = false
    var items: [String] = []
    var visits = 0
  }

  enum Action: Equatable, Sendable {
    case load
    case noted
    case loaded([String])

    static let loaded = Prism(Action.loaded) { if case .loaded(let it) = $0 { it } else { nil } }
  }

  let page = Reducer<Page, Action> { page, action in
    switch action {
    case .load:
      page.isLoading = true
      page.visits += 1
      return .merge([.send(.noted), .run { send in send(.loaded(["Moon"])) }])
    case .noted: page.visits += 1
    case .loaded(let items):
      page.isLoading = false
      page.items = items
    }
    return .none
  }

  @Test("an action is received by its case, and its values are returned")
  func byCase() async {
    let store = TestStore(Page(), reducer: page, exhaustivity: .off)
    store.send(.load)
    let items = await store.receive(Action.loaded) { $0.isLoading = false }
    #expect(items == ["Moon"])
    await store.finish()
  }

  @Test("an action of another case fails the test")
  func otherCase() async {
    let store = TestStore(Page(), reducer: page)
    let failures = await Failures {
      store.send(.load) {
        $0.isLoading = true
        $0.visits = 1
      }
      #expect(await store.receive(Action.loaded) == nil)
    }
    #expect(failures.texts.count == 1)
    #expect(failures.texts.first?.hasPrefix("Action.noted: received, but it is not what the test waits for") == true)
    store.exhaustivity = .off
    await store.finish()
  }

  @Test("skipped actions, and changes that are not asserted, are listed")
  func skipped() async {
    let store = TestStore(Page(), reducer: page, exhaustivity: .off)
    store.send(.load) { $0.isLoading = true }
    await store.receive(.loaded(["Moon"])) { $0.items = ["Moon"] }
    #expect(
      store.skipped == [
        "Action.load: not asserted\n  state.visits: 0 → 1\n",
        "not received: UDFTestingTests.PartialTests.Action.noted",
        "Action.loaded: not asserted\n  state.isLoading: true → false\n",
      ])
    await store.finish()
  }

  @Test("listing prints what a test does not assert, and does not fail it")
  func listing() async throws {
    let store = TestStore(Page(), reducer: page, exhaustivity: .listing)
    let printed = try await StandardError.text {
      store.send(.load) { $0.isLoading = true }
      await store.receive(Action.loaded) { $0.items = ["Moon"] }
      await store.finish()
    }
    #expect(store.skipped.count == 3)
    #expect(printed.contains("skipped: Action.load: not asserted\n  state.visits: 0 → 1\n"))
    #expect(printed.contains("skipped: not received: UDFTestingTests.PartialTests.Action.noted\n"))
    #expect(printed.contains("skipped: Action.loaded: not asserted\n  state.isLoading: true → false\n"))
  }

  @Test("an effect is a value whose parts can be compared without running it")
  func outline() {
    let clock = TestClock()
    let effect = Effect<Action>.merge([
      .send(.noted),
      .concatenate([.cancel(id: "old"), .run { _ in }]).cancellable(id: "load", cancelInFlight: true),
      .send(.load).debounced(id: 7, for: .seconds(1), clock: clock),
      .send(.load).throttled(id: 8, for: .seconds(1), clock: clock),
    ])
    #expect(
      effect.outline == """
        merge
          send UDFTestingTests.PartialTests.Action.noted
          cancellable "load", cancels in flight
            concatenate
              cancel "old"
              run
          cancellable 7, cancels in flight
            concatenate
              run
              send UDFTestingTests.PartialTests.Action.load
          throttled 8
            send UDFTestingTests.PartialTests.Action.load
        """)
    #expect(Effect<Action>.none.outline == "none")
  }

  @Test("a view state is compared with a text")
  func asText() {
    expectSnapshot(
      of: Page(isLoading: true, items: ["Moon", "Mars"]),
      """
      Page
        isLoading: true
        items: 2
          "Moon"
          "Mars"
        visits: 0
      """)
    #expect(
      snapshot(of: ["b": 1, "a": nil] as [String: Int?]) == """
        2
          "a": nil
          "b": 1
        """)
  }

  @Test("a different view state fails the test with the lines that differ")
  func otherSnapshot() async {
    let failures = await Failures {
      expectSnapshot(of: Page(visits: 3), "Page\n  isLoading: false\n  items: 0\n  visits: 2")
    }
    #expect(
      failures.texts == [
        """
        The snapshot is not what the test expects
          - visits: 2
          + visits: 3
          To fix this, correct the view state, or take over its present text:
        Page
          isLoading: false
          items: 0
          visits: 3
        """
      ])
  }
}
