import Glibc
import Testing

@Suite("Reports before the first prompt")
struct EarlyTests {
  /// The screen of an app with one feature at its first prompt.
  private func screen(
    _ feature: String, _ arguments: String..., more: String = "", environment: [String: String] = [:],
    prepare: (AppFolder) -> Void = { _ in }
  ) throws -> [String] {
    let folder = AppFolder(
      app: """
        local udf = require "udf"
        return udf.app { name = "early", \(more)features = { udf.feature { name = "early", state = {},
          \(feature)
        } } }
        """, features: [:])
    prepare(folder)
    let terminal = try Terminal(
      folder, arguments: ["--no-color", "--watch", "off"] + arguments, columns: 120, environment: environment)
    try terminal.waitForPrompt()
    #expect(try terminal.enter("1 + 1") == ["2"])
    return terminal.screen.lines.dropLast(3).map { $0.replacing(folder.path, with: "HERE") }
  }

  @Test("a reducer that fails at the start is reported below the banner")
  func reducer() throws {
    #expect(
      try screen("reduce = { start = function(state) state.n = state.x.y end }") == [
        "early · 1 feature · :help",
        "[native] #1 early/start  rejected",
        "app.lua:3: early/start: attempt to index a nil value (field 'x')",
        "  The action was refused and the state is unchanged.",
      ])
  }

  @Test(
    "logs and failures of effects are too, also at a terminal without cursor movement",
    arguments: ["xterm", "dumb"])
  func effect(terminal: String) throws {
    let lines = try screen(
      """
      reduce = { start = function() end },
      effects = { start = function(cx) cx.log("info", "hello") error("no wheel") end }
      """, environment: ["TERM": terminal])
    #expect(
      lines == [
        "early · 1 feature · :help",
        "[native] #1 early/start",
        "[info] hello",
        "app.lua:4: effect of early/start: no wheel",
        "  The effect has ended; the state is as it left it.",
      ])
  }

  @Test("a link without a route is too")
  func link() throws {
    let flow = """
      scenes = { udf.scene { name = "all", view = function() return {} end } },
      flow = udf.flow { start = "list", routes = { list = { scene = "all" } } },
      """
    #expect(
      try screen("", "--link", "/nope", more: flow) == [
        "early · 1 feature · :help",
        #"[event] #1 nav/open {params={link="/nope", message="there is no screen for /nope"}, route="notFound"}"#,
        "   nav.last: 1 → 2",
        #"   nav.path[2]: + {id=2, params={link="/nope", message="there is no screen for /nope"}, route="notFound"}"#,
        "[warning] link: there is no screen for /nope",
      ])
  }

  @Test("a history that cannot be read is too")
  func history() throws {
    let lines = try screen("") { folder in
      for name in ["state", "state/udfhost", "state/udfhost/early.history"] { mkdir("\(folder.path)/\(name)", 0o700) }
    }
    #expect(
      lines == [
        "early · 1 feature · :help",
        "HERE/state/udfhost/early.history: the history is not kept: Invalid argument",
      ])
  }
}
