import Testing
import UDF
import UDFTesting

@MainActor @Suite("Reducer")
struct ReducerTests {
  struct Row: Equatable {
    var count = 0
  }

  enum RowAction: Equatable, Sendable {
    case add(Int)
    case addLater(Int)
    case stop
  }

  struct Table: Equatable {
    var byName: [String: Row] = ["a": Row(), "b": Row()]
    var inOrder = [Row(), Row()]
    var selected: Row?
  }

  enum TableAction: Equatable, Sendable {
    case named(String, RowAction)
    case numbered(Int, RowAction)
    case selected(RowAction)

    static let named = Prism<TableAction, (String, RowAction)>(
      extract: { if case .named(let name, let action) = $0 { (name, action) } else { nil } },
      embed: { .named($0.0, $0.1) })
    static let numbered = Prism<TableAction, (Int, RowAction)>(
      extract: { if case .numbered(let index, let action) = $0 { (index, action) } else { nil } },
      embed: { .numbered($0.0, $0.1) })
    static let selected = Prism<TableAction, RowAction>(
      extract: { if case .selected(let action) = $0 { action } else { nil } }, embed: TableAction.selected)
  }

  let clock = TestClock()
  let misuses = Collector<Misuse>()

  func row() -> Reducer<Row, RowAction> {
    Reducer { [clock] row, action in
      switch action {
      case .add(let step):
        row.count += step
        return .none
      case .addLater(let step):
        return .run { send in
          try? await clock.sleep(for: .seconds(1))
          send(.add(step))
        }
        .cancellable(id: "later")
      case .stop:
        return .cancel(id: "later")
      }
    }
  }

  func store() -> (store: Store<Table, TableAction>, line: UInt) {
    let line: UInt = #line + 1
    let named = row().forEach(\Table.byName, action: TableAction.named)
    let numbered = row().forEach(indexOf: \Table.inOrder, action: TableAction.numbered)
    let selected = row().optional(\Table.selected, action: TableAction.selected)
    let store = Store(
      Table(), reducer: .combined(named, numbered, selected), onMisuse: { [misuses] in misuses($0) })
    return (store, line)
  }

  @Test("an action for one element changes only that element")
  func keyed() {
    let store = store().store
    store.send(.named("b", .add(2)))
    store.send(.numbered(1, .add(3)))
    #expect(store.state.byName == ["a": Row(), "b": Row(count: 2)])
    #expect(store.state.inOrder == [Row(), Row(count: 3)])
    #expect(misuses.elements == [])
  }

  @Test("an action for a missing key, index or optional does nothing and is reported")
  func missing() {
    let (store, line) = store()
    store.send(.named("c", .add(2)))
    store.send(.numbered(2, .add(3)))
    store.send(.numbered(-1, .add(3)))
    store.send(.selected(.add(4)))
    #expect(store.state == Table())
    let rest = """
        The action was ignored and the state is unchanged.
        To fix this, send it while the element is there, and in `combined` put a parent that removes elements after the child
      """
    #expect(
      misuses.elements.map(\.description) == [
        "UDFTests/ReducerTests.swift:\(line): RowAction.add: no Row has the key \"c\"\n\(rest)",
        "UDFTests/ReducerTests.swift:\(line + 1): RowAction.add: no Row has the index 2\n\(rest)",
        "UDFTests/ReducerTests.swift:\(line + 1): RowAction.add: no Row has the index -1\n\(rest)",
        "UDFTests/ReducerTests.swift:\(line + 2): RowAction.add: there is no Row to reduce it\n\(rest)",
      ])
    #expect(misuses.elements.allSatisfy { $0.kind == .missingElement })
  }

  @Test("an existing optional is reduced in place")
  func optional() {
    var selected: Row? = Row(count: 1)
    _ = row().optional(\.self, action: .identity).reduce(&selected, .add(4))
    #expect(selected == Row(count: 5))
  }

  @Test("an element's effect sends to that element, and stopping one leaves its siblings running")
  func effectsOfElements() async {
    let store = store().store
    store.send(.named("a", .addLater(5)))
    store.send(.named("b", .addLater(7)))
    store.send(.numbered(0, .addLater(9)))
    await clock.asleep(3)
    store.send(.named("a", .stop))
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state.byName == ["a": Row(), "b": Row(count: 7)])
    #expect(store.state.inOrder == [Row(count: 9), Row()])
  }

  @Test("reducing one element of a large collection copies neither the collection nor the element")
  func inPlace() {
    final class Box {}
    struct Element { var box = Box() }
    struct Whole {
      var byName = ["a": Element()]
      var inOrder = [Element()]
      var one: Element? = Element()
    }
    let unique = Collector<Bool>()
    let element = Reducer<Element, Int> { element, _ in
      unique(isKnownUniquelyReferenced(&element.box))
      return .none
    }
    let reducer = Reducer.combined(
      element.forEach(\Whole.byName, action: Prism(extract: { ("a", $0) }, embed: { $0.1 })),
      element.forEach(indexOf: \Whole.inOrder, action: Prism(extract: { (0, $0) }, embed: { $0.1 })),
      element.optional(\Whole.one, action: .identity))
    let store = Store(Whole(), reducer: reducer)
    store.send(1)
    #expect(unique.elements == [true, true, true])
  }
}
