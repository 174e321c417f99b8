import SeededTesting
import Testing
import UDF
import UDFTesting

/// How a failure shows two states that differ.
@MainActor @Suite("Changes in a failure")
struct ChangeListTests {
  struct Row: Equatable {
    var id = 1
    var tags: Set<String> = ["a"]
    var note: String? = nil
  }

  enum Page: Equatable {
    case list(rows: [Row], offset: Int)
    case detail(Row)
    case empty
  }

  struct Screen: Equatable {
    var rows: [String: Row] = ["a": Row()]
    var page = Page.empty
    var size = (width: 1, height: 2)
    var tick = Opaque(1)

    static func == (left: Screen, right: Screen) -> Bool {
      left.rows == right.rows && left.page == right.page && left.size == right.size && left.tick == right.tick
    }
  }

  /// Has the same text for any content.
  struct Opaque: Equatable, CustomDebugStringConvertible, CustomReflectable {
    private let value: Int

    init(_ value: Int) { self.value = value }

    var debugDescription: String { "Opaque" }
    var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// The failure message of a store whose state is `actual` where the test expects `expected`.
  func lines<State: Equatable>(_ expected: State, _ actual: State) async -> [Substring] {
    let store = TestStore(
      expected,
      reducer: Reducer<State, String>.confined { state, _ in
        state = actual
        return .none
      })
    let failures = await Failures { store.send("go") }
    return failures.texts.flatMap { $0.split(separator: "\n").dropFirst().dropLast() }
  }

  @Test("each different place has a line, and equal places have none")
  func places() async {
    var actual = Screen()
    actual.rows["a"]?.note = "new"
    actual.rows["b"] = Row(id: 2)
    actual.size.height = 3
    #expect(
      await lines(Screen(), actual) == [
        "  state.rows[\"a\"].note: expected nil, got Optional(\"new\")",
        "  state.rows[\"b\"]: expected nothing, got \(String(reflecting: Row(id: 2)))",
        "  state.size.height: expected 2, got 3",
      ])
    actual = Screen()
    actual.rows = [:]
    #expect(
      await lines(Screen(), actual) == ["  state.rows[\"a\"]: expected \(String(reflecting: Row())), got nothing"])
  }

  @Test("the values of the same enum case are compared, another case is shown as a whole")
  func enums() async {
    #expect(
      await lines(Page.list(rows: [Row()], offset: 0), .list(rows: [Row(id: 7)], offset: 9)) == [
        "  state.list.rows[0].id: expected 1, got 7", "  state.list.offset: expected 0, got 9",
      ])
    #expect(
      await lines(Page.detail(Row()), .detail(Row(tags: ["b"]))) == [
        "  state.detail.tags: expected Set([\"a\"]), got Set([\"b\"])"
      ])
    #expect(
      await lines(Page.empty, .detail(Row())) == [
        "  state: expected \(String(reflecting: Page.empty)), got \(String(reflecting: Page.detail(Row())))"
      ])
    #expect(await lines(1 as Int?, 2) == ["  state: expected 1, got 2"])
  }

  @Test("different values with the same description are marked")
  func opaque() async {
    #expect(
      await lines(Screen(), Screen(tick: Opaque(2))) == [
        "  state.tick: expected Opaque, got another that looks the same"
      ])
  }

  @Test("a list of differences is cut after twenty lines")
  func limit() async {
    let lines = await lines(Array(0..<100), Array(1...100))
    #expect(lines.count == 21)
    #expect(lines.first == "  state[0]: expected 0, got 1")
    #expect(lines.last == "  and 80 more")
  }

  @Test("all writes to random rows are shown, and nothing else")
  func randomRows() async {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<50 {
      let expected = (0..<8).map { Row(id: $0) }
      var actual = expected
      let changed = (0..<8).filter { _ in Int.random(in: 0...3, using: &generator) == 0 }
      for index in changed { actual[index].id = Int.random(in: 100...199, using: &generator) }
      let expectedLines = changed.map { "  state[\($0)].id: expected \($0), got \(actual[$0].id)" }
      #expect(await lines(expected, actual).map(String.init) == expectedLines, "\(Seed.replay)")
    }
  }

  @Test("a table of rows is shown by its keys, and equal tables have equal snapshots")
  func table() async throws {
    var first = EntityTable(key: \Row.id)
    for id in 1...3 { first.upsert(Row(id: id)) }
    var second = EntityTable(key: \Row.id)
    for id in [9, 1, 2, 3] { second.upsert(Row(id: id)) }
    second.remove(9)
    #expect(first == second)
    #expect(snapshot(of: first) == snapshot(of: second))
    #expect(snapshot(of: first).hasPrefix("3\n  1: Row\n    id: 1\n"))
    let reducer = Reducer<EntityTable<Int, Row>, Int> { table, id in
      table.remove(id)
      return .none
    }
    let store = TestStore(first, reducer: reducer)
    let failures = await Failures { store.send(1) { $0.remove(2) } }
    #expect(failures.texts.first?.contains("  state[1]: expected ") == true, "\(failures.texts)")
    #expect(failures.texts.first?.contains("  state[2]: expected nothing, got") == true, "\(failures.texts)")
  }
}
