import HostTesting
import Testing

@testable import UDFHost

/// Nobody hears of actions here, as in a program that only wants to know what goes wrong: then effects begin the short way.
@Suite("what effects are given")
struct ContextTests {
  private static func app(_ effects: String) throws -> TestHost {
    let app = try TestHost(effects: effects)
    app.host.tellsActions = false
    return app
  }

  @Test("each run has an id of its own, which stays the same while it waits")
  func ids() throws {
    let app = try Self.app(
      """
      go = function(cx) note(cx, cx.id) end,
      twice = function(cx)
        local first = cx.id
        cx.sleep(1)
        note(cx, first .. cx.id)
      end,
      """)
    try app.run("a.go() a.go() a.twice() a.go()")
    app.pass(1)
    #expect(try app.notes() == ["#1", "#2", "#4", "#3#3"])
  }

  @Test("the action goes to whoever can see it")
  func actions() throws {
    let app = try Self.app(
      """
      named = function(cx, action) note(cx, action.word) end,
      all = function(...) note(..., select(2, ...).word .. select("#", ...)) end,
      """)
    try app.run("a.named{ word = 'one' } a.all{ word = 'two' }")
    #expect(try app.notes() == ["one", "two2"])
  }

  @Test("an effect that runs is found by one that it leads to, and cancelled")
  func found() throws {
    let app = try Self.app(
      """
      outer = function(cx)
        cx.send { type = "stop" }
        cx.sleep(1)
        note(cx, "never")
      end,
      stop = function(cx) cx.cancel("outer") end,
      """)
    try app.run("a.outer()")
    app.pass(1)
    #expect(try app.notes().isEmpty)
    #expect(app.host.isSettled)
    #expect(app.errors.isEmpty)
  }

  @Test("an effect that raises at once is told of, and the next one begins")
  func raising() throws {
    let app = try Self.app(
      """
      fail = function() error("no") end,
      go = function(cx) note(cx, cx.id) end,
      """)
    try app.run("a.fail() a.go()")
    #expect(app.errors.count == 1)
    #expect(try app.notes() == ["#2"])
    #expect(app.host.isSettled)
  }

  @Test("what it does not have is told with what was meant, and what an action is that it was to send")
  func misspelt() throws {
    let app = try Self.app(
      """
      read = function(cx)
        cx.sned { type = "note" }
      end,
      send = function(cx)
        cx.send("note")
      end,
      """)
    try app.run("a.read() a.send()")
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:9: effect of a/read: cx has no "sned". Did you mean "send"?
          The effect has ended; the state is as it left it.
        """,
        """
        a.lua:12: effect of a/send: an action is a table with a type: { type = "note" }, got string
          The effect has ended; the state is as it left it.
        """,
      ])
  }

  @Test("what effects share cannot be written")
  func writing() throws {
    let app = try Self.app("write = function(cx) cx.mine = 1 end,")
    try app.run("a.write()")
    #expect(
      app.errors.first?.message.contains(
        "cx.mine cannot be written: all effects of a feature share their cx; use a local variable") == true)
  }
}
