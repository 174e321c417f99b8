import Testing
import UDF
import UDFTesting

/// The examples of the documentation, so that they compile and do what their comments say.
@MainActor @Suite("Documentation examples")
struct DocumentationExamples {
  struct CounterState: Equatable { var count = 0 }

  enum CounterAction: Sendable { case increment, reset }

  enum CounterEvent { case plusTapped, scrolled }

  struct CounterViewState: Equatable { var title: String }

  struct CounterEvents: EventActionMap {
    func action(for event: CounterEvent) -> CounterAction? {
      switch event {
      case .plusTapped: .increment
      case .scrolled: nil
      }
    }
  }

  struct CounterView: ViewStateReducing {
    func reduce(_ domain: Int) -> CounterViewState { CounterViewState(title: "\(domain) taps") }
  }

  protocol Lamp: Sendable {
    func turn(on: Bool) async throws -> Bool
  }

  struct WorkingLamp: Lamp {
    func turn(on: Bool) async throws -> Bool { on }
  }

  enum LampAction: Sendable {
    case toggle
    case turned(Bool)
  }

  struct LampInteractor: Interactor {
    let lamp: any Lamp

    func handle(_ action: LampAction, state: inout Bool) -> Effect<LampAction> {
      switch action {
      case .toggle:
        return .attempt { [lamp, state] in
          try await lamp.turn(on: !state)
        } then: { result in
          .turned((try? result.get()) ?? false)
        }
      case .turned(let isOn):
        state = isOn
        return .none
      }
    }
  }

  struct AppState: Equatable {
    var cart: [String] = []
    var rows: [Int: Int] = [:]
  }

  enum CartAction: Sendable { case add(String) }

  enum AppAction: Sendable {
    case cart(CartAction)
    case row(Int, CounterAction)

    static let cart = Prism(
      extract: { if case .cart(let action) = $0 { action } else { nil } }, embed: AppAction.cart)
    static let row = Prism<AppAction, (Int, CounterAction)>(
      extract: { if case .row(let id, let action) = $0 { (id, action) } else { nil } },
      embed: { .row($0.0, $0.1) })
  }

  struct CartState: Equatable {
    struct Total: Equatable { var cents = 0 }

    var lines: [String] = []
    var total = Total()
  }

  struct ShopState: Equatable {
    struct Cart: Equatable { var count = 0 }

    var title = ""
    var cart = Cart()
  }

  let printed = Collector<Int>()

  func print(_ count: Int) { printed(count) }

  @Test("Store")
  func store() {
    let store = Store(
      0,
      reducer: Reducer<Int, Int> { count, step in
        count += step
        return .none
      })
    let subscription = store.subscribe { count in print(count) }
    store.send(2)  // prints 2
    subscription.cancel()
    #expect(printed.elements == [2])
  }

  @Test("the overview: a counter")
  func overview() {
    let counter = Reducer<CounterState, CounterAction> { state, action in
      switch action {
      case .increment: state.count += 1
      case .reset: state.count = 0
      }
      return .none
    }

    let store = Store(CounterState(), reducer: counter)
    let subscription = store.subscribe { state in print(state.count) }
    store.send(.increment)  // prints 1
    #expect(printed.elements == [1])
    withExtendedLifetime(subscription) {}
  }

  @Test("Reducer, EventActionMap, ViewStateReducing and ViewModel")
  func viewModel() {
    let counter = Reducer<Int, CounterAction> { count, action in
      switch action {
      case .increment: count += 1
      case .reset: count = 0
      }
      return .none
    }
    let store = Store(0, reducer: counter)
    let model = ViewModel(store.scope(), events: CounterEvents(), view: CounterView())
    model.handle(event: .plusTapped)
    #expect(model.state.title == "1 taps")
  }

  @Test("Prism, Scope and the composition of an app")
  func composition() {
    let cart = Reducer<[String], CartAction> { lines, action in
      switch action {
      case .add(let sku): lines.append(sku)
      }
      return .none
    }
    let row = Reducer<Int, CounterAction> { count, action in
      count = action == .increment ? count + 1 : 0
      return .none
    }
    let app = Reducer.combined(
      cart.lifted(state: \AppState.cart, action: AppAction.cart),
      row.forEach(\AppState.rows, action: AppAction.row))
    let store = Store(AppState(rows: [7: 1]), reducer: app)
    do {
      let cart = store.scope(\.cart, action: AppAction.cart)
      cart.send(.add("A1"))
    }
    store.send(.row(7, .increment))
    #expect(store.state == AppState(cart: ["A1"], rows: [7: 2]))
  }

  @Test("the overview: a state with a history")
  func history() {
    let cart = Reducer<Recorded<CartState>, CartAction> { state, action in
      switch action {
      case .add(let sku):
        state.lines.append(sku)
        state[\.total.cents] += 250
      }
      return .none
    }

    let store = Store(Recorded(CartState(), historyLimit: 100), reducer: cart.recorded())
    let subscription = store.subscribe { state in print(state.changes.count) }
    store.send(.add("A1"))  // prints 2
    store.undo()  // prints 2
    #expect(store.state.lines == [])
    store.redo()  // prints 2
    #expect(printed.elements == [2, 2, 2])
    withExtendedLifetime(subscription) {}
  }

  @Test("Recorded, RecordedEdit and a rollback")
  func recorded() {
    var state = Recorded(ShopState(), historyLimit: 100)
    let before = state.position
    state.title = "Sale"
    state[\.cart.count] += 1
    state.commit()
    for edit in state.edits(before..<state.position) {
      if case .set(_, let new) = edit.kind, edit.keyPath == \ShopState.cart.count { print(new as? Int ?? 0) }
    }
    #expect(printed.elements == [1])
    state.undo()  // title and count are what they were
    #expect(state.value == ShopState())

    func reduce(_ state: inout Recorded<ShopState>) throws {
      state.title = "Sale"
      throw CancellationError()
    }
    do { try reduce(&state) } catch { state.rollback(to: before) }
    #expect(state.value == ShopState())
  }

  @Test("recorded(), undo() and redo() of a store")
  func undo() {
    let counter = Reducer<Recorded<CounterState>, CounterAction> { state, action in
      switch action {
      case .increment: state.count += 1
      case .reset: state.count = 0
      }
      return .none
    }
    let store = Store(Recorded(CounterState(), historyLimit: 100), reducer: counter.recorded())
    store.send(.increment)
    store.undo()
    #expect(store.state.count == 0)
    store.redo()
    #expect(store.state.count == 1)
  }

  @Test("EntityTable and its queries")
  func entities() throws {
    var todos = EntityTable(
      key: \Todo.id, order: .ascending(\.title), indexes: [EntityIndex("list", by: \.list)],
      text: { todo, query in query.matches(todo.title) })
    try todos.insert(Todo(id: 1, title: "Fresh milk", list: 7))
    try todos.update(1) { $0.isDone = true }
    let page = try todos.query(EntityQuery().where("list", is: 7).matching("MILK").page(offset: 0, limit: 50))
    #expect(page.rows == [Todo(id: 1, title: "Fresh milk", list: 7, isDone: true)])
    #expect(page.total == 1)
    #expect(TextQuery("milk fresh").matches("Fresh goat milk"))
  }

  @Test("Middleware")
  func middleware() {
    let log = Middleware<Int, CounterAction>.confined(before: { state, action in print(state) })
    let store = Store(5, reducer: Reducer { _, _ in .none }, middleware: [log])
    store.send(.reset)
    #expect(printed.elements == [5])
  }

  @Test("Interactor")
  func interactor() async {
    let store = Store(false, reducer: LampInteractor(lamp: WorkingLamp()).reducer)
    store.send(.toggle)
    await store.settle()
    #expect(store.state)
  }

  @Test("Effect: a timer that can be cancelled")
  func timer() async {
    enum TimerAction: Sendable { case start, tick }
    let clock = TestClock()
    let reducer = Reducer<Int, TimerAction> { ticks, action in
      switch action {
      case .start:
        return .run { send in
          try? await clock.sleep(for: .seconds(1))
          send(.tick)
        }
        .cancellable(id: "timer", cancelInFlight: true)
      case .tick:
        ticks += 1
        return .none
      }
    }
    let store = Store(0, reducer: reducer)
    store.send(.start)
    await clock.asleep(1)
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state == 1)
  }

  @Test("Send: another task ticks")
  func handle() async {
    let store = Store(
      0,
      reducer: Reducer<Int, Int> { count, step in
        count += step
        return .none
      })
    let send = store.handle
    await Task { send(2) }.value
    await store.settle()
    #expect(store.state == 2)
  }
}
