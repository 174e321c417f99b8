import Testing

@testable import UDFCommands

@Suite("The table of commands")
struct CommandTableTests {
  @Test("every command is in the table once, and no spelling has two meanings")
  func complete() {
    #expect(CommandTable.entries.map(\.command) == Command.allCases)
    let spellings = CommandTable.entries.flatMap { [$0.name] + $0.shortForms }
    #expect(Set(spellings).count == spellings.count)
  }

  @Test(
    "short forms work",
    arguments: [
      ("h", Command.help), ("?", .help), ("q", .quit), ("u", .undo), ("r", .reload), ("s", .state),
      ("v", .view),
    ])
  func shortForms(spelling: String, command: Command) {
    #expect(CommandTable.entry(for: spelling)?.command == command)
  }

  @Test("a mistyped command gets a suggestion, an unknown word does not")
  func suggestion() {
    #expect(CommandTable.suggestion(for: "stat") == "state")
    #expect(CommandTable.suggestion(for: "rleoad") == "reload")
    #expect(CommandTable.suggestion(for: "undoo") == "undo")
    #expect(CommandTable.suggestion(for: "zzzzzz") == nil)
  }

  @Test("the list of commands fits a terminal of 80 columns")
  func width() {
    let overview = CommandTable.overview().split(separator: "\n")
    for line in overview { #expect(line.count < 80) }
    #expect(overview.count == CommandTable.entries.count + 1)
  }

  @Test("the help of one command gives its usage, short form and details")
  func help() throws {
    let entry = try #require(CommandTable.entry(for: "state"))
    #expect(
      CommandTable.help(on: entry) == """
        :state [PATH]  (short: :s)
          the state, or the part at a path
          A path is written as in Lua: `:state cart.items[1].qty`, `:state users["a-1"]`.
          Long values are shortened at the prompt and printed whole in batch.
        """)
  }

  @Test("the help of a command with an argument shows the argument", arguments: examples)
  func example(entry: CommandEntry) {
    #expect(CommandTable.help(on: entry).contains("`:\(entry.name) "))
  }

  private static let examples = (CommandTable.looking + CommandTable.acting + CommandTable.observing).filter {
    $0.argument != .none
  }

  @Test("in a narrow window, each summary is below its command")
  func narrow() {
    let lines = CommandTable.overview(columns: 40).split(separator: "\n")
    #expect(lines.prefix(2) == [":help [NAME]  :h", "  this list, or more about a command or a name"])
  }

  @Test("the help on a command has whole sentences in each line, so that a narrow terminal can wrap them")
  func sentences() {
    for entry in CommandTable.entries {
      for line in CommandTable.help(on: entry).split(separator: "\n").dropFirst(2) {
        #expect(line.hasSuffix("."), "\(entry.usage): \(line)")
      }
    }
  }
}
