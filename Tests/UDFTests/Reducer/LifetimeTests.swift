import Testing
import UDF
import UDFTesting

/// Effects of a part of the state end when the part is removed, for every way to remove it.
@MainActor @Suite("Reducer: lifetimes of effects")
struct LifetimeTests {
  struct Row: Equatable, Identifiable {
    var id: Int
    var ticks = 0
    var detail: Detail?
  }

  struct Detail: Equatable { var ticks = 0 }

  enum TickAction: Equatable, Sendable {
    case start
    case tick
  }

  enum RowAction: Equatable, Sendable {
    case start
    case tick
    case detail(TickAction)

    static let detail = Prism(RowAction.detail) { if case .detail(let it) = $0 { it } else { nil } }
  }

  struct Board: Equatable {
    var list = [Row(id: 1), Row(id: 2)]
    var byID = [1: Row(id: 1), 2: Row(id: 2)]
    var table = EntityTable(key: \Row.id)
    var selected: Row? = Row(id: 1)

    init() { for row in list { table.upsert(row) } }
  }

  enum BoardAction: Equatable, Sendable {
    case list(Int, RowAction)
    case byID(Int, RowAction)
    case table(Int, RowAction)
    case selected(RowAction)
    case remove(Int)
    case select(Int?)
    case closeDetail(Int)
    case pause(Int)
    case pauseNamed(Int)
    case pauseRow(Int)
    case pauseSelected

    static let list = Prism(BoardAction.list) { if case .list(let id, let it) = $0 { (id, it) } else { nil } }
    static let byID = Prism(BoardAction.byID) { if case .byID(let id, let it) = $0 { (id, it) } else { nil } }
    static let table = Prism(BoardAction.table) { if case .table(let id, let it) = $0 { (id, it) } else { nil } }
    static let selected = Prism(BoardAction.selected) { if case .selected(let it) = $0 { it } else { nil } }
  }

  let clock = TestClock()

  var row: Reducer<Row, RowAction> {
    let detail = Reducer<Detail, TickAction> { [clock] detail, action in
      if action == .start { return .timer(every: .seconds(1), clock: clock) { .tick } }
      detail.ticks += 1
      return .none
    }
    return .combined(
      Reducer { [clock] row, action in
        switch action {
        case .start: return .timer(every: .seconds(1), clock: clock) { .tick }.cancellable(id: "timer")
        case .tick: row.ticks += 1
        case .detail: break
        }
        return .none
      }, detail.optional(\.detail, action: RowAction.detail))
  }

  var board: Reducer<Board, BoardAction> {
    .combined(
      row.forEach(\.list, action: BoardAction.list), row.forEach(\.byID, action: BoardAction.byID),
      row.forEach(\.table, action: BoardAction.table), row.optional(\.selected, action: BoardAction.selected),
      Reducer { board, action in
        switch action {
        case .remove(let id):
          board.list.removeAll { $0.id == id }
          board.byID[id] = nil
          board.table.remove(id)
        case .select(let id): board.selected = id.map { Row(id: $0) }
        case .closeDetail(let id): board.byID[id]?.detail = nil
        case .pause(let id): return .cancel(effectsOf: \Board.list, at: id)
        case .pauseNamed(let id): return .cancel(effectsOf: \Board.byID, at: id)
        case .pauseRow(let id): return .cancel(effectsOf: \Board.table, at: id)
        case .pauseSelected: return .cancel(effectsOf: \Board.selected)
        default: break
        }
        return .none
      })
  }

  func store() -> TestStore<Board, BoardAction> { TestStore(Board(), reducer: board, exhaustivity: .off) }

  @Test("an element's effects end with it, and those of its siblings continue")
  func elements() async {
    let store = store()
    for id in 1...2 {
      store.send(.list(id, .start))
      store.send(.byID(id, .start))
      store.send(.table(id, .start))
    }
    await clock.advance(by: .seconds(2))
    store.send(.remove(1))
    await clock.advance(by: .seconds(3))
    store.send(.remove(2))
    await clock.advance(by: .seconds(1))
    store.exhaustivity = .on
    await store.finish()
    let ticks = store.skipped.filter { $0.hasPrefix("not received") }
    #expect(ticks.count == 21)
  }

  @Test("the effects of an optional end when it is removed or replaced")
  func optional() async {
    let store = store()
    store.send(.selected(.start))
    await clock.advance(by: .seconds(1))
    await store.receive(.selected(.tick)) { $0.selected?.ticks = 1 }
    store.send(.select(2))
    await clock.advance(by: .seconds(5))
    store.send(.selected(.start)) { $0.selected = Row(id: 2) }
    await clock.advance(by: .seconds(1))
    await store.receive(.selected(.tick)) { $0.selected?.ticks = 1 }
    store.send(.select(nil))
    store.exhaustivity = .on
    await store.finish()
  }

  @Test("the effects of a nested part end with any of its parents")
  func nested() async {
    let store = store()
    for end in [BoardAction.closeDetail(1), .remove(1)] {
      var board = Board()
      board.byID[1]?.detail = Detail()
      let store = TestStore(board, reducer: self.board, exhaustivity: .off)
      store.send(.byID(1, .detail(.start)))
      await clock.advance(by: .seconds(1))
      await store.receive(.byID(1, .detail(.tick))) { $0.byID[1]?.detail?.ticks = 1 }
      store.send(end)
      store.exhaustivity = .on
      await store.finish()
    }
    await store.finish()
  }

  @Test("the parent cancels the effects of one element, or of its optional")
  func parent() async {
    let store = store()
    for id in 1...2 { store.send(.list(id, .start)) }
    store.send(.byID(1, .start))
    store.send(.selected(.start))
    store.send(.pause(1))
    store.send(.pauseSelected)
    await clock.advance(by: .seconds(1))
    #expect(store.state.list.map(\.ticks) == [0, 0])
    await store.receive(.list(2, .tick)) { $0.list[1].ticks = 1 }
    await store.receive(.byID(1, .tick)) { $0.byID[1]?.ticks = 1 }
    await store.finish()
    #expect(store.state.selected?.ticks == 0)
    #expect(store.state.list[0].ticks == 0)
  }

  @Test("the parent cancels the effects of one value of a dictionary, or of one row of a table")
  func parentOfKeyed() async {
    let store = store()
    for id in 1...2 {
      store.send(.byID(id, .start))
      store.send(.table(id, .start))
    }
    store.send(.pauseNamed(1))
    store.send(.pauseRow(2))
    await clock.advance(by: .seconds(1))
    await store.receive(.table(1, .tick)) { try? $0.table.update(1) { $0.ticks = 1 } }
    await store.receive(.byID(2, .tick)) { $0.byID[2]?.ticks = 1 }
    store.send(.remove(1))
    store.send(.remove(2))
    #expect(store.state.byID.isEmpty && store.state.table.isEmpty)
    store.exhaustivity = .on
    await store.finish()
  }

  @Test("they end when an undo removes the part, and work with a hand-written lifted reducer")
  func undo() async {
    let store = Store(
      Recorded(Board(), historyLimit: 10),
      reducer: board.lifted(state: \Recorded<Board>.value, action: .identity).recorded())
    store.send(.select(nil))
    store.send(.select(5))
    store.send(.selected(.start))
    #expect(!store.isSettled)
    store.undo()
    store.undo()
    await store.settle()
    #expect(store.state.selected == nil)
  }
}
