import HostTesting
import Testing
import UDFHost

@Suite("undo does not go back past")
struct UndoBoundaryTests {
  private static let nothing = "undo: there is nothing to undo"

  @Test("actions that the history has removed")
  func forgotten() throws {
    let app = try TestHost(["counter": Source.counter]) { $0.historyLimit = 2 }
    for _ in 1...3 { try app.run("counter.inc()") }
    try app.host.undo(2)
    let told = "\n  The history no longer has the actions before #2."
    #expect(failure { try app.host.undo() } == Self.nothing + told)
    #expect(failure { try app.host.undo(2) } == Self.nothing + told)
    try app.host.redo()
    #expect(failure { try app.host.undo(2) } == "undo: only one action can be undone, not 2" + told)
  }

  @Test("a loaded state")
  func load() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc()")
    try app.host.save(to: app.folder("x.json"))
    try app.host.undo()
    try app.host.load(from: app.folder("x.json"))
    #expect(failure { try app.host.undo() } == Self.nothing + "\n  Undo does not go back past :load.")
    #expect(failure { try app.host.redo() } == "redo: nothing was undone, or an action was sent since")
    #expect(app.host.history.isEmpty)
    #expect(try app.state("counter.count") == 1)
  }

  @Test("a reset to the initial state")
  func reset() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc()")
    app.host.reload(reset: true)
    #expect(failure { try app.host.undo() } == Self.nothing + "\n  Undo does not go back past :reload!.")
  }

  @Test("a migration")
  func migration() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc()")
    let newer = Source.counter.replacing(
      "name = \"counter\",", with: "name = \"counter\", version = 2, migrate = function(old) return old end,")
    #expect(try app.reload("counter", as: newer)?.ok == true)
    #expect(
      failure { try app.host.undo() }
        == Self.nothing + "\n  Undo does not go back past the migration of the feature counter.")
    try app.run("counter.inc()")
    #expect(try app.host.undo().count == 1)
  }
}
