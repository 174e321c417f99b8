import Platform
import Testing
import UDF
import UDFTesting

/// After each action the store checks the parts with effects. The tests count how often it reads an id.
@MainActor @Suite("Reducer: cost of effects of many parts")
struct PartCostTests {
  struct Row: Equatable, Sendable {
    var id: Int
    var ticks = 0
    var rows: [Row] = []
  }

  indirect enum RowAction: Equatable, Sendable {
    case start
    case tick
    case row(Int, RowAction)

    static let row = Prism(RowAction.row) { if case .row(let id, let it) = $0 { (id, it) } else { nil } }
  }

  struct List: Equatable { var rows = (0..<1000).map { Row(id: $0) } }

  enum ListAction: Sendable {
    case row(Int, RowAction)
    case keep(@Sendable (Row) -> Bool)
    case reverse

    static let row = Prism(ListAction.row) { if case .row(let id, let it) = $0 { (id, it) } else { nil } }
  }

  let clock = TestClock()
  let looks = Guarded(0)

  var row: Reducer<Row, RowAction> {
    Reducer { [clock] row, action in
      switch action {
      case .start: return .timer(every: .seconds(1), clock: clock) { .tick }.cancellable(id: "timer")
      case .tick: row.ticks += 1
      case .row: break
      }
      return .none
    }
  }

  var id: @Sendable (Row) -> Int {
    { [looks] row in
      looks.withLock { $0 += 1 }
      return row.id
    }
  }

  func store(_ row: Reducer<Row, RowAction>, _ list: List = List()) -> Store<List, ListAction> {
    Store(
      list,
      reducer: .combined(
        row.forEach(\.rows, id: id, action: ListAction.row),
        Reducer { list, action in
          switch action {
          case .keep(let belongs): list.rows.removeAll { !belongs($0) }
          case .reverse: list.rows.reverse()
          case .row: break
          }
          return .none
        }))
  }

  /// Returns how many ids the store reads during the body.
  func count(_ body: () -> Void) -> Int {
    looks.withLock { $0 = 0 }
    body()
    return looks.withLock { $0 }
  }

  @Test("an action with 1,000 timers reads each row at most three times, also after rows were moved or removed")
  func list() {
    let store = store(row)
    for id in 0..<1000 { store.send(.row(id, .start)) }
    #expect(count { store.send(.row(0, .tick)) } == 1001)
    #expect(count { store.send(.keep { $0.id != 0 }) } <= 2001)
    #expect(count { store.send(.reverse) } <= 3000)
    #expect(count { store.send(.keep { $0.id.isMultiple(of: 2) }) } <= 2000)
    #expect(count { store.send(.row(998, .tick)) } == 500)
    store.send(.keep { _ in false })
    #expect(store.isSettled)
  }

  @Test("rows in rows are read once, at every depth of a recursive reducer")
  func recursion() {
    let nested = Reducer<Row, RowAction>.recursive { [row, id] nested in
      .combined(row, nested.forEach(\.rows, id: id, action: RowAction.row))
    }
    var list = List()
    list.rows = (0..<30).map { row in Row(id: row, rows: (0..<30).map { Row(id: $0) }) }
    let store = store(nested, list)
    for outer in 0..<30 { for inner in 0..<30 { store.send(.row(outer, .row(inner, .start))) } }
    // The list of rows, and 30 lists in them; the reducer finds the row with two more.
    #expect(count { store.send(.row(0, .row(0, .tick))) } <= 932)
    store.send(.keep { $0.id == 29 })
    #expect(!store.isSettled)
    store.send(.keep { _ in false })
    #expect(store.isSettled)
  }
}
