import HostTesting
import Testing
import UDF
import UDFHost

@Suite("a write of a reducer in Swift")
struct WritingTests {
  /// A Lua feature that listens to all and refuses what `b` is given above 9.
  private static let listener = Source.feature(
    """
      name = "listener", state = { n = 0 },
      reduce = { ["form/b"] = function(state, action) if action._0 > 9 then error("too much") end end },
    """)

  private static func app(_ configure: (inout HostConfiguration) -> Void = { _ in }) throws -> TestHost {
    let app =
      #"local udf = require "udf" return udf.app { name = "t", features = { udf.native "form", require "listener" } }"#
    return try TestHost(["listener": listener, "app": app]) {
      $0.features = [Form()]
      configure(&$0)
    }
  }

  @Test("is reported for every field that shows it, also for a part of one field and for more than one")
  func overlapping() throws {
    let app = try Self.app()
    #expect(try app.run("state.form.inner.title .. state.form.title") == "")
    try app.run(#"form.title{ _0 = "one" }"#)
    #expect(try app.run("state.form.inner.title .. state.form.title") == "oneone")
    try app.run(#"form.inner{ _0 = "three" }"#)
    #expect(try app.run("state.form.inner.title .. state.form.title") == "threethree")
    #expect(
      app.actions.map { $0.changes.map(\.shown) } == [
        [#"set form.inner.title: "" → "one""#, #"set form.title: "" → "one""#],
        [
          "set form.inner.length: 0 → 5", #"set form.inner.title: "one" → "three""#,
          #"set form.title: "one" → "three""#,
        ],
      ])
    _ = try app.host.undo()
    #expect(try app.run("state.form.inner.title .. state.form.title") == "oneone")
  }

  @Test("of the whole state is reported field by field, and undone")
  func whole() throws {
    let app = try Self.app()
    try app.run("form.a{ _0 = 1 } form.b{ _0 = 2 }")
    try app.run("form.reset{}")
    #expect(app.actions.last?.changes.map(\.shown) == ["set form.a: 1 → 0", "set form.b: 2 → 0"])
    #expect(try app.run("state.form.a + state.form.b") == 0)
    _ = try app.host.undo()
    #expect(try app.run("state.form.a + state.form.b") == 3)
  }

  @Test("cannot damage the history, and another Recorded in its place is refused with advice")
  func misuse() throws {
    let app = try Self.app()
    try app.run("form.a{ _0 = 1 }")
    try app.run("form.undo{}")
    #expect(try app.run("state.form.a") == 1)
    try app.run("form.commit{}")
    #expect(app.actions.last?.changes.map(\.shown) == ["set form.a: 1 → -1"])
    _ = try app.host.undo()
    #expect(try app.run("state.form.a") == 1)
    #expect(app.failure("form.replace{}").contains("To fix this, write the whole state as state.value = …"))
    for _ in 0..<3 { _ = try? app.host.undo() }
    try app.run("form.a{ _0 = 5 }")
    #expect(try app.run("state.form.a") == 5)
  }

  @Test("is visible after a refused action that follows an undo")
  func afterTrial() throws {
    let app = try Self.app()
    #expect(try app.run("state.form.a + state.form.b + state.form.c") == 0)
    try app.run("form.a{ _0 = 1 }")
    _ = try app.host.undo()
    #expect(app.failure("form.b{ _0 = 10 }").contains("too much"))
    try app.run("form.c{ _0 = 7 }")
    #expect(try app.run("state.form.c") == 7)
    #expect(try app.run("state.form.a + state.form.b") == 0)
  }

  @Test("that replaces a table leaves a kept row in a script empty, and never replaces it by another")
  func keptRow() throws {
    let app = try Self.app()
    try app.run(#"form.rows{ _0 = { "a", "b" } }"#)
    #expect(try app.run("kept = state.form.rows[1] return kept.id") == "a")
    try app.run(#"form.rows{ _0 = { "p", "b" } }"#)
    try app.run(#"form.rows{ _0 = { "q", "b" } }"#)
    #expect(try app.run("kept.id") == .none)
    #expect(try app.run("state.form.byKey.b.title") == "row b")
    try app.run("form.swap{}")
    #expect(app.actions.last?.changes.map(\.operation) == [.set])
    #expect(try app.run("#state.form.rows") == 0)
    _ = try app.host.undo()
    #expect(try app.run("#state.form.rows") == 2)
    // Another table put in place behind the journal's back: nothing is known of it, and nothing breaks.
    try app.run("form.clear{}")
    while (try? app.host.undo()) != nil {}
    #expect(try app.run("#state.form.rows") == 0)
  }

  @Test("is kept while its feature is not in the app, also nil")
  func outAndBack() throws {
    let app = try Self.app()
    try app.run("form.select{}")
    let with =
      #"local udf = require "udf" return udf.app { name = "t", features = { udf.native "form", require "listener" } }"#
    try app.save(#"local udf = require "udf" return udf.app { name = "t", features = {} }"#, to: "app")
    #expect(app.saved("app")?.error == nil)
    #expect(try app.reload("app", as: with)?.error == nil)
    #expect(try app.run("state.form.selected") == .none)
  }

  @Test("is removed with the history's limit")
  func limit() throws {
    let app = try Self.app { $0.historyLimit = 2 }
    for number in 1...5 { try app.run("form.a{ _0 = \(number) }") }
    _ = try app.host.undo()
    _ = try app.host.undo()
    #expect(throws: HostError.self) { try app.host.undo() }
    #expect(try app.run("state.form.a") == 3)
  }
}
