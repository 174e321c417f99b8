import Testing

@Suite("udfhost test --watch")
struct WatchCommandTests {
  @Test("repeats the tests that a saved file affects, reports it on one line, and exits with 130 after Ctrl-C")
  func terminal() throws {
    let folder = AppFolder()
    let counts = """
      local test = require "udf.test"
      test.it("counts", function()
        test.store().send({ type = "counter/inc" }, function(state) state.counter.count = 1 end)
      end)
      """
    folder.write("counter_test.lua", counts)
    let terminal = try Terminal(folder, folder.path, "--watch", "--no-color", app: "test", columns: 200)
    try terminal.wait(forText: "\n1 passed (")
    folder.write(
      "features/counter.lua", AppFolder.counterFeature.replacing("(action.by or 1)", with: "(action.by or 2)"))
    try terminal.wait(forText: "\n1 failed (")
    #expect(
      terminal.screen.text.contains(
        "\(folder.path)/features/counter.lua saved · running \(folder.path)/counter_test.lua\n"))
    folder.write("counter_test.lua", "it(")
    try terminal.wait(forText: "counter_test.lua saved · running \(folder.path)/counter_test.lua")
    try terminal.wait(forText: "counter_test.lua:1:4: ")
    terminal.type("\u{3}")
    #expect(terminal.end() == 130)
  }

  @Test("reports that no test has the name, and continues to watch")
  func noTest() throws {
    let folder = AppFolder()
    folder.write("counter_test.lua", "local test = require 'udf.test'\ntest.it('counts', function() end)\n")
    let terminal = try Terminal(
      folder, folder.path, "--watch", "--filter", "sings", "--no-color", app: "test", columns: 200)
    try terminal.wait(forText: "--filter: no test's name contains \"sings\"")
    folder.write("counter_test.lua", "local test = require 'udf.test'\ntest.it('sings', function() end)\n")
    try terminal.wait(forText: "\n1 passed (")
    terminal.type("\u{3}")
    #expect(terminal.end() == 130)
  }

  @Test("has keys: a runs all, f the failed ones, / asks for a name, q ends it and restores the terminal")
  func keys() throws {
    let folder = AppFolder()
    folder.write(
      "mixed_test.lua",
      """
      local test = require "udf.test"
      test.it("sings", function() test.expect(1).to_equal(2) end)
      test.it("counts", function() end)
      """)
    let terminal = try Terminal(folder, folder.path, "--watch", "--no-color", app: "test", columns: 200)
    let keys = "a all · f failed · / filter · q quit"
    func count(_ text: String, in screen: Screen) -> Int { screen.text.split(separator: text).count - 1 }
    try terminal.wait { $0.text.contains("\n1 passed, 1 failed (") && $0.text.hasSuffix("\(keys)\n") }
    terminal.type("xf")
    try terminal.wait { $0.text.contains("running failed tests of \(folder.path)/mixed_test.lua\n") }
    try terminal.wait { $0.text.contains("\n1 failed (") && count(keys, in: $0) == 2 }
    terminal.type("/")
    try terminal.wait { $0.cursorLine == "only tests whose name contains:" }
    terminal.type("unt\n")
    try terminal.wait { $0.text.contains("\n1 passed (") && $0.text.hasSuffix("only \"unt\" · \(keys)\n") }
    #expect(terminal.screen.lines.contains { $0.hasPrefix("  ✓ counts  ") })
    terminal.type("a")
    try terminal.wait { count("\n1 passed, 1 failed (", in: $0) == 2 }
    terminal.type("q")
    #expect(terminal.end() == 0)
    #expect(terminal.isRestored)
  }

  @Test("shows the progress of all tests at a terminal, on a line that is removed")
  func progress() throws {
    let folder = AppFolder()
    folder.write("a_test.lua", "local test = require 'udf.test'\ntest.it('counts', function() end)\n")
    let terminal = try Terminal(folder, folder.path, "--no-color", app: "test", columns: 120)
    #expect(terminal.end() == 0)
    #expect(terminal.screen.raw.contains("of 1 file · "))
    #expect(terminal.screen.text.contains("✓ \(folder.path)/a_test.lua  1 passed"))
    #expect(!terminal.screen.text.contains("of 1 file"))
    let pipe = try Batch(folder, folder.path, app: "test")
    #expect(!pipe.output.contains("of 1 file"))
  }
}
