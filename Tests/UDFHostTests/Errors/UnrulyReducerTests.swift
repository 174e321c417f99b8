import HostTesting
import Testing
import UDFHost

/// Reducers that do what they must not; each finds the app with one committed action and leaves it so.
@Suite("a reducer that")
struct UnrulyReducerTests {
  private static func app(_ body: String) throws -> TestHost {
    let app = try TestHost(
      [
        "a": Source.feature(
          """
            name = "a",
            state = { n = 0, items = { 1, 2, 3 }, sub = { deep = { x = 1 } } },
            reduce = {
              ok = function(state) state.n = state.n + 1 end,
              bad = function(state, action)
                \(body)
              end,
            },
          """)
      ]
    ) {
      $0.timeBudget = 0.5
      $0.memoryLimit = 32 << 20
    }
    try app.run("a.ok()")
    return app
  }

  /// The app is as it was, and goes on.
  private static func expectUntouched(
    _ app: TestHost, _ before: Value, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try app.state() == before, sourceLocation: location)
    #expect(app.host.history.map(\.type) == ["a/ok"], sourceLocation: location)
    try app.run("a.ok()")
    #expect(try app.state("a.n") == 2, sourceLocation: location)
    _ = try app.host.undo()
    #expect(try app.state() == before, sourceLocation: location)
  }

  @Test("raises after ten writes leaves the state as it was")
  func raises() throws {
    let app = try Self.app(
      """
      for i = 1, 4 do table.insert(state.items, i) end
          state.n = 7; state.sub.deep.x = 2; state.sub.more = {}; table.remove(state.items, 1)
          table.sort(state.items, function(a, b) return a > b end); state.sub = { new = true }
          local item = state.missing.field
      """)
    let before = try app.state()
    #expect(
      app.failure("a.bad()") == """
        a.lua:11: a/bad: attempt to index a nil value (field 'missing')
          The action was refused and the state is unchanged.
        """)
    try Self.expectUntouched(app, before)
  }

  @Test("raises a table or nil is reported too")
  func raisesOddly() throws {
    var app = try Self.app("state.n = 9; error({ code = 7 })")
    #expect(
      app.failure("a.bad()") == """
        a.lua:8: a/bad: an error table was raised: { code = 7 }
          The action was refused and the state is unchanged.
        """)
    app = try Self.app("state.n = 9; error()")
    #expect(
      app.failure("a.bad()") == """
        a.lua:7: a/bad: an error without a value (nil) was raised
          The action was refused and the state is unchanged.
        """)
    try Self.expectUntouched(app, try app.state())
  }

  static let endless: [(String, String)] = [
    ("a loop", "while true do end"),
    ("pcall", "while true do pcall(function() while true do end end) end"),
    ("a coroutine", "coroutine.wrap(function() while true do end end)()"),
    ("an xpcall handler", "xpcall(error, function() while true do end end)"),
    (
      "__close",
      "local guard <close> = setmetatable({}, { __close = function() while true do end end }) error('x')"
    ),
    ("a pattern match", "string.find(string.rep('a', 3000), ('.-'):rep(40) .. 'b')"),
    (
      "a pattern match in pcall",
      "while true do pcall(string.find, string.rep('a', 3000), ('.-'):rep(40) .. 'b') end"
    ),
    ("string.rep", "while true do local text = string.rep('x', 1 << 20) end"),
    (
      "table.sort",
      "local t = {} for i = 1, 1000 do t[i] = i end table.sort(t, function() while true do end end)"
    ),
  ]

  @Test("none of them has › loops for ever is stopped by its budget, state intact", arguments: endless)
  func loops(_ what: String, _ body: String) throws {
    let app = try Self.app("state.n = 100; table.insert(state.items, 9); " + body)
    let before = try app.state()
    let error = #expect(throws: HostError.self) { try app.host.send("a/bad") }
    #expect(
      error?.message == """
        a.lua:8: a/bad: stopped: the time budget of 0.5 s is spent
          The action was refused and the state is unchanged.
        """)
    #expect(error?.code == "budget")
    #expect(error?.line == 8)
    try Self.expectUntouched(app, before)
  }

  static let gluttons: [(String, String)] = [
    ("tables", "local t = {} while true do t[#t + 1] = { t } end"),
    (
      "strings in pcall",
      "local t = {} while true do pcall(function() t[#t + 1] = string.rep('x', 100000) .. #t end) end"
    ),
    ("one huge string", "local text = string.rep('x', 1 << 28)"),
    ("the state itself", "for i = 1, math.huge do table.insert(state.items, { i }) end"),
    (
      "the list of its changes",
      "local big = {}; for i = 1, 2000 do big[i] = { 1, 2, 3, 4 } end; state.big = big; for i = 1, 12000 do state.a = state.big; state.a = nil end"
    ),
  ]

  @Test("uses too much memory is stopped", arguments: gluttons)
  func memory(_ what: String, _ body: String) throws {
    let app = try Self.app("state.n = 100; " + body)
    let before = try app.state()
    let error = #expect(throws: HostError.self) { try app.host.send("a/bad") }
    #expect(["memory", "budget"].contains(error?.code))
    // An error at the start of a call is found by its reducer, every other error by its line.
    let isPlaced = [7, 8].contains { error?.message.hasPrefix("a.lua:\($0): a/bad: ") == true }
    #expect(isPlaced, "\(error?.message ?? "")")
    #expect(error?.message.hasSuffix("\n  The action was refused and the state is unchanged.") == true)
    try Self.expectUntouched(app, before)
  }

  static let noState: [(String, String)] = [
    ("state.f = function() end", "a.f cannot be a function"),
    ("state.sub.deep.f = print", "a.sub.deep.f cannot be a function"),
    ("state.x = { y = { coroutine.create(print) } }", "a.x.y[1] cannot be a thread"),
  ]

  @Test("stores a value that cannot be state is refused with the path", arguments: noState)
  func strangers(_ body: String, _ problem: String) throws {
    let app = try Self.app("state.n = 100; " + body)
    let before = try app.state()
    let error = #expect(throws: HostError.self) { try app.host.send("a/bad") }
    #expect(
      error?.message == """
        a.lua:8: a/bad: \(problem): state is plain data (nil, boolean, number, string, table)
          The action was refused and the state is unchanged.
        """)
    try Self.expectUntouched(app, before)
  }

  @Test(
    "stores a cycle, a mixed or sparse table, or a number as a key is refused",
    arguments: [
      "local t = {} t.t = t state.x = t", "state.x = { 1, 2, a = 3 }", "state.x = { [1] = 1, [3] = 3 }",
      "state.x = { [1.5] = 1 }", "state.sub[7] = 1", "state.items[5] = 1", "state.items[0 / 0] = 1",
      "state.items.name = 1", "state.x = setmetatable({}, { __index = {} })",
    ])
  func malformed(_ body: String) throws {
    let app = try Self.app("state.n = 100; " + body)
    let before = try app.state()
    let error = #expect(throws: HostError.self) { try app.host.send("a/bad") }
    #expect(error?.message.hasPrefix("a.lua:8: a/bad: a.") == true, "\(error?.message ?? "")")
    #expect(error?.line == 8)
    try Self.expectUntouched(app, before)
  }

  @Test(
    "stores a value that is invalid when it has returned is reported at its own line, not at the prompt's",
    arguments: [
      (
        "state.m = {} state.m[5] = 1",
        "a.m has the number 5 for a key, neither a list 1..n nor a map with string keys: use tostring(id)"
      ),
      ("state.me = state", "a.me.me would contain itself: state is a tree"),
    ])
  func settled(_ body: String, _ problem: String) throws {
    for (keepsSites, line) in [(true, 5), (false, 4)] {
      let app = try TestHost(["a": Source.feature("name = 'a', reduce = {\nbad = function(state)\n\(body)\nend },")]) {
        $0.keepsSites = keepsSites
      }
      #expect(
        app.failure("\n\na.bad()") == """
          a.lua:\(line): a/bad: \(problem)
            The action was refused and the state is unchanged.
          """)
    }
  }

  @Test("stores too deep a value is reported with both ends of the path, and so is an action that sends one")
  func deep() throws {
    let deep = "local t = {} local u = t for i = 1, 300 do u[1] = {} u = u[1] end "
    let app = try Self.app(deep + "state.t = t")
    #expect(
      app.failure("a.bad()") == """
        a.lua:8: a/bad: a.t[1][1][1][1][1][1][1][1]…[1][1][1][1][1][1][1][1] is nested deeper than 200 tables
          The action was refused and the state is unchanged.
        """)
    #expect(
      app.failure(deep + "a.ok{ x = t }")
        == "prompt:1: x[1][1][1][1][1][1][1]…[1][1][1][1][1][1][1][1] is nested deeper than 200 tables")
    var value: Value = 1
    for _ in 0..<5000 { value = .list([value]) }
    let error = #expect(throws: HostError.self) { try app.host.send("a/ok", ["x": value]) }
    #expect(error?.message.contains("nested deeper than 200 tables") == true)
  }

  @Test(
    "reads the time, random numbers or the system is refused",
    arguments: [
      "os.time()", "os.clock()", "math.random()", "collectgarbage('count')", "io.open('x')",
      "os.getenv('HOME')",
    ])
  func impure(_ body: String) throws {
    let app = try Self.app("state.n = 100; \(body)")
    let before = try app.state()
    #expect(app.failure("a.bad()").hasPrefix("a.lua:8: a/bad: "))
    try Self.expectUntouched(app, before)
  }

  @Test("is interrupted from another thread leaves the state as it was")
  func interrupted() throws {
    let app = try TestHost(
      [
        "a": Source.feature(
          "name = 'a', state = { n = 0 }, reduce = { ok = function(s) s.n = s.n + 1 end, bad = function(s) s.n = 9; while true do end end }"
        )
      ]
    ) { $0.timeBudget = 0 }
    try app.run("a.ok()")
    let interrupter = Interrupter(app.host.handle)
    let error = #expect(throws: HostError.self) { try app.host.send("a/bad") }
    interrupter.stop()
    #expect(
      error?.message == """
        a.lua:3: a/bad: stopped: interrupted
          The action was refused and the state is unchanged.
        """)
    #expect(error?.code == "cancelled")
    #expect(try app.state("a.n") == 1)
  }

  @Test("that writes a large table again and again fails with an error, and is not an action without changes")
  func endlessList() throws {
    let feature = Source.feature(
      """
        name = "big", state = { n = 0, rows = {} },
        reduce = {
          start = function(state)
            local rows = {}
            for i = 1, 2000 do rows[i] = { id = i, name = "row", size = i, on = true } end
            state.rows = rows
          end,
          copy = function(state)
            for _ = 1, 12000 do state.a = state.rows state.a = nil end
            state.n = 99
          end,
        },
      """)
    let app = try TestHost(["big": feature]) { $0.memoryLimit = 64 << 20 }
    let record = app.folder("s.session")
    try app.host.record(to: record)
    app.forgetEvents()
    let message = failure { try app.host.send("big/copy") }
    #expect(message.contains("the list of the changes does not fit into the memory limit of 64 MiB"), "\(message)")
    #expect(try app.state("big.n") == 0)
    #expect(app.actions.map(\.status) == [.rejected])
    #expect(app.errors.count == 1)
    #expect(app.host.history.map(\.type) == ["big/start"])
  }
}
