import Testing
import UDF

/// The rows of "Flux, MVVM, Redux, MobX side by side (repository search example)"; each test names its row. The row of the
/// thunk is with the thunks.
@MainActor @Suite("Repositories: four ways")
struct RepositoriesTests {
  let search = Store(SearchState(), reducer: Repositories.search)
  let history = Store(HistoryState(), reducer: Repositories.history)
  let misuses = Collector<Misuse>()

  @Test("Flux dispatcher, several stores: two stores receive; unregistering stops")
  func dispatcher() {
    let dispatcher = Dispatcher<RepositoryAction>()
    let searching = dispatcher.register(search)
    var remembering: Subscription? = dispatcher.register(history)
    dispatcher.dispatch(.typed("swift"))
    #expect(search.state.text == "swift")
    #expect(history.state.texts == ["swift"])

    searching.cancel()
    dispatcher.dispatch(.typed("lua"))
    #expect(search.state.text == "swift")
    #expect(history.state.texts == ["swift", "lua"])

    _ = remembering
    remembering = nil
    dispatcher.dispatch(.typed("c"))
    #expect(history.state.texts == ["swift", "lua"])
  }

  @Test("Flux dispatcher: what a store's subscriber dispatches comes to all stores in one order")
  func order() {
    let dispatcher = Dispatcher<RepositoryAction>(onMisuse: { [misuses] in misuses($0) })
    let log = Collector<String>()
    let subscriptions = [
      dispatcher.register(search), dispatcher.register { log("\($0)") },
      search.subscribe { if $0.text == "a" { dispatcher.dispatch(.typed("b")) } },
      dispatcher.register(history),
    ]
    dispatcher.dispatch(.typed("a"))
    #expect(search.state.text == "b")
    #expect(history.state.texts == ["a", "b"])
    #expect(log.elements == ["typed(\"a\")", "typed(\"b\")"])
    #expect(misuses.elements == [])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("Flux dispatcher: a store is sent only what is its own, from any thread, and may go before it is unregistered")
  func parts() async {
    let dispatcher = Dispatcher<String>()
    var texts: Store<HistoryState, RepositoryAction>? = Store(HistoryState(), reducer: Repositories.history)
    weak let gone = texts
    let registrations = [
      dispatcher.register(texts!) { $0.isEmpty ? nil : .typed($0) },
      dispatcher.register(search) { .typed($0) },
    ]
    dispatcher.dispatch("")
    dispatcher.dispatch("swift")
    #expect(texts?.state.texts == ["swift"])
    texts = nil
    #expect(gone == nil)

    let (arrivals, arrival) = AsyncStream.makeStream(of: String.self)
    let watching = dispatcher.register { arrival.yield($0) }
    dispatcher.handle("lua")
    for await text in arrivals {
      #expect(text == "lua")
      break
    }
    #expect(search.state.text == "lua")
    withExtendedLifetime((registrations, watching)) {}
  }

  @Test("Flux dispatcher: a loop between stores is cut and reported")
  func loop() {
    let dispatcher = Dispatcher<RepositoryAction>(queueLimit: 10, onMisuse: { [misuses] in misuses($0) })
    let subscriptions = [
      dispatcher.register(search), search.subscribe { dispatcher.dispatch(.typed($0.text + "a")) },
    ]
    dispatcher.dispatch(.typed(""))
    #expect(search.state.text == String(repeating: "a", count: 10))
    #expect(misuses.elements.map(\.kind) == [.runawayLoop])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("MVVM input/output: what happens goes in, and what comes out is read-only")
  func viewModel() {
    typealias Model = ViewModel<SearchEvent, String>
    let model = Model(search.scope(), events: SearchEvents(), view: SearchView())
    model.handle(event: .textChanged("swift"))
    search.send(.found(["swift-udf"]))
    #expect(model.state == "swift: 1")
    #expect(!(\Model.state is ReferenceWritableKeyPath<Model, String>))
  }

  @Test("Redux default case: an unknown action keeps the state, and nothing is notified")
  func unknownAction() {
    search.send(.typed("swift"))
    let before = search.state
    let notified = Collector<SearchState>()
    let subscription = search.scope().subscribe { notified($0) }
    search.send(.unknown)
    #expect(search.state == before)
    #expect(notified.elements == [])
    withExtendedLifetime(subscription) {}
  }

  @Test("MobX computed: N reads are 1 run; what nobody reads never runs")
  func computed() {
    let runs = Collector<Int>()
    let count = Selector(\SearchState.found) { [runs] found in
      runs(found.count)
      return found.count
    }
    let titles = Collector<String>()
    let title = Selector(\SearchState.text, count.select) { [titles] text, count in
      let title = "\(text): \(count)"
      titles(title)
      return title
    }
    search.send(.found(["a", "b"]))
    #expect(runs.elements == [])

    for _ in 0..<100 { #expect(title.select(search.state) == ": 2") }
    #expect(runs.elements == [2])
    search.send(.typed("swift"))
    #expect(title.select(search.state) == "swift: 2")
    #expect(runs.elements == [2])
    search.send(.found(["b", "a"]))
    #expect(title.select(search.state) == "swift: 2")
    #expect(runs.elements == [2, 2])
    #expect(titles.elements == [": 2", "swift: 2"])
  }

  @Test("MobX reaction: setting an equal value does not fire")
  func reaction() {
    let fired = Collector<String>()
    let reaction = search.reaction(to: \.text) { [search, fired] text in
      fired(text)
      if text == "swift" { search.send(.found(["swift-udf"])) }
    }
    search.send(.typed(""))
    search.send(.typed("swift"))
    search.send(.typed("swift"))
    search.send(.found([]))
    search.send(.typed("lua"))
    #expect(fired.elements == ["swift", "lua"])
    reaction.cancel()
    search.send(.typed("c"))
    #expect(fired.elements == ["swift", "lua"])
  }
}
