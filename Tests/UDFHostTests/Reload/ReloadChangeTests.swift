import HostTesting
import Testing
import UDFHost

@Suite("the changes of a reload describe the difference of the state")
struct ReloadChangeTests {
  private static let rows = "return require('udf').entities { name = 'rows', key = 'id' }"

  private static func counter(_ state: String, _ more: String = "") -> String {
    Source.feature(
      """
        name = "counter", state = { \(state) }, \(more)
        reduce = {
          inc = function(state) state.count = state.count + 1 end,
          forget = function(state) state.name = nil end,
        },
      """)
  }

  private static func app() throws -> TestHost {
    let app = try TestHost([
      "counter": counter("count = 0, name = 'x'"), "rows": rows, "cart": Source.cart,
      "app": Source.app(["counter", "rows"]),
    ])
    try app.run("counter.inc()")
    try app.run("rows.upsert{ row = { id = 1 } }")
    return app
  }

  private static func expectChanges(_ app: TestHost, _ reload: () throws -> ReloadReport?) throws -> [String] {
    let before = try app.state()
    let report = try #require(try reload())
    #expect(report.ok)
    #expect(try SessionLaws.applied(report.changes, to: before) == app.state())
    return report.changes.map(\.shown).sorted()
  }

  @Test("that stays: there are none")
  func kept() throws {
    let app = try Self.app()
    #expect(try Self.expectChanges(app) { app.host.reload(reset: false) } == [])
  }

  @Test("that is reset")
  func reset() throws {
    let app = try Self.app()
    let changes = try Self.expectChanges(app) { app.host.reload(reset: true) }
    #expect(changes.contains("set counter.count: 1 → 0"))
    #expect(changes.contains { $0.hasPrefix("remove rows.rows[1]: ") })
  }

  @Test("with new keys, and a default for one that was nil")
  func defaults() throws {
    let app = try Self.app()
    try app.run("counter.forget()")
    let changes = try Self.expectChanges(app) {
      try app.reload("counter", as: Self.counter("count = 0, name = 'x', more = { deep = 1 }"))
    }
    #expect(changes == ["set counter.more: nil → {deep=1}", #"set counter.name: nil → "x""#])
  }

  @Test("with a migrated feature")
  func migration() throws {
    let app = try Self.app()
    let migration = "version = 2, migrate = function(old) return { count = old.count * 10 } end,"
    let changes = try Self.expectChanges(app) {
      try app.reload("counter", as: Self.counter("count = 0, added = 1", migration))
    }
    #expect(changes.contains("set counter.count: 1 → 10"))
  }

  @Test("with removed and added features")
  func features() throws {
    let app = try Self.app()
    let changes = try Self.expectChanges(app) { try app.reload("app", as: Source.app(["rows", "cart"])) }
    #expect(changes.count == 2)
    // The actions that were set aside are restored.
    _ = try Self.expectChanges(app) { try app.reload("app", as: Source.app(["counter", "rows", "cart"])) }
    #expect(try app.state("counter.count") == 1)
  }
}
