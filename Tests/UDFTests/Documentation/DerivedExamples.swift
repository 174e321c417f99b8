import Testing
import UDF

/// The examples of derived values and of several stores.
@MainActor @Suite("Documentation examples: derived values and several stores")
struct DerivedExamples {
  struct Article: Equatable { var isUnread = true }

  struct NewsState: Equatable {
    var name = "News"
    var articles = [Article(), Article(isUnread: false), Article(), Article()]
  }

  enum AppAction: Equatable, Sendable { case find(String) }

  struct Counter: Equatable, Identifiable {
    var id: Int
    var count = 0
  }

  struct AppState: Equatable { var counters = [Counter(id: 7), Counter(id: 8)] }

  let rename = Reducer<NewsState, String> { news, name in
    news.name = name
    return .none
  }

  let remember = Reducer<[AppAction], AppAction> { log, action in
    log.append(action)
    return .none
  }

  @Test("Selector and reaction")
  func selector() {
    let printed = Collector<String>()
    func print(_ name: String) { printed(name) }
    let store = Store(NewsState(), reducer: rename)
    let unread = Selector(\NewsState.articles) { articles in articles.filter(\.isUnread).count }
    let title = Selector(\NewsState.name, unread.select) { name, unread in "\(name): \(unread)" }
    #expect(title.select(store.state) == "News: 3")

    let reaction = store.reaction(to: \.name) { name in print(name) }
    store.send("News")
    store.send("Old news")
    #expect(printed.elements == ["Old news"])
    withExtendedLifetime(reaction) {}
  }

  @Test("Dispatcher")
  func dispatcher() {
    let search = Store([], reducer: remember)
    let history = Store([], reducer: remember)
    let dispatcher = Dispatcher<AppAction>()
    let registrations = [dispatcher.register(search), dispatcher.register(history)]
    dispatcher.dispatch(.find("swift"))
    #expect(search.state == [.find("swift")])
    #expect(history.state == [.find("swift")])
    registrations[1].cancel()
    dispatcher.dispatch(.find("lua"))
    #expect(search.state == [.find("swift"), .find("lua")])
    #expect(history.state == [.find("swift")])
    withExtendedLifetime(registrations) {}
  }

  @Test("a reducer for elements by id")
  func keyed() {
    let counter = Reducer<Counter, Int> { counter, step in
      counter.count += step
      return .none
    }
    let reducer = counter.forEach(\AppState.counters, id: \.id, action: .identity)
    var state = AppState()
    _ = reducer.reduce(&state, (8, 5))
    #expect(state.counters == [Counter(id: 7), Counter(id: 8, count: 5)])
  }
}
