import HostTesting
import Testing
import UDFHost

@Suite("undo does not go back past")
struct UndoBoundaryTests {
  private static let nothing = "undo: there is nothing to take back"

  @Test("what the history has forgotten")
  func forgotten() throws {
    let app = try TestHost(["counter": Source.counter]) { $0.historyLimit = 2 }
    for _ in 1...3 { try app.run("counter.inc()") }
    try app.host.undo(2)
    let told = "\n  The history has forgotten what came before #2."
    #expect(failure { try app.host.undo() } == Self.nothing + told)
    #expect(failure { try app.host.undo(2) } == Self.nothing + told)
    try app.host.redo()
    #expect(failure { try app.host.undo(2) } == "undo: only one action can be taken back, not 2" + told)
  }

  @Test("a state that was loaded")
  func load() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc()")
    try app.host.save(to: app.folder("x.json"))
    try app.host.undo()
    try app.host.load(from: app.folder("x.json"))
    #expect(failure { try app.host.undo() } == Self.nothing + "\n  Undo does not go back past :load.")
    #expect(failure { try app.host.redo() } == "redo: nothing was taken back, or something has happened since")
    #expect(app.host.history.isEmpty)
    #expect(try app.state("counter.count") == 1)
  }

  @Test("a beginning from the initial state")
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
