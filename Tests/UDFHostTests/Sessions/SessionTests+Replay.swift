import FolderTesting
import HostTesting
import Platform
import SeededTesting
import Testing
import UDFServices
@testable import UDFHost
@testable import UDFTooling

// The replay of sessions with the same and other scripts.
extension SessionTests {
  @Test(
    "of random actions, undos, redos, reloads and loads replays with the same changes",
    arguments: 0..<6 as Range<UInt64>)
  func random(_ number: UInt64) throws {
    var generator = SeededGenerator(seed: Seed.current &+ number)
    let app = try app(["m": Model.source, "things": Things.source])
    try app.host.save(to: app.folder("x.json"))
    for _ in 0..<120 {
      switch Int.random(in: 0..<24, using: &generator) {
      case 0, 1: _ = try? app.host.undo()
      case 2: _ = try? app.host.redo()
      case 3: app.host.reload(reset: Bool.random(using: &generator))
      case 4: try app.host.load(from: app.folder("x.json"))
      case 5..<12:
        let value = Things.nasty.randomElement(using: &generator) ?? .null
        let at = Value.integer(Int64.random(in: 1...4, using: &generator))
        let type = ["put", "add", "drop", "sort", "replace", "fail"].randomElement(using: &generator) ?? "sort"
        try? app.host.send(
          "things/\(type)",
          [
            "key": "k", "value": value, "at": Bool.random(using: &generator) ? at : .none,
            "state": ["held": .list([value]), "count": 1],
          ])
      default: _ = app.failure(Model.Action.random(using: &generator).line)
      }
    }
    let (summary, differences) = try replay(app)
    #expect(differences.isEmpty, "\(differences.first.map { "\($0)" } ?? "") \(Seed.replay)")
    #expect(summary.actions == app.actions.count, "\(Seed.replay)")
    // Twice the same.
    #expect(try replay(app).summary == summary, "\(Seed.replay)")
  }

  @Test("with the scripts that recorded it ends its replay at the first different action")
  func tampered() throws {
    let app = try app()
    for _ in 0..<4 { try app.run("counter.inc{}") }
    var all = try lines()
    all[2] = all[2].replacing(#""new":2"#, with: #""new":3"#)
    try folder.save(all.joined(separator: "\n") + "\n", to: "session.ndjson")
    let (summary, differences) = try replay(app)
    #expect(summary == ReplaySummary(actions: 2, differing: 1))
    #expect(differences.map(\.line) == [3])
    #expect(differences.map(\.action.n) == [2])
    #expect(differences.map(\.recorded.changes) == [[Change(.set, try Path("counter.count"), old: 1, new: 3)]])
    #expect(differences.map(\.action.changes) == [[Change(.set, try Path("counter.count"), old: 1, new: 2)]])
  }

  @Test("may be written in another form")
  func formatted() throws {
    let app = try app()
    try app.run("counter.inc{}")
    let all = try lines().map { $0.replacing(#""op":"set","path""#, with: #" "op" : "set", "path""#) }
    try folder.save(all.joined(separator: "\n") + "\n", to: "session.ndjson")
    #expect(try replay(app).summary == ReplaySummary(actions: 1))
  }

  @Test("with other scripts is replayed with a report of all differences")
  func otherScripts() throws {
    let app = try app()
    for by in [1, 20, 3, 40] { try app.run("counter.inc{ by = \(by) }") }
    try app.save(
      Source.counter.replacing(
        "state.count = state.count +", with: "if action.by > 9 then error('too much') end state.count = state.count +"),
      to: "counter")
    let (summary, differences) = try replay(app)
    #expect(summary == ReplaySummary(actions: 4, differing: 3))
    #expect(differences.map(\.action.n) == [2, 3, 4])
    #expect(differences[0].action.status == .rejected)
    #expect(differences[0].error?.message.contains("too much") == true)
    #expect(differences[1].action.changes == [Change(.set, try Path("counter.count"), old: 1, new: 4)])
  }

  @Test("of an app that has lost a feature since is replayed without its state")
  func removed() throws {
    let app = try app(["counter": Source.counter, "things": Things.source])
    try app.run("counter.inc{}")
    try app.run("things.put{ key = 'k', value = 1 }")
    try app.run("counter.inc{}")
    app.host.stop()
    try app.save(Source.app(["counter"]), to: "app")
    let (summary, differences) = try replay(app)
    #expect(summary == ReplaySummary(actions: 3, differing: 1, removedFeatures: ["things"]))
    #expect(differences.map(\.action.type) == ["things/put"])
    #expect(differences.first?.error?.message.hasPrefix("things/put: no feature handles this action") == true)
  }

  @Test("with a reload is replayed with the present scripts, from the recorded states")
  func reloaded() throws {
    let app = try app()
    try app.run("counter.inc{}")
    #expect(try app.reload("counter", as: Source.counter.replacing("(action.by or 1)", with: "10"))?.ok == true)
    try app.run("counter.inc{}")
    let (summary, differences) = try replay(app)
    #expect(summary == ReplaySummary(actions: 2, differing: 1, reloads: 1))
    #expect(differences.map(\.action.n) == [1])
    #expect(differences.first?.action.changes == [Change(.set, try Path("counter.count"), old: 0, new: 10)])
  }

  @Test("none of them has › a reducer that moves from Lua to Swift proves itself on the recorded session")
  func moved() throws {
    for source in [Source.todos, Source.todos.replacing("(action.by or 1)", with: "(action.by or 2)")] {
      let app = try app(["todos": source, "summary": Source.summary])
      var configuration = HostConfiguration(app: app.folder("app.lua"))
      var generator = SeededGenerator(seed: Seed.current)
      let comparison = FeatureComparison(app: configuration.app, native: Todos())
      for step in try comparison.randomSession(count: 150, using: &generator) {
        if case .send(let name, let fields) = step { try? app.host.send("todos/\(name)", fields) }
      }
      try? app.host.send("todos/inc")
      app.host.stop()
      configuration.replacements = [Todos()]
      let summary = try SessionReplay(session, configuration).run { _ in }
      #expect(summary.differing == (source == Source.todos ? 0 : 1), "\(Seed.replay)")
    }
  }
}
