import Testing
import UDF

@Suite("Store of a recorded state")
struct RecordedStoreTests {
  enum Action: Sendable {
    case rename(String)
    case count(CountAction)
    case enter(Int)

    static let count = Prism<Action, CountAction>(
      extract: { if case .count(let action) = $0 { action } else { nil } }, embed: Action.count)
    static let enter = Prism<Action, Int>(
      extract: { if case .enter(let line) = $0 { line } else { nil } }, embed: Action.enter)
  }

  enum CountAction: Sendable { case add(Int) }

  static var name: Reducer<Recorded<LibraryState>, Action> {
    Reducer { state, action in
      if case .rename(let name) = action {
        state.name = name
        state[\.desk.number] += 1
      }
      return .none
    }
  }

  /// A child reducer without a journal; its change is recorded as one value.
  static var count: Reducer<Int, CountAction> {
    Reducer { count, action in
      switch action {
      case .add(let step):
        count += step
        return step > 100 ? .send(.add(-step)) : .none
      }
    }
  }

  static var ledger: Reducer<Ledger, Int> {
    Reducer { ledger, line in
      ledger.append(line)
      return .none
    }
  }

  static var library: Reducer<Recorded<LibraryState>, Action> {
    Reducer.combined(
      name, count.lifted(state: \Recorded<LibraryState>.count, action: Action.count),
      ledger.lifted(state: \Recorded<LibraryState>[\.desk.ledger], action: Action.enter)
    ).recorded()
  }

  static func store(onMisuse: @escaping (Misuse) -> Void = Misuse.print) -> Store<Recorded<LibraryState>, Action> {
    Store(Recorded(LibraryState(), historyLimit: 10), reducer: library, onMisuse: onMisuse)
  }

  @Test("each action is undone and redone as a whole, and subscribers are notified")
  func undo() {
    let store = Self.store()
    let seen = Collector<String>()
    let subscription = store.subscribe { seen("\($0.name)\($0.desk.number)") }
    store.send(.rename("North"))
    store.send(.rename("South"))
    #expect(store.undo())
    #expect(store.undo())
    #expect(!store.undo())
    #expect(store.redo())
    #expect(seen.elements == ["North1", "South2", "North1", "0", "North1"])
    #expect(store.revision == 2)
    withExtendedLifetime(subscription) {}
  }

  @Test("a subscriber receives the changes of an action, and those of an undo")
  func changes() {
    let store = Self.store()
    let seen = Collector<[String]>()
    let subscription = store.subscribe { seen(RecordedTests.told($0.changes)) }
    store.send(.rename("North"))
    store.send(.count(.add(3)))
    store.undo()
    let count = ["count: 0 → 3"]
    #expect(seen.elements == [["name:  → North", "desk.number: 0 → 1"], count, count])
    withExtendedLifetime(subscription) {}
  }

  @Test("children are lifted as over any state, and their writes are one value, journaled or not")
  func lifted() {
    let store = Self.store()
    store.send(.count(.add(3)))
    #expect(RecordedTests.told(store.state.changes) == ["count: 0 → 3"])
    store.send(.enter(7))
    #expect(store.state.changes.map(\.keyPath) == [\LibraryState.desk.ledger])
    guard case .set(_, let new) = store.state.changes[0].kind else { return #expect(Bool(false)) }
    #expect((new as? Ledger)?.lines == [7])
    store.undo()
    #expect(store.state.value == LibraryState(count: 3))
  }

  @Test("an action that an action causes is a separate transaction")
  func causedActions() {
    let store = Self.store()
    store.send(.count(.add(200)))
    #expect(store.state.count == 0)
    store.undo()
    #expect(store.state.count == 200)
    store.undo()
    #expect(store.state.count == 0)
  }

  @Test("a scope and its screen read the state, and are notified of an undo only if it affects them")
  func scope() {
    let store = Self.store()
    let names = Collector<String>()
    let states = Collector<LibraryState>()
    let subscriptions = [
      store.scope(\.name, action: Action.rename).subscribe { names($0) },
      store.scope(\.value, action: Action.count).subscribe { states($0) },
    ]
    store.send(.rename("North"))
    store.send(.count(.add(1)))
    store.undo()
    store.undo()
    #expect(names.elements == ["North", ""])
    #expect(states.elements.map(\.count) == [0, 1, 0, 0])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("actions that subscribers send after an undo are reduced before it returns")
  func sendWhileUndoing() {
    let store = Self.store()
    store.send(.rename("North"))
    let subscription = store.subscribe { if $0.name.isEmpty { store.send(.rename("Again")) } }
    store.undo()
    #expect(store.state.name == "Again")
    #expect(!store.redo())
    withExtendedLifetime(subscription) {}
  }

  @Test("undo and redo during an action are refused, and the report has the place and the alternative")
  func undoWhileBusy() {
    let misuses = Collector<Misuse>()
    let store = Self.store(onMisuse: { misuses($0) })
    store.send(.rename("North"))
    var line: UInt = 0
    let subscription = store.subscribe { _ in
      line = #line + 1
      #expect(!store.undo())
      #expect(!store.redo())
    }
    store.send(.rename("South"))
    #expect(store.state.name == "South")
    #expect(misuses.elements.map(\.kind) == [.travelWhileBusy, .travelWhileBusy])
    #expect(
      misuses.elements.map(\.description) == [
        """
        UDFTests/RecordedStoreTests.swift:\(line): undo: requested while an action is being processed
          It was refused; the action continues.
          To fix this, request it after the outermost send has returned
        """,
        """
        UDFTests/RecordedStoreTests.swift:\(line + 1): redo: requested while an action is being processed
          It was refused; the action continues.
          To fix this, request it after the outermost send has returned
        """,
      ])
    withExtendedLifetime(subscription) {}
  }

  @Test("an undo inside a reducer is refused too")
  func undoInReducer() {
    let misuses = Collector<Misuse>()
    weak var reached: Store<Recorded<LibraryState>, Action>?
    let store = Store<Recorded<LibraryState>, Action>(
      Recorded(LibraryState(), historyLimit: 10),
      reducer: .confined { state, _ in
        reached?.undo()
        state.count += 1
        return .none
      }.recorded(), onMisuse: { misuses($0) })
    reached = store
    store.send(.enter(1))
    store.send(.enter(1))
    #expect(store.state.count == 2)
    #expect(misuses.elements.map(\.kind) == [.travelWhileBusy, .travelWhileBusy])
  }
}
