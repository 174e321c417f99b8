import HostTesting
import Testing
import UDFHost

/// Row "Redux thunk (async action creator)" of the concepts.
@Suite("a function that is sent instead of an action")
struct ThunkTests {
  private func app() throws -> TestHost {
    try TestHost(
      effects: """
            fetch = function(cx, action)
              cx.send(function(later)
                later.sleep(1)
                if action.fails then error("no luck", 0) end
                later.send { type = "note", text = "fetched in " .. #later.state.notes }
              end)
              note(cx, "asked")
            end,
        """)
  }

  @Test("Redux thunk: dispatches later, through the store like any other; success and failure are both told")
  func later() throws {
    let app = try app()
    try app.run("a.fetch()")
    #expect(try app.notes() == ["asked"])
    #expect(!app.host.isSettled)
    app.pass(1)
    #expect(try app.notes() == ["fetched in 1"])
    #expect(app.actions.map(\.type) == ["a/fetch", "a/note", "a/note"])
    try app.run("a.fetch{ fails = true }")
    app.pass(1)
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:11: function sent by a: no luck
          The effect has ended; the state is as it left it.
        """
      ])
    #expect(app.host.isSettled)
  }

  @Test("may use all services and read all features at the prompt")
  func prompt() throws {
    let app = try app()
    try app.run(
      "dispatch(function(cx) cx.sleep(1); cx.send { type = 'a/note', text = cx.services.json.encode(cx.others.a.notes) } end)"
    )
    app.pass(1)
    #expect(try app.notes() == ["[]"])
  }

  @Test("other values that are not actions are refused")
  func neither() throws {
    #expect(try app().failure("dispatch(7)").hasSuffix("{ type = \"…\" }, got number"))
  }
}
