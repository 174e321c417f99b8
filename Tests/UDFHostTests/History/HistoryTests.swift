import HostTesting
import Testing
import UDFHost

@Suite("the history")
struct HistoryTests {
  private static let list = Source.feature(
    """
      name = "list",
      state = { items = { { id = "a", n = 1 }, { id = "b", n = 2 }, { id = "c", n = 3 } }, at = 1 },
      reduce = {
        edit = function(state) state.items[2].n = 20; state.items[2].tag = "new" end,
        insert = function(state) table.insert(state.items, 1, { id = "z", n = 0 }) end,
        remove = function(state) table.remove(state.items, 1) end,
        up = function(state) table.insert(state.items, 1, table.remove(state.items, 3)) end,
        sort = function(state) table.sort(state.items, function(a, b) return a.n > b.n end) end,
        drop = function(state) state.items[1].tag = nil; state.at = nil end,
        subtree = function(state) state.items = { { id = "only" } } end,
        same = function(state) state.at = state.at end,
      },
    """)

  private static func changes(_ app: TestHost) -> [[String]] {
    app.host.history.map { record in
      record.changes.map { "\($0.operation.rawValue) \($0.path) \(text($0.old)) → \(text($0.new))" }
    }
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .none: "nil"
    case .integer(let number): "\(number)"
    case .string(let text): text
    case .list(let items): "[" + items.map(text).joined(separator: " ") + "]"
    case .map(let record): "{" + record.map { "\($0.key)=\(text($0.value))" }.joined(separator: " ") + "}"
    default: "?"
    }
  }

  @Test("keeps the changes of every old entry, whatever follows")
  func exactChanges() throws {
    let app = try TestHost(["list": Self.list])
    for action in ["edit", "insert", "remove", "up", "sort", "drop", "subtree", "same"] {
      try app.run("list.\(action)()")
    }
    let expected = [
      ["set list.items[2].n 2 → 20", "set list.items[2].tag nil → new"],
      ["insert list.items[1] nil → {id=z n=0}"],
      ["remove list.items[1] {id=z n=0} → nil"],
      ["remove list.items[3] {id=c n=3} → nil", "insert list.items[1] nil → {id=c n=3}"],
      ["move list.items[3] 3 → 1"],
      ["set list.items[1].tag new → nil", "set list.at 1 → nil"],
      ["set list.items [{id=b n=20} {id=c n=3} {id=a n=1}] → [{id=only}]"],
      [],
    ]
    #expect(Self.changes(app) == expected)
    for _ in 1...5 { _ = try app.host.undo() }
    #expect(Self.changes(app) == expected)
    for _ in 1...3 { _ = try app.host.redo() }
    #expect(Self.changes(app) == expected)
  }

  @Test("has a record with everything about an action")
  func record() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc{ by = 2 }")
    let expected = ActionRecord(
      n: 1, type: "counter/inc", fields: ["by": 2], origin: .prompt, status: .committed,
      changes: [Change(.set, try Path("counter.count"), old: 0, new: 2)], generation: 1)
    #expect(app.actions == [expected])
    #expect(app.host.history == [expected])
  }

  @Test("has a maximum length, at which undo ends")
  func limit() throws {
    let app = try TestHost(["counter": Source.counter]) { $0.historyLimit = 3 }
    for _ in 1...5 { try app.run("counter.inc()") }
    #expect(app.host.history.map(\.n) == [3, 4, 5])
    for _ in 1...3 { _ = try app.host.undo() }
    #expect(try app.state("counter.count") == 2)
    #expect(failure { _ = try app.host.undo() }.hasPrefix("undo: there is nothing to undo"))
    for _ in 1...3 { _ = try app.host.redo() }
    #expect(try app.state("counter.count") == 5)
  }

  @Test("can be disabled")
  func none() throws {
    let app = try TestHost(["counter": Source.counter]) { $0.historyLimit = 0 }
    try app.run("counter.inc()")
    #expect(app.host.history.isEmpty)
    #expect(app.actions[0].changes == [Change(.set, try Path("counter.count"), old: 0, new: 1)])
    #expect(failure { _ = try app.host.undo() } == "undo: there is nothing to undo")
    #expect(try app.state("counter.count") == 1)
  }

  @Test("does not contain refused and unhandled actions")
  func refused() throws {
    let app = try TestHost(["counter": Source.counter])
    _ = app.failure("counter.inc{ by = 'x' }")
    try app.run("counter.inc()")
    _ = app.failure("dispatch{ type = 'nobody/home' }")
    #expect(app.host.history.map(\.n) == [2])
  }
}
