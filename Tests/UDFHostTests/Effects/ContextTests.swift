import HostTesting
import Testing

@testable import UDFHost

/// No observer receives actions, as in a program that only observes errors. Effects then start by the short way.
@Suite("the context of effects")
struct ContextTests {
  private static func app(_ effects: String) throws -> TestHost {
    let app = try TestHost(effects: effects)
    app.observe(actions: false)
    return app
  }

  @Test("has an id for each run, which stays the same while the run waits")
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

  @Test("is followed by the action, if the function has a parameter for it")
  func actions() throws {
    let app = try Self.app(
      """
      named = function(cx, action) note(cx, action.word) end,
      all = function(...) note(..., select(2, ...).word .. select("#", ...)) end,
      """)
    try app.run("a.named{ word = 'one' } a.all{ word = 'two' }")
    #expect(try app.notes() == ["one", "two2"])
  }

  @Test("lets an effect cancel another one that it has caused")
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

  @Test("stays usable after an effect that raises at once")
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

  @Test("reports unknown members with a suggestion, and sends only valid actions")
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

  @Test(
    "a call with a colon is told to use a dot",
    arguments: [
      "cx:sleep(1)": Self.metatable, "cx:log('info', 'x')": Self.metatable,
      "cx:cancel(1)": "cx.cancel takes an id, called with a dot and not a colon: cx.cancel(id)",
      "cx:all { print }": "cx.all is called with a dot and not a colon: cx.all { … }",
      "cx.all('x')": "cx.all takes a list of functions, got string",
      "cx.cancel(cx.spawn(print))":
        "cx.cancel takes an id; a task is cancelled with task.cancel()",
      "cx:race { print }": "cx.race is called with a dot and not a colon: cx.race { … }",
    ])
  func colon(_ call: String, _ message: String) throws {
    let app = try Self.app("go = function(cx) \(call) end,")
    try app.run("a.go()")
    #expect(
      app.errors.map(\.message) == [
        "a.lua:8: effect of a/go: \(message)\n  The effect has ended; the state is as it left it."
      ])
  }

  static let metatable =
    "the first argument is a table with a metatable; only plain tables can be copied. "
    + "To fix this, call the function with a dot and not a colon, or copy the table's fields"

  @Test("cannot be written, because effects share it")
  func writing() throws {
    let app = try Self.app("write = function(cx) cx.mine = 1 end,")
    try app.run("a.write()")
    #expect(
      app.errors.first?.message.contains(
        "cx.mine cannot be written: all effects of a feature share their cx; use a local variable") == true)
  }
}
