import Testing
import UDF
import UDFTesting

@MainActor @Suite("Reducer: elements by id")
struct ElementTests {
  struct Counter: Equatable, Identifiable {
    var id: String
    var count = 0
  }

  enum CounterAction: Equatable, Sendable {
    case add(Int)
    case addLater(Int)
    case stop
    case rename(String)
  }

  struct Board: Equatable {
    var list = [Counter(id: "a"), Counter(id: "b")]
    var table = EntityTable(key: \Counter.id)

    init() {
      for counter in list { table.upsert(counter) }
    }
  }

  enum BoardAction: Equatable, Sendable {
    case listed(String, CounterAction)
    case row(String, CounterAction)

    static let listed = Prism<BoardAction, (String, CounterAction)>(
      extract: { if case .listed(let id, let action) = $0 { (id, action) } else { nil } },
      embed: { .listed($0.0, $0.1) })
    static let row = Prism<BoardAction, (String, CounterAction)>(
      extract: { if case .row(let id, let action) = $0 { (id, action) } else { nil } },
      embed: { .row($0.0, $0.1) })
  }

  let clock = TestClock()
  let misuses = Collector<Misuse>()

  var counter: Reducer<Counter, CounterAction> {
    Reducer { [clock] counter, action in
      switch action {
      case .add(let step):
        counter.count += step
        return .none
      case .addLater(let step):
        return .run { send in
          try? await clock.sleep(for: .seconds(1))
          send(.add(step))
        }
        .cancellable(id: "later")
      case .stop: return .cancel(id: "later")
      case .rename(let id):
        counter.id = id
        return .send(.add(100))
      }
    }
  }

  func store() -> (store: Store<Board, BoardAction>, line: UInt) {
    let line: UInt = #line + 1
    let listed = counter.forEach(\Board.list, action: BoardAction.listed)
    let rows = counter.forEach(\Board.table, action: BoardAction.row)
    return (Store(Board(), reducer: .combined(listed, rows), onMisuse: { [misuses] in misuses($0) }), line)
  }

  @Test("an action finds its element after a move")
  func moved() {
    let store = store().store
    var board = Board()
    board.list.reverse()
    _ = counter.forEach(\Board.list, action: BoardAction.listed).reduce(&board, .listed("a", .add(2)))
    #expect(board.list == [Counter(id: "b"), Counter(id: "a", count: 2)])
    store.send(.row("b", .add(3)))
    #expect(store.state.table["b"] == Counter(id: "b", count: 3))
    #expect(misuses.elements == [])
  }

  @Test("an action for a missing id does nothing and is reported")
  func missing() {
    let (store, line) = store()
    store.send(.listed("c", .add(2)))
    store.send(.row("c", .add(2)))
    #expect(store.state == Board())
    let rest = """
        The action was ignored and the state is unchanged.
        To fix this, send it while the element is there, and in `combined` put a parent that removes elements after the child
      """
    #expect(
      misuses.elements.map(\.description) == [
        "UDFTests/ElementTests.swift:\(line): CounterAction.add: no Counter has the id \"c\"\n\(rest)",
        "UDFTests/ElementTests.swift:\(line + 1): CounterAction.add: no Counter has the key \"c\"\n\(rest)",
      ])
  }

  @Test("an action that gives a row another key is refused as a whole and reported")
  func changedKey() {
    let (store, line) = store()
    store.send(.row("a", .rename("c")))
    #expect(store.state == Board())
    #expect(
      misuses.elements.map(\.description) == [
        """
        UDFTests/ElementTests.swift:\(line + 1): CounterAction.rename: it changes the key of a row
          The element is as it was, and what the action would have started was not.
          To fix this, remove the element and insert it with its new key
        """
      ])
  }

  @Test("an element's effect sends to that element, and stopping one leaves its siblings running")
  func effects() async {
    let store = store().store
    store.send(.listed("a", .addLater(5)))
    store.send(.listed("b", .addLater(7)))
    store.send(.row("a", .addLater(9)))
    await clock.asleep(3)
    store.send(.listed("b", .stop))
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state.list == [Counter(id: "a", count: 5), Counter(id: "b")])
    #expect(store.state.table["a"]?.count == 9)
  }
}
