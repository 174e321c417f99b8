import Testing

@testable import UDFCommands

@Suite("The kinds of lines")
struct LineTests {
  @Test("a colon and a letter make a command, with its argument trimmed")
  func command() {
    #expect(Line(":state cart.items[1] ") == .command(name: "state", argument: "cart.items[1]"))
    #expect(Line("  :q") == .command(name: "q", argument: ""))
    #expect(Line(":reload!") == .command(name: "reload!", argument: ""))
    #expect(Line(":?") == .command(name: "?", argument: ""))
  }

  @Test("everything else is Lua, labels and text with a colon in it too")
  func lua() {
    #expect(Line("state.cart") == .lua("state.cart"))
    #expect(Line("::again:: goto again") == .lua("::again:: goto again"))
    #expect(Line("s:upper()") == .lua("s:upper()"))
    #expect(Line(": state") == .lua(": state"))
    #expect(Line(" -1") == .lua(" -1"))
  }

  @Test("white space alone is nothing")
  func blank() {
    #expect(Line("") == .blank)
    #expect(Line(" \t\n") == .blank)
  }

  @Test(
    "a name with a question mark asks for its description; other question marks do not",
    arguments: [
      ("cart.add?", "cart.add"), ("cart/add ?", "cart/add"), (" :hist?", ":hist"), (":reload!?", ":reload!"),
      ("it?", "it"),
    ])
  func question(text: String, subject: String) {
    #expect(Line(text) == .question(subject))
    #expect(Line("print('\(text)')") == .lua("print('\(text)')"))
    #expect(Line("?") == .command(name: "help", argument: ""))
    #expect(Line(":") == .command(name: "help", argument: ""))
    #expect(Line(":?") == .command(name: "?", argument: ""))
  }

  @Test("in pasted text, each command is a line, and the text between two commands is one chunk")
  func entries() {
    #expect(Line.entries(of: "cart.add{}\n:undo\nstate.cart") == ["cart.add{}", ":undo", "state.cart"])
    #expect(
      Line.entries(of: "\n:ls\n\n  :v cart\ncart?\nlocal n = 2\nprint(n)\n")
        == [":ls", "  :v cart", "cart?", "local n = 2\nprint(n)\n"])
    #expect(Line.entries(of: "a()\nb()") == ["a()\nb()"])
    #expect(Line.entries(of: "a()") == ["a()"])
    #expect(Line.entries(of: "") == [""])
    #expect(Line.entries(of: "\n\n") == ["\n\n"])
  }

  @Test("a call that continues in the next line of pasted text is not a command")
  func chain() {
    for text in ["login\n  :bind{}", "login\n:bind{}", "s\n  :view()", "::a::\n::b::"] {
      #expect(Line.entries(of: text) == [text])
    }
  }
}
