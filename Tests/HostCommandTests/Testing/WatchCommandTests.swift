import Testing

@Suite("udfhost test --watch")
struct WatchCommandTests {
  @Test("runs what a saved file concerns again, says so on one line, and ends with 130 by Ctrl-C")
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

  @Test("says that no test has the name that is asked for, and goes on watching")
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
}
