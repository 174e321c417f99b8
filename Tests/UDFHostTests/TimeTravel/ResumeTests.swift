import HostTesting
import Testing
import UDFHost

@Suite("going on from a past point")
struct ResumeTests {
  private static func app() throws -> TestHost {
    let app = try TestHost(
      effects: "go = function(cx, action) cx.sleep(1) note(cx, action.text) end,",
      more: "events = { tap = \"note\" },")
    try app.run("a.note{ text = 'one' }")
    try app.run("a.go{ text = 'two' }")
    app.pass(1)
    try app.host.send("a/note", ["text": "three"])
    return app
  }

  @Test("takes back what came after it, whoever sent it, and a redo brings all of it again")
  func resume() throws {
    let app = try Self.app()
    try app.host.visit(action: 1)
    let report = try app.host.resume()
    #expect(app.host.pastAction == nil)
    #expect(report.removed.map(\.n) == [4, 3, 2])
    #expect(try app.state("a.notes") == ["one"])
    #expect(app.host.history.map(\.undone) == [false, true, true, true])
    #expect(try app.host.redo().map(\.n) == [2, 3, 4])
    #expect(try app.state("a.notes") == ["one", "two", "three"])
    try app.host.visit(action: 3)
    try app.host.resume()
    try app.run("a.note{ text = 'other' }")
    #expect(try app.state("a.notes") == ["one", "two", "other"])
    #expect(app.host.history.map(\.n) == [1, 2, 3, 5])
  }

  @Test("ends the effects of what it takes back, and those of what stays go on")
  func effects() throws {
    let app = try Self.app()
    try app.run("a.go{ text = 'stays' }")
    try app.run("a.go{ text = 'ends' }")
    try app.host.visit(action: 5)
    try app.host.resume()
    app.pass(1)
    #expect(try app.state("a.notes") == ["one", "two", "three", "stays"])
  }

  @Test("is refused where there is none, and where nothing came after it only shows the present")
  func refusals() throws {
    let app = try Self.app()
    #expect(
      failure { try app.host.resume() } == "resume: this is the present; :at 3 shows the state as #3 left it")
    try app.host.visit(action: 4)
    #expect(try app.host.resume().removed.isEmpty)
    #expect(app.host.pastAction == nil)
    #expect(failure { try app.host.redo() } == "redo: nothing was taken back, or something has happened since")
  }
}
