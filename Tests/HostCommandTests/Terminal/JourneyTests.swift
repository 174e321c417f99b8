import Testing

@Suite("A journey at a terminal")
struct JourneyTests {
  private let folder = AppFolder.journey()

  @Test("taps a row far down the list, writes, and returns to the same position of the list")
  func journey() throws {
    let terminal = try Terminal(folder, "--no-color")
    try terminal.waitForPrompt()
    terminal.type(":screen on\n")
    try terminal.wait { $0.text.contains("rows 1–18 of 10,000") && $0.cursorLine == "udf>" }
    terminal.type(":screen 5000\n")
    try terminal.wait { $0.text.contains("[1]  Article 5000") && $0.cursorLine == "udf>" }
    terminal.type(":tap 3\n")
    try terminal.wait { $0.lines.suffix(3) == ["Article 5002", "Note  ▏", "udf>"] }
    terminal.type(":type note read it again\n")
    try terminal.wait { $0.lines.suffix(3) == ["Article 5002", "Note  read it again▏", "udf>"] }
    terminal.type(":back\n")
    try terminal.wait { $0.text.contains("[1]  Article 5000") && $0.cursorLine == "udf>" }
    #expect(!terminal.screen.text.contains("Note  read it again▏"))
    terminal.type("nav.open '/articles/7'\n")
    try terminal.wait { $0.lines.suffix(3) == ["Article 7", "Note  ▏", "udf>"] }
    terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  @Test("is completed: commands with a space after them, links from their first slash on")
  func completion() throws {
    let terminal = try Terminal(folder, "--no-color")
    try terminal.waitForPrompt()
    terminal.type(":na\t/a\t")
    try terminal.wait { $0.cursorLine == "udf> :nav /articles/" }
    terminal.type("7\n")
    try terminal.wait { $0.text.contains("nav/open") && $0.cursorLine == "udf>" }
    terminal.type(":ty\tn\tgood\n")
    try terminal.wait { $0.lines.contains("udf> :type note good") && $0.cursorLine == "udf>" }
  }

  @Test("begins at the top of a list on a screen that has the id of a removed one")
  func ids() throws {
    let journey = try Batch(
      folder, input: "nav.push 'list'\n:screen 5000\n:undo\n:screen\nnav.push 'list'\n:screen\n")
    #expect(journey.lines.filter { $0.hasPrefix("[1] ") } == ["[1]  Article 5000", "[1]  Article 1", "[1]  Article 1"])
  }

  @Test("in a pipe is the same")
  func batch() throws {
    let journey = try Batch(
      folder, input: ":screen 5000\n:tap 3\n:type note again\n:screen\n:back\n:screen\n:back\n")
    try #require(journey.lines.count > 25, "\(journey.lines)")
    #expect(journey.lines[1] == "[1]  Article 5000")
    #expect(journey.lines[22...24] == ["Article 5002", "Note  again▏", "Articles"])
    #expect(journey.lines[25] == "[1]  Article 5000")
    #expect(journey.error.contains("there is nothing to go back to"))
    #expect(journey.code == 1)
  }
}
