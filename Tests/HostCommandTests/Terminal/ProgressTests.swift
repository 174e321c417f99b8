import Testing

@Suite("The progress of an effect")
struct ProgressTests {
  private let folder = AppFolder(features: ["counter": loader])

  /// Reports the progress that the test has set.
  private static let loader = """
    local udf = require "udf"
    return udf.feature {
      name = "counter",
      state = { done = 0, total = 10 },
      reduce = { go = function(state, action) state.done = action.to end },
      effects = {
        load = function(cx)
          repeat
            cx.progress(cx.state.done, 10, "loading")
            cx.sleep(0.02)
          until cx.state.done >= 10
        end,
      },
    }
    """

  private func start(columns: Int = 80, environment: [String: String] = [:]) throws -> Terminal {
    let terminal = try Terminal(folder, "--no-color", columns: columns, environment: environment)
    try terminal.waitForPrompt()
    terminal.type("counter.load{}\n")
    return terminal
  }

  private func bar(_ full: Int) -> String {
    "loading \(String(repeating: "█", count: full * 2))\(String(repeating: "░", count: 20 - full * 2)) \(full)0 % · \(full) of 10"
      .replacing(" 00 %", with: " 0 %")
  }

  @Test("is one line above the prompt, redrawn in place, and removed in the end")
  func line() throws {
    let terminal = try start()
    try terminal.wait { $0.lines.suffix(2) == [bar(0), "udf>"] }
    terminal.type("counter.go{ to = 4 }\n")
    try terminal.wait { $0.lines.suffix(2) == [bar(4), "udf>"] }
    #expect(terminal.screen.text.components(of: "loading").count == 2)
    terminal.type("half a li")
    try terminal.wait { $0.lines.suffix(2) == [bar(4), "udf> half a li"] }
    terminal.type("\u{15}counter.go{ to = 10 }\n")
    try terminal.wait { !$0.text.contains("loading") && $0.cursorLine == "udf>" }
    #expect(terminal.screen.lines.suffix(2) == ["   counter.done: 4 → 10", "udf>"])
    #expect(try terminal.enter("1") == ["1"])
  }

  @Test("stays below other output, and no candidate of a list is lost")
  func amongOutput() throws {
    let terminal = try start()
    try terminal.wait { $0.lines.suffix(2) == [bar(0), "udf>"] }
    terminal.type("print('a') print('b')\n")
    try terminal.wait { $0.lines.suffix(4) == ["a", "b", bar(0), "udf>"] }
    terminal.type("state.counter.\t")
    try terminal.wait { $0.lines.suffix(3) == ["done   total", bar(0), "udf> state.counter."] }
    terminal.type("\u{3}")
    try terminal.wait { $0.lines.suffix(3) == ["udf> state.counter.^C", bar(0), "udf>"] }
    terminal.type("\u{4}\u{4}")
    #expect(terminal.end() == 0)
    #expect(!terminal.screen.text.contains("loading"))
    #expect(terminal.isRestored)
  }

  @Test("fits into a narrow window, with a line wrapped over several rows below it")
  func narrow() throws {
    let terminal = try start(columns: 24)
    try terminal.wait { $0.lines.suffix(2) == ["loading ░░░░░░░░░░░ 0 %", "udf>"] }
    terminal.type(String(repeating: "abcdefghi ", count: 6))
    try terminal.wait { $0.text.components(of: "abcdefghi").count > 5 }
    terminal.type("\u{15}counter.go{ to = 5 }\n")
    try terminal.wait { $0.lines.suffix(2) == ["loading █████░░░░░ 50 %", "udf>"] }
    #expect(terminal.screen.text.components(of: "loading").count == 2)
  }

  @Test("is not shown without cursor movement")
  func dumb() throws {
    let terminal = try Terminal(folder, environment: ["TERM": "dumb"])
    try terminal.wait { $0.cursorLine.hasSuffix("udf>") }
    terminal.type("counter.load{} counter.go{ to = 5 } settle(0.1)\n")
    try terminal.wait(forText: "did not settle")
    #expect(!terminal.screen.text.contains("loading"))
  }

  @Test("is not shown in batch")
  func batch() throws {
    let line = "counter.load{} counter.go{ to = 5 } pcall(settle, 0.1) counter.go{ to = 10 }"
    let text = try Batch(folder, "-e", line)
    #expect(text.output == "")
    #expect(text.error == "")
    let json = try Batch(folder, "--json", "-e", line)
    #expect(!json.output.contains("loading"))
    #expect(json.code == 0)
  }
}
