import HostTesting
import Platform
import Testing
import UDF
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

  @Test("receives each action before and after the reducers, in the order of the list")
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

  @Test("receives a refused action before the reducers, and not after")
  func refused() throws {
    let app = try Self.app(
      "udf.middleware { before = function(_, action) print('before', action.by) end, after = function() print('after') end }"
    )
    #expect(app.failure("counter.inc{ by = 'x' }").contains("by must be an integer"))
    #expect(app.logs == ["info before\tx"])
  }

  @Test("is refused with a suggestion for a misspelt key")
  func misspelt() throws {
    let app = try Self.app("udf.middleware { name = 'm', before = function(cx) cx.lgo('info', 'x') end }")
    try app.run("counter.inc()")
    #expect(
      app.errors.map(\.message) == [
        """
        app.lua:3: middleware m: cx has no "lgo". Did you mean "log"?
          The action continued without this middleware.
        """
      ])
  }

  @Test("sends actions that are dispatched after the present one")
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

  @Test("that fails is reported, and the action and the other middleware continue")
  func fails() throws {
    let app = try Self.app(
      "udf.middleware(function() error('no luck') end), udf.middleware(function() print('second') end)")
    try app.run("counter.inc()")
    #expect(try app.state("counter.count") == 1)
    #expect(app.logs == ["info second"])
    #expect(
      app.errors.map(\.message) == [
        """
        app.lua:3: middleware at app.lua:3: no luck
          The action continued without this middleware.
        """
      ])
  }

  @Test("is replaced by a reload")
  func reload() throws {
    let app = try Self.app("udf.middleware(function() print('old') end)")
    try app.run("counter.inc()")
    #expect(try app.reload("app", as: Source.app(["counter", "log"]))?.ok == true)
    try app.run("counter.inc()")
    #expect(app.logs == ["info old"])
  }

  @Test("can read the state before the action and the present one")
  func before() throws {
    let app = try Self.app(
      """
      udf.middleware {
        before = function(cx) print("before", cx.before("counter.count"), cx.state.counter.count) end,
        after = function(cx) print("after", cx.before("counter.count"), cx.state.counter.count) end,
      }
      """)
    try app.run("counter.inc{ by = 2 }")
    try app.run("counter.inc{ by = 3 }")
    #expect(app.logs == ["info before\t0\t0", "info after\t0\t2", "info before\t2\t2", "info after\t2\t5"])
    #expect(try app.state("counter.count") == 5)
    let wrong = try Self.app("udf.middleware { after = function(cx) cx.before(7) end }")
    try wrong.run("counter.inc()")
    #expect(
      wrong.errors.map { $0.message.prefix { $0 != "\n" } } == [
        "app.lua:3: middleware at app.lua:3: cx.before takes a path, \"cart.items[1]\", got number 7"
      ])
  }

  @Test("that declares it may stop or replace an action; the next one receives the result")
  func intercepts() throws {
    let app = try Self.app(
      """
      udf.middleware {
        name = "guard", intercepts = true,
        before = function(cx, action)
          if action.by == 7 then return false end
          if action.by == 8 then return { type = "counter/inc", by = 1 } end
        end,
      },
      udf.middleware(function(_, action) print(action.type, action.by) end)
      """)
    try app.run("for by = 6, 8 do counter.inc { by = by } end")
    #expect(try app.state("counter.count") == 7)
    #expect(
      app.logs == [
        "info counter/inc\t6", "info counter/inc was stopped by the middleware guard", "info counter/inc\t1",
      ])
    #expect(app.actions.map(\.fields) == [["by": 6], ["by": 1]])
  }

  @Test("that does not declare it cannot, and is reported")
  func undeclared() throws {
    let app = try Self.app("udf.middleware { name = 'guard', before = function() return false end }")
    try app.run("counter.inc()")
    #expect(try app.state("counter.count") == 1)
    #expect(
      app.errors.map(\.message) == [
        """
        middleware guard: before returned boolean false; to stop or replace actions it must declare intercepts = true
          The action continued without this middleware.
        """
      ])
    let odd = try Self.app("udf.middleware { name = 'guard', intercepts = true, before = function() return 7 end }")
    try odd.run("counter.inc()")
    #expect(
      odd.errors.first?.message.hasPrefix(
        "middleware guard: before must return nil, false or an action { type = \"…\" }, returned number 7") == true)
  }

  @Test("in Swift has the same functions, and runs before those of the app")
  func native() throws {
    let seen = Collector()
    let first = HostMiddleware(
      "first",
      intercepting: { action in
        switch action.fields["by"] {
        case 7: .stop
        case 8: .replace(with: (type: "counter/inc", fields: ["by": 1]))
        default: .pass
        }
      },
      after: { action in
        seen.add(
          "\(action.type) \(action.before("counter.count")) → \(action.value(at: "counter.count")), \(action.changes.count)"
        )
        if action.fields["by"] == 6 { action.send("counter/inc", ["by": 10]) }
      })
    let app = try TestHost([
      "counter": Source.counter,
      "app": Source.app(
        ["counter"], more: ", middleware = { udf.middleware(function(_, action) print(action.by) end) }"),
    ]) { $0.middleware = [first] }
    try app.run("for by = 6, 8 do counter.inc { by = by } end")
    #expect(seen.texts == ["counter/inc 0 → 6, 1", "counter/inc 6 → 16, 1", "counter/inc 16 → 17, 1"])
    #expect(app.logs == ["info 6", "info 10", "info counter/inc was stopped by the middleware first", "info 1"])
  }
}

/// Texts from code that may run anywhere.
private final class Collector: Sendable {
  private let kept = Guarded<[String]>([])

  func add(_ text: String) { kept.withLock { $0.append(text) } }

  var texts: [String] { kept.withLock { $0 } }
}
