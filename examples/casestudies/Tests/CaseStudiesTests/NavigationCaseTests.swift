import Testing
import UDF
import UDFTesting

@testable import CaseStudies

@Suite("Navigation")
struct NavigationCaseTests {
  let clock = TestClock()

  @Test("stack: each screen has its own state, and its effects end when it is popped")
  func screens() async {
    let store = TestStore(StackApp(), reducer: stack(clock: clock), exhaustivity: .off)
    store.send(.navigation(.event(.counterTapped(7))))
    store.send(.navigation(.event(.timerTapped)))
    store.send(.counter(1, 3))
    store.send(.timer(2, .toggle))
    await clock.advance(by: .seconds(1))
    await store.receive(.timer(2, .tick))
    var running = Stopwatch()
    (running.isRunning, running.seconds) = (true, 1)
    #expect(store.state.path.routes == [.home, .counter(CounterScreen(count: 10)), .timer(running)])
    store.send(.navigation(.back))
    store.exhaustivity = .on
    await store.finish()
  }

  @Test("stack: back to one of several equal screens")
  func popTo() async {
    let store = TestStore(StackApp(), reducer: stack(clock: clock), exhaustivity: .off)
    for _ in 1...3 { store.send(.navigation(.event(.counterTapped(0)))) }
    store.send(.navigation(.event(.screenTapped(id: 2))))
    #expect(store.state.path.entries.map(\.id) == [0, 1, 2])
    store.send(.navigation(.event(.homeTapped)))
    #expect(store.state.path.routes == [.home])
  }

  @Test("sheet: its timer ends when it is closed")
  func sheet() async {
    let store = TestStore(SheetApp(), reducer: sheetApp(clock: clock))
    store.send(.openTapped) { $0.sheet = Stopwatch() }
    store.send(.sheet(.toggle)) { $0.sheet?.isRunning = true }
    await clock.advance(by: .seconds(1))
    await store.receive(.sheet(.tick)) { $0.sheet?.seconds = 1 }
    store.send(.closed) { $0.sheet = nil }
    await store.finish()
  }

  @Test("load, then present; or close before it has come")
  func loadThenPresent() async {
    let store = TestStore(SheetApp(), reducer: sheetApp(clock: clock))
    store.send(.loadTapped) { $0.isPreparing = true }
    await clock.advance(by: .seconds(1))
    await store.receive(.prepared) { ($0.isPreparing, $0.sheet) = (false, Stopwatch()) }
    store.send(.closed) { $0.sheet = nil }
    store.send(.loadTapped) { $0.isPreparing = true }
    store.send(.closed) { $0.isPreparing = false }
    await store.finish()
  }

  @Test("present, then load; or close before it has come")
  func presentThenLoad() async {
    let load: @Sendable () async throws -> String = { [clock] in
      try await clock.sleep(for: .seconds(1))
      return "news"
    }
    let store = TestStore(LoadingApp(), reducer: presentAndLoad(load))
    store.send(.openTapped) { $0.sheet = LoadingSheet() }
    await store.receive(.sheet(.load))
    await clock.advance(by: .seconds(1))
    await store.receive(.sheet(.loaded("news"))) { $0.sheet?.contents = "news" }
    store.send(.closed) { $0.sheet = nil }
    store.send(.openTapped) { $0.sheet = LoadingSheet() }
    await store.receive(.sheet(.load))
    store.send(.closed) { $0.sheet = nil }
    await store.finish()
  }

  @Test("destinations: one at a time, each with its own counter")
  func oneOfThree() {
    let store = TestStore(DestinationApp(), reducer: destinations, exhaustivity: .off)
    for style in [DestinationRoute.Style.drillDown, .sheet, .popover] {
      store.send(.navigation(.event(.tapped(style))))
      store.send(.counter(style, store.state.path.top.id, by: 2))
      #expect(store.state.path.routes == [.home, .counter(style, 2)])
      #expect(store.state.path.top.isModal == (style != .drillDown))
    }
  }
}
