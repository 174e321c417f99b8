import HostTesting
import Testing
import UDFHost

@Suite("an effect that reports its progress")
struct ProgressTests {
  private static func app(_ effects: String) throws -> TestHost {
    try TestHost(["a": Source.feature(#"name = "a", state = {}, effects = { \#(effects) }"#)])
  }

  private func loading(_ done: Double) -> EffectProgress { EffectProgress(label: "loading", done: done, total: 100) }

  @Test("is reported at once, and no longer after everything is done")
  func complete() throws {
    let app = try Self.app(
      #"go = function(cx) cx.progress(0, 100, "loading") cx.sleep(1) cx.progress(57, 100, "loading") cx.sleep(1) cx.progress(100, 100, "loading") cx.sleep(1) end"#
    )
    try app.run("a.go()")
    app.pass(1)
    #expect(app.progress == [loading(0), loading(57)])
    app.pass(1)
    #expect(app.progress == [loading(0), loading(57), nil])
    app.pass(1)
    #expect(app.progress.count == 3)
  }

  @Test("is reported at most every 50 ms, and the last progress is reported in the end")
  func rate() throws {
    let app = try Self.app(
      #"go = function(cx) for i = 1, 90 do cx.progress(i, 100, "loading") end cx.sleep(9) end"#)
    try app.run("a.go()")
    #expect(app.progress == [loading(1)])
    #expect(app.host.nextDue == 0.05)
    app.pass(0.04)
    #expect(app.progress == [loading(1)])
    app.pass(0.02)
    #expect(app.progress == [loading(1), loading(90)])
    #expect(app.host.nextDue.map { ($0 * 100).rounded() } == 894)
  }

  @Test("is no longer reported after the effect ends early, by itself, by an error or by a reset")
  func early() throws {
    let app = try Self.app(
      """
      go = function(cx) cx.progress(1, 100, "loading") cx.sleep(1) end,
          fail = function(cx) cx.progress(2, 100, "loading") cx.sleep(1) error("x") end,
      """)
    try app.run("a.go()")
    app.pass(1)
    try app.run("a.fail()")
    app.pass(1)
    try app.run("a.go()")
    app.host.reload(reset: true)
    #expect(app.progress == [loading(1), nil, loading(2), nil, loading(1), nil])
  }

  @Test("is shown before an effect that started later, whose progress is shown afterwards")
  func two() throws {
    let app = try Self.app(
      """
      go = function(cx, action)
            for i = 1, action.steps do
              cx.progress(i, 100, action.label)
              cx.sleep(1)
            end
          end,
      """)
    try app.run(#"a.go{ label = "first", steps = 2 } a.go{ label = "second", steps = 4 }"#)
    app.pass(1)
    app.pass(1)
    app.pass(1)
    app.pass(1)
    let shown = app.progress.map { $0.map { "\($0.label) \(Int($0.done))" } ?? "nothing" }
    #expect(shown == ["first 1", "first 2", "second 2", "second 4", "nothing"])
  }

  @Test(
    "must report numbers from 0 on and a text",
    arguments: [
      (#""x""#, #"the total amount, two numbers from 0 on; got string "x" and nil"#),
      ("1, -2", "the total amount, two numbers from 0 on; got number 1 and number -2"),
      ("1/0, 2", "the total amount, two numbers from 0 on; got number inf and number 2"),
    ])
  func wrongNumbers(arguments: String, end: String) throws {
    let app = try Self.app("go = function(cx) cx.progress(\(arguments)) end")
    try app.run("a.go()")
    #expect(firstLine(app) == "a.lua:3: effect of a/go: cx.progress takes the done and \(end)")
    #expect(app.progress.isEmpty)
  }

  private func firstLine(_ app: TestHost) -> Substring? { app.errors.first?.message.prefix { $0 != "\n" } }

  @Test("must report a label that is a text, if any")
  func wrongLabel() throws {
    let app = try Self.app("go = function(cx) cx.progress(1, 2) cx.progress(1, 2, 3) end")
    try app.run("a.go()")
    #expect(firstLine(app) == "a.lua:3: effect of a/go: cx.progress takes a label last, a string; got number 3")
    #expect(app.progress == [EffectProgress(label: "", done: 1, total: 2), nil])
  }

  @Test("cannot report it while it does not run")
  func outside() throws {
    let app = try TestHost([
      "a": """
      local udf = require "udf"
      local kept
      return udf.feature {
        name = "a", state = {}, effects = { go = function(cx) kept = cx end },
        view = function() kept.progress(1, 2) end,
      }
      """
    ])
    try app.run("a.go()")
    #expect(
      failure { _ = try app.host.view(of: "a") } == "a.lua:5: view of a: cx.progress works only while its effect runs")
  }
}
