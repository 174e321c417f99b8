import Testing
import UDFHost

@Suite("a middleware")
struct MiddlewareTests {
  private static func app(_ middleware: String) throws -> TestHost {
    try TestHost([
      "counter": Source.counter,
      "log": Source.feature(
        "name = 'log', state = { lines = udf.list {} }, reduce = { add = function(s, a) table.insert(s.lines, a.text) end }"
      ),
      "app": Source.app(["counter", "log"], more: ",\n  middleware = { \(middleware) }"),
    ])
  }

  @Test("sees each action before and after, in the order of the list")
  func order() throws {
    let app = try Self.app(
      """
      udf.middleware {
        name = "first",
        before = function(cx, action) print("1 before", action.type, action.by, cx.state.counter.count) end,
        after = function(cx, action, changes) print("1 after", cx.state.counter.count, changes[1].op, changes[1].old, changes[1].new) end,
      },
      udf.middleware(function(cx, action) print("2 before", action.type) end),
      """)
    try app.run("counter.inc{ by = 2 }")
    #expect(
      app.logs == [
        "info 1 before\tcounter/inc\t2\t0", "info 2 before\tcounter/inc", "info 1 after\t2\tset\t0\t2",
      ])
  }

  @Test("sees a refused action before, and nothing after")
  func refused() throws {
    let app = try Self.app(
      "udf.middleware { before = function(_, action) print('before', action.by) end, after = function() print('after') end }"
    )
    #expect(app.failure("counter.inc{ by = 'x' }").contains("by must be an integer"))
    #expect(app.logs == ["info before\tx"])
  }

  @Test("sends actions that come after the one it sees")
  func sends() throws {
    let app = try Self.app(
      """
      udf.middleware(function(cx, action)
        if action.type ~= "log/add" then cx.send { type = "log/add", text = action.type .. " at " .. cx.state.counter.count } end
      end)
      """)
    try app.run("counter.inc()")
    try app.host.send("counter/inc")
    app.host.handle.send("counter/reset")
    app.host.poll()
    #expect(try app.state("log.lines") == ["counter/inc at 0", "counter/inc at 1", "counter/reset at 2"])
    #expect(
      app.actions.map(\.type) == [
        "counter/inc", "log/add", "counter/inc", "log/add", "counter/reset", "log/add",
      ])
  }

  @Test("cannot change the action or the state")
  func readOnly() throws {
    let app = try Self.app(
      "udf.middleware(function(cx, action) action.by = 100; cx.state.counter.count = 7 end)")
    try app.run("counter.inc{ by = 2 }")
    #expect(try app.state("counter.count") == 2)
    #expect(app.errors.count == 1)
  }

  @Test("that fails is reported, and the action and the others go on")
  func fails() throws {
    let app = try Self.app(
      "udf.middleware(function() error('no luck') end), udf.middleware(function() print('second') end)")
    try app.run("counter.inc()")
    #expect(try app.state("counter.count") == 1)
    #expect(app.logs == ["info second"])
    #expect(
      app.errors.map(\.message) == [
        """
        app.lua:3: middleware: no luck
          The action went on without it.
        """
      ])
  }

  @Test("is replaced by a reload")
  func reload() throws {
    let app = try Self.app("udf.middleware(function() print('old') end)")
    try app.run("counter.inc()")
    try app.save(Source.app(["counter", "log"]), to: "app")
    #expect(app.saved("app")?.ok == true)
    try app.run("counter.inc()")
    #expect(app.logs == ["info old"])
  }
}
