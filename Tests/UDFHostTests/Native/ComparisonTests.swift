import FolderTesting
import HostTesting
import SeededTesting
import Testing
import UDF
import UDFHost
import UDFServices
import UDFTooling

@Suite("moving a reducer to Swift")
struct ComparisonTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.save(Source.todos, to: "todos.lua")
    try folder.save(Source.summary, to: "summary.lua")
    try folder.save(Source.app(["todos", "summary"]), to: "app.lua")
    return folder
  }

  @Test("gives equal states and changes after every action of a random session with undo and redo")
  func random() throws {
    let folder = try Self.folder()
    let comparison = FeatureComparison(app: folder("app.lua"), native: Todos())
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<5 {
      let session = try comparison.randomSession(count: 400, using: &generator)
      let difference = try comparison.firstDifference(in: session)
      #expect(difference == nil, "\(difference?.description ?? "") \(Seed.replay)")
    }
  }

  @Test("shows the first action with a different result")
  func different() throws {
    let folder = try Self.folder()
    try folder.save(Source.todos.replacing("(action.by or 1)", with: "(action.by or 2)"), to: "todos.lua")
    let comparison = FeatureComparison(app: folder("app.lua"), native: Todos())
    let difference = try comparison.firstDifference(in: [.send("inc", ["by": 1]), .send("inc")])
    #expect(
      difference?.description == """
        step 2, todos/inc {}: state differ
          Lua:   {count=3, draft={tags={}, title=""}, items={}}
          Swift: {count=2, draft={tags={}, title=""}, items={}}
        """)
  }

  @Test("compares a feature of an app that needs its program's services")
  func configured() throws {
    let folder = try Self.folder()
    try folder.save(Source.feature("name = \"printing\", uses = { \"printer\" },"), to: "printing.lua")
    try folder.save(Source.app(["todos", "summary", "printing"]), to: "app.lua")
    var configuration = HostConfiguration(app: folder("app.lua"))
    configuration.core = TestCore(services: {
      [HostService("printer", doc: "", [ServiceMethod("print", [:], returns: "any", doc: "") { _ in .none }])]
    })
    let comparison = FeatureComparison(configuration, native: Todos())
    #expect(try comparison.firstDifference(in: [.send("inc", ["by": 1]), .send("remove", ["id": "none"])]) == nil)
  }

  @Test("none of them has it: a reducer moved from Lua to Swift proves itself on the recorded log, and both agree")
  func recorded() throws {
    let folder = try Self.folder()
    var configuration = HostConfiguration(app: folder("app.lua"))
    configuration.watch = .off
    let host = try AppHost(configuration)
    let comparison = FeatureComparison(app: folder("app.lua"), native: Todos())
    var generator = SeededGenerator(seed: Seed.current)
    for case .send(let action, let fields) in try comparison.randomSession(count: 300, using: &generator) {
      try? host.send("todos/\(action)", fields)
    }
    let log = comparison.session(of: host.history)
    #expect(log.count == host.history.count)
    let difference = try comparison.firstDifference(in: log)
    #expect(difference == nil, "\(difference?.description ?? "") \(Seed.replay)")

    try folder.save(Source.todos.replacing("(action.by or 1)", with: "(action.by or 2)"), to: "todos.lua")
    try host.send("todos/inc")
    let again = try comparison.firstDifference(in: comparison.session(of: host.history))
    #expect(again?.action.hasPrefix("todos/inc {") == true, "\(Seed.replay)")
  }
}
