import HostTesting
import Testing
import UDFHost

@Suite("an effect that sends an action which is refused")
struct RefusedSendTests {
  /// `go` starts the effect, which waits first or sends at once, while `go` is dispatched.
  private static func box(_ effect: String, _ waits: Bool) -> String {
    Source.feature(
      """
        name = "box",
        state = { n = 0, problem = "" },
        actions = { go = {}, put = { by = "integer" }, report = { code = "string", text = "string", of = "string?" } },
        reduce = {
          put = function(state, action)
            if action.by > 9 then error { code = "full", message = "the box is full", room = 9 } end
            if action.by == 0 then error("nothing to put") end
            state.n = state.n + action.by
          end,
          report = function(state, action) state.problem = action.code .. ": " .. action.text end,
        },
        effects = { go = function(cx)
          \(waits ? "cx.sleep(0)" : "")
          \(effect)
        end },
      """)
  }

  private static func caught(_ action: String, then use: String = "", _ waits: Bool) -> String {
    box(
      """
      local ok, problem = pcall(cx.send, \(action))
          assert(not ok)
          cx.send { type = "report", code = problem.code, text = problem.message, of = problem.action }
          \(use)
      """, waits)
  }

  @Test(
    "catches a table with the code and the reason, and then there is no error",
    arguments: [
      ("{ type = 'put', by = 0 }", "raised: nothing to put"),
      ("{ type = 'put', by = 12 }", "full: the box is full"),
      ("{ type = 'put', by = 'x' }", "refused: by must be an integer, got string \"x\""),
      ("{ type = 'pat', by = 1 }", "unhandled: no feature handles this action"),
    ], [true, false])
  func caught(_ refused: (action: String, problem: String), _ waits: Bool) throws {
    let app = try TestHost(["box": Self.caught(refused.action, waits)])
    try app.host.send("box/go")
    app.pass(0.01)
    #expect(try app.state("box.problem") == .string(refused.problem))
    #expect(app.errors == [])
    #expect(app.actions.map(\.type).last == "box/report")
    let action = try #require(app.actions.first { $0.status != .committed })
    #expect(action.refusal == refused.problem.split(separator: ": ", maxSplits: 1).last.map(String.init))
  }

  @Test("catches further fields of the table that the reducer raised, and prints the reason", arguments: [true, false])
  func fields(_ waits: Bool) throws {
    let use = #"cx.log("info", problem .. ", at most " .. problem.room) cx.log("info", tostring(problem))"#
    let app = try TestHost(["box": Self.caught("{ type = 'put', by = 12 }", then: use, waits)])
    try app.host.send("box/go")
    app.pass(0.01)
    #expect(app.logs == ["info the box is full, at most 9", "info the box is full"])
  }

  @Test(
    "ends with one error if it does not catch it, or raises it again",
    arguments: [
      "cx.send(action)", "local ok, e = pcall(cx.send, action) error(e)", "cx.all { function() cx.send(action) end }",
      "coroutine.wrap(function() cx.send(action) end)()", "cx.spawn(function() cx.send(action) end).await()",
      "local ok, e = pcall(cx.send, action) pcall(cx.send, { type = 'put', by = 12 }) error(e)",
    ], [true, false])
  func uncaught(_ body: String, _ waits: Bool) throws {
    let app = try TestHost(["box": Self.box("local action = { type = 'put', by = 0 } " + body, waits)])
    try app.host.send("box/go")
    app.pass(0.01)
    #expect(
      app.errors.map(\.message) == [
        """
        box.lua:9: box/put: nothing to put
          The action was refused and the state is unchanged.
          The effect of box/go that sent it has ended.
        """
      ])
    #expect(app.errors.map(\.code) == ["raised"])
    let refused = try #require(app.actions.first { $0.status != .committed }).n
    #expect(
      app.events.contains { if case .error(_, refused) = $0 { true } else { false } }, "it has the refused action")
  }

  @Test(
    "catches it in a coroutine or a function that it has spawned",
    arguments: [
      "local ok, problem = coroutine.resume(coroutine.create(function() cx.send(action) end))",
      "local ok, problem = pcall(cx.spawn(function() cx.sleep(0) cx.send(action) end).await)",
    ], [true, false])
  func inside(_ body: String, _ waits: Bool) throws {
    let effect = "local action = { type = 'put', by = 0 } \(body) cx.log('info', tostring(ok) .. ': ' .. problem)"
    let app = try TestHost(["box": Self.box(effect, waits)])
    try app.host.send("box/go")
    app.pass(0.01)
    app.pass(0.01)
    #expect(app.logs == ["info false: nothing to put"])
    #expect(app.errors == [])
  }

  @Test("adds its own text to the reason, and the error is that of the effect", arguments: [true, false])
  func wrapped(_ waits: Bool) throws {
    let effect = #"local ok, e = pcall(cx.send, { type = "put", by = 0 }) error("not put: " .. e)"#
    let app = try TestHost(["box": Self.box(effect, waits)])
    try app.host.send("box/go")
    app.pass(0.01)
    #expect(
      app.errors.map(\.message) == [
        """
        box.lua:16: effect of box/go: not put: nothing to put
          The effect has ended; the state is as it left it.
        """
      ])
  }

  @Test(
    "gets the error of its own action alone, and an effect of that action gets its own", arguments: [true, false])
  func nested(_ waits: Bool) throws {
    let app = try TestHost([
      "box": Self.box(#"pcall(cx.send, { type = "put", by = 1 })"#, waits).replacing(
        "effects = {", with: #"effects = { put = function(cx) cx.send { type = "put", by = 0 } end,"#)
    ])
    try app.host.send("box/go")
    app.pass(0.01)
    #expect(app.errors.map(\.message).map { $0.prefix { $0 != "\n" } } == ["box.lua:9: box/put: nothing to put"])
    #expect(try app.state("box.n") == 1)
  }
}
