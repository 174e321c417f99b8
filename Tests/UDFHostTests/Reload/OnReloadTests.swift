import HostTesting
import Testing

@testable import UDFHost

@Suite("effects in flight when their file is saved")
struct OnReloadTests {
  /// Notes begin and end of each run, with the words of its code, and how it was cleaned up after.
  private static func source(_ words: String, _ onReload: String?, policy: String = "EFFECT") -> String {
    let effect = """
      function(cx, action)
          local guard <close> = setmetatable({}, { __close = function() cx.log("info", "closed " .. action.n) end })
          cx.send { type = "note", text = "\(words) begin " .. action.n }
          cx.sleep(1)
          cx.send { type = "note", text = "\(words) end " .. action.n }
        end
      """
    return Source.feature(
      """
        name = "a", \(onReload.map { "onReload = \"\($0)\"," } ?? "")
        state = { notes = udf.list {} },
        reduce = { note = function(state, action) table.insert(state.notes, action.text) end },
        effects = { go = \(policy.replacing("EFFECT", with: effect)) },
      """)
  }

  private static func save(_ app: TestHost, _ words: String, _ onReload: String?, policy: String = "EFFECT") throws {
    #expect(try app.reload("a", as: source(words, onReload, policy: policy))?.error == nil)
  }

  @Test("finish with their old code by default", arguments: [nil, "finish"])
  func finish(_ onReload: String?) throws {
    let app = try TestHost(["a": Self.source("old", onReload)])
    try app.run("a.go{ n = 1 }")
    try Self.save(app, "new", onReload)
    try app.run("a.go{ n = 2 }")
    app.pass(1)
    #expect(try app.notes() == ["old begin 1", "new begin 2", "old end 1", "new end 2"])
    let note = #"continues with its code of before the reload; onReload = "restart" starts it again"#
    #expect(app.logs == ["info effect of a/go (#1): \(note)", "info closed 1", "info closed 2"])
  }

  @Test("can be cancelled and clean up; their later actions are dropped")
  func cancel() throws {
    let app = try TestHost(["a": Self.source("old", "cancel")])
    try app.run("a.go{ n = 1 }")
    try Self.save(app, "new", "cancel")
    #expect(
      app.logs == ["info closed 1", "info effect of a/go (#1): cancelled by the reload, as onReload demands"])
    #expect(app.host.isSettled)
    try app.run("a.go{ n = 2 }")
    app.pass(1)
    #expect(try app.notes() == ["old begin 1", "new begin 2", "new end 2"])
    #expect(app.errors.isEmpty)
  }

  @Test("can restart with the new code and the same action")
  func restart() throws {
    let app = try TestHost(["a": Self.source("old", "restart")])
    try app.run("a.go{ n = 1 }")
    try app.run("a.go{ n = 2 }")
    try Self.save(app, "new", "restart")
    app.pass(1)
    #expect(
      try app.notes() == ["old begin 1", "old begin 2", "new begin 1", "new begin 2", "new end 1", "new end 2"])
    #expect(
      app.logs == [
        "info closed 1", "info closed 2",
        "info effect of a/go (#1), effect of a/go (#3): cancelled and started again by the reload, as onReload demands",
        "info closed 1", "info closed 2",
      ])
    #expect(app.host.isSettled)
  }

  @Test("go on if a file is broken and then restored", arguments: ["a", "app"])
  func restored(_ file: String) throws {
    let feature = Self.source("old", "cancel")
    let text =
      file == "a"
      ? feature
      : """
      local udf = require "udf"
      local a = (function() \(feature) end)()
      return udf.app { name = "x", features = { a } }
      """
    let app = try TestHost(files: [(file, text)]) { _ in }
    try app.run("a.go{ n = 1 }")
    #expect(try app.reload(file, as: "return {")?.error != nil)
    let report = try app.reload(file, as: text)
    #expect(report?.error == nil)
    #expect(report?.files == ["\(file).lua"])
    app.pass(1)
    #expect(try app.notes() == ["old begin 1", "old end 1"])
    #expect(app.logs == ["info closed 1"])
    #expect(try app.reload(file, as: text.replacing("old", with: "new"))?.error == nil)
    try app.run("a.go{ n = 2 }")
    #expect(try app.notes().last == "new begin 2")
  }

  @Test("are named up to three, and then counted")
  func many() throws {
    let app = try TestHost(["a": Self.source("old", "cancel")])
    for n in 1...5 { try app.run("a.go{ n = \(n) }") }
    try Self.save(app, "new", "cancel")
    #expect(
      app.logs.last == """
        info effect of a/go (#1), effect of a/go (#3), effect of a/go (#5) and 2 more: \
        cancelled by the reload, as onReload demands
        """)
  }

  @Test("can restart in a queue, before the requests that wait behind them")
  func restartQueue() throws {
    let app = try TestHost(["a": Self.source("old", "restart", policy: "udf.queue(EFFECT)")])
    for n in 1...3 { try app.run("a.go{ n = \(n) }") }
    try Self.save(app, "new", "restart", policy: "udf.queue(EFFECT)")
    for _ in 1...3 { app.pass(1) }
    #expect(
      try app.notes() == [
        "old begin 1", "new begin 1", "new end 1", "new begin 2", "new end 2", "new begin 3", "new end 3",
      ])
    #expect(app.host.isSettled)
    #expect(app.host.effects.isEmpty)
  }

  @Test("that only wait for their turn or a pause run the new code, or are dropped if the policy is cancel")
  func waiting() throws {
    for (onReload, expected) in [
      ("finish", ["old begin 1", "old end 1", "new begin 2", "new end 2"]), ("cancel", ["old begin 1"]),
    ] {
      let app = try TestHost(["a": Self.source("old", onReload, policy: "udf.queue(EFFECT)")])
      for n in 1...2 { try app.run("a.go{ n = \(n) }") }
      try Self.save(app, "new", onReload, policy: "udf.queue(EFFECT)")
      for _ in 1...2 { app.pass(1) }
      #expect(try app.notes() == expected)
      #expect(app.host.isSettled)
    }
    let app = try TestHost(["a": Self.source("old", nil, policy: "udf.debounce(2, EFFECT)")])
    try app.run("a.go{ n = 1 }")
    app.pass(1)
    try Self.save(app, "new", nil, policy: "udf.debounce(2, EFFECT)")
    #expect(!app.host.isSettled)
    for _ in 1...2 { app.pass(1) }
    #expect(try app.notes() == ["new begin 1", "new end 1"])
    #expect(app.host.effects.isEmpty)
  }

  @Test("of another feature, whose file was not saved, continue")
  func others() throws {
    let app = try TestHost(["a": Self.source("old", "cancel"), "counter": Source.counter])
    try app.run("a.go{ n = 1 }")
    for space in 1...3 {
      #expect(try app.reload("counter", as: Source.counter + String(repeating: " ", count: space))?.ok == true)
    }
    app.pass(1)
    #expect(try app.notes() == ["old begin 1", "old end 1"])
  }

  @Test("of two former generations: the older ones are cancelled and reported")
  func thirdGeneration() throws {
    let app = try TestHost(["a": Self.source("first", nil)])
    try app.run("a.go{ n = 1 }")
    try Self.save(app, "second", nil)
    try app.run("a.go{ n = 2 }")
    app.forgetEvents()
    try Self.save(app, "third", nil)
    try app.run("a.go{ n = 3 }")
    #expect(
      app.logs == [
        "info closed 1",
        #"info effect of a/go (#3): continues with its code of before the reload; onReload = "restart" starts it again"#,
        """
        warning effect of a/go (#1) was cancelled: it ran the code of generation 1
          Only the present code of a feature and that of one earlier generation can run.
        """,
      ])
    app.pass(1)
    #expect(
      try app.notes() == ["first begin 1", "second begin 2", "third begin 3", "second end 2", "third end 3"])
  }

  @Test("that cannot restart are reported")
  func lost() throws {
    let app = try TestHost(["a": Self.source("old", "restart")]) { $0.historyLimit = 0 }
    try app.run("a.go{ n = 1 }")
    try Self.save(app, "new", "restart")
    #expect(
      app.logs == [
        "info closed 1",
        """
        warning effect of a/go (#1) was cancelled by the reload and cannot restart
          Its action is not kept, or the new code has no such effect.
        """,
      ])
    #expect(app.host.isSettled)
  }

  @Test("that restart and are throttled start at once")
  func throttled() throws {
    let app = try TestHost(["a": Self.source("old", "restart", policy: "udf.throttle(5, EFFECT)")])
    try app.run("a.go{ n = 1 }")
    try Self.save(app, "new", "restart", policy: "udf.throttle(5, EFFECT)")
    app.pass(1)
    #expect(try app.notes() == ["old begin 1", "new begin 1", "new end 1"])
  }

  @Test("with a misspelt policy in an inherited definition are an error too")
  func inherited() throws {
    let app = try TestHost(["a": Self.source("old", nil)])
    let source = """
      local udf = require "udf"
      local base = { state = {}, onReload = "finnish", reduce = { go = function() end } }
      return udf.feature(setmetatable({ name = "a" }, { __index = base }))
      """
    try app.save(source, to: "a")
    let message = app.saved("a")?.error?.message ?? ""
    #expect(message.contains("a.onReload must be \"finish\", \"cancel\" or \"restart\", got \"finnish\""))
  }

  @Test("with a misspelt policy are an error with its line")
  func misspelt() throws {
    let app = try TestHost(["a": Self.source("old", nil)])
    try app.save(Self.source("new", "finnish"), to: "a")
    #expect(
      app.saved("a")?.error?.message.hasPrefix(
        "a.lua:3:15: udf.feature: a.onReload must be \"finish\", \"cancel\" or \"restart\", got \"finnish\". Did you mean \"finish\"?\n"
      )
        == true)
  }
}
