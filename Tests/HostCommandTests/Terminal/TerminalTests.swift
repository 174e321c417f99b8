import Glibc
import Testing

@Suite("At a terminal")
struct TerminalTests {
  private let folder = AppFolder()

  private func start(columns: Int = 80, environment: [String: String] = [:]) throws -> Terminal {
    let terminal = try Terminal(folder, "--no-color", columns: columns, environment: environment)
    try terminal.waitForPrompt()
    return terminal
  }

  @Test("a session: banner, action with its changes, value, Ctrl-D")
  func session() throws {
    let terminal = try start()
    #expect(terminal.screen.lines[0] == "counter · 1 feature · watching 2 files · :help")
    let action = try terminal.enter("counter.inc{ by = 2 }")
    #expect(action.count == 2)
    #expect(action[0].wholeMatch(of: /#1 counter\/inc {by=2}      +[0-9.]+ m?s/) != nil)
    #expect(action[1] == "   counter.count: 0 → 2")
    #expect(try terminal.enter("state.counter.count, 'text'") == ["2", #""text""#])
    let undone = try terminal.enter(":undo")
    #expect(undone.count == 2)
    #expect(undone[0].wholeMatch(of: /↶ #1 counter\/inc {by=2}      +1 change, undone/) != nil)
    #expect(undone[1] == "   counter.count: 2 → 0")
    #expect(try terminal.enter("state.counter.count") == ["0"])
    terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    #expect(terminal.isRestored)
  }

  @Test(":quit ends the session")
  func quit() throws {
    let terminal = try start()
    terminal.type(":q\n")
    #expect(terminal.end() == 0)
  }

  @Test(":quit and Ctrl-D name the effects that they would cancel, and leave when they are repeated")
  func quitWithEffects() throws {
    let terminal = try start()
    _ = try terminal.enter("counter.later{ s = 60 }")
    let answer = try terminal.enter(":quit")
    #expect(answer.count == 3)
    #expect(answer.first == "an effect is still running")
    #expect(answer.last == ":quit again leaves and cancels it")
    #expect(try terminal.enter("state.counter.count") == ["0"])
    #expect(try terminal.enter(":quit").first == "an effect is still running")
    terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    #expect(terminal.isRestored)
  }

  @Test("an error is shown and the session continues")
  func error() throws {
    let terminal = try start()
    #expect(try !terminal.enter("counter.push{ sku = 1 }").isEmpty)
    #expect(try terminal.enter("1 + 1") == ["2"])
    #expect(try terminal.enter("help") == ["help: there is nothing of this name. Did you mean \":help\"?"])
    #expect(try terminal.enter("quit()") == ["quit(): there is nothing of this name. Did you mean \":quit\"?"])
    #expect(try terminal.enter("?").first?.hasPrefix(":help [NAME]") == true)
    #expect(try terminal.enter(":stat") == [":stat: there is no such command. Did you mean \":state\"?"])
  }

  @Test("Tab completes features, actions, payload keys, state paths and commands")
  func completion() throws {
    let terminal = try start()
    terminal.type("cou\t")
    try terminal.wait { $0.cursorLine == "udf> counter" }
    terminal.type(".pu\t{ \t")
    try terminal.wait { $0.lines.contains("qty=  sku=") && $0.cursorLine == "udf> counter.push{" }
    terminal.type("s\t\"A\", q\t1 }")
    try terminal.wait { $0.cursorLine == #"udf> counter.push{ sku="A", qty=1 }"# }
    #expect(try terminal.enter("").last == #"   counter.items[1]: + {qty=1, sku="A"}"#)
    terminal.type("state.counter.it\t")
    try terminal.wait { $0.cursorLine == "udf> state.counter.items" }
    #expect(try terminal.enter("") == [#"{{qty=1, sku="A"}}"#])
    terminal.type(":vi\tc\t")
    try terminal.wait { $0.cursorLine == "udf> :view counter" }
    #expect(try terminal.enter("") == [#"{label="count is 0"}"#])
    terminal.type("event(\"counter.t\t")
    try terminal.wait { $0.cursorLine == #"udf> event("counter.tap""# }
  }

  @Test("unfinished input continues at a prompt of the same width, and is one entry of the history")
  func continuation() throws {
    let terminal = try start()
    #expect(try terminal.enter("for i = 1, 2 do", prompt: "...>") == [])
    #expect(try terminal.enter("print(i)", prompt: "...>") == [])
    #expect(try terminal.enter("end") == ["1", "2"])
    // The entry is recalled with all its lines.
    terminal.type("\u{1B}[A")
    try terminal.wait { $0.lines.suffix(3) == ["udf> for i = 1, 2 do", "print(i)", "end"] }
    #expect(try terminal.enter("") == ["1", "2"])
  }

  @Test("a pasted chunk of several lines runs as one")
  func paste() throws {
    let terminal = try start()
    terminal.type("\u{1B}[200~local n = 20\nprint(n + 1)\nprint(n + 2)\u{1B}[201~")
    try terminal.wait { $0.cursorLine == "print(n + 2)" }
    #expect(try terminal.enter("") == ["21", "22"])
  }

  @Test("pasted text with commands runs line by line, and shows the value at its end")
  func pastedSession() throws {
    let terminal = try start()
    let pasted = "counter.inc{ by = 2 }\n:undo\ncounter.inc{ by = 3 }\nstate.counter.count"
    terminal.type("\u{1B}[200~\(pasted)\u{1B}[201~")
    try terminal.wait { $0.cursorLine == "state.counter.count" }
    #expect(try terminal.enter("").last == "3")
  }

  @Test("commands at the start of pasted text run one by one, and the rest runs as one chunk")
  func pastedCommands() throws {
    let terminal = try start()
    let pasted = "\n:watch counter.count\n\n:state counter.count\nlocal n = 2\ncounter.inc{ by = n }"
    terminal.type("\u{1B}[200~\(pasted)\u{1B}[201~")
    try terminal.wait { $0.cursorLine == "counter.inc{ by = n }" }
    let lines = try terminal.enter("")
    #expect(lines.prefix(2) == ["[watch] counter.count: 0", "0"])
    #expect(lines.last == "[watch] counter.count: 0 → 2")
    terminal.type("\u{1B}[A")
    try terminal.wait { $0.lines.suffix(2) == ["udf> local n = 2", "counter.inc{ by = n }"] }
  }

  @Test("Ctrl-C stops a running script and keeps the session and its state")
  func interruptScript() throws {
    let terminal = try start()
    _ = try terminal.enter("counter.inc{ by = 5 }")
    terminal.type("print('on') while true do end\n")
    try terminal.wait { $0.lines.contains("on") }
    terminal.type("\u{3}")
    try terminal.waitForPrompt()
    #expect(try terminal.enter("state.counter.count") == ["5"])
  }

  @Test("Ctrl-C discards the line, also unfinished input and a search; the second one names the command to quit")
  func interruptLine() throws {
    let terminal = try start()
    terminal.type("some text")
    try terminal.wait { $0.cursorLine == "udf> some text" }
    terminal.type("\u{3}")
    try terminal.wait { $0.lines.contains("udf> some text^C") && $0.cursorLine == "udf>" }
    terminal.type("\u{3}")
    try terminal.wait { $0.lines.contains("Ctrl-D or :quit leaves") && $0.cursorLine == "udf>" }
    _ = try terminal.enter("if true then", prompt: "...>")
    terminal.type("\u{3}")
    try terminal.wait { $0.lines.contains("...> ^C") && $0.cursorLine == "udf>" }
    #expect(try terminal.enter("40 + 2") == ["42"])
    terminal.type("\u{12}40")
    try terminal.wait { $0.cursorLine.contains("reverse-i-search)`40'") }
    terminal.type("\u{3}")
    try terminal.wait { $0.lines.contains("udf> 40 + 2^C") && $0.cursorLine == "udf>" }
    #expect(!terminal.screen.text.contains("reverse-i-search"))
    #expect(try terminal.enter("7") == ["7"])
  }

  @Test("Ctrl-D in unfinished input discards it and does not end the session")
  func endOfChunk() throws {
    let terminal = try start()
    _ = try terminal.enter("if true then", prompt: "...>")
    terminal.type("\u{4}")
    try terminal.waitForPrompt()
    #expect(try terminal.enter("1") == ["1"])
  }

  @Test("output of effects appears above the edited line")
  func background() throws {
    let terminal = try start()
    _ = try terminal.enter("counter.later{ s = 0.3 }")
    terminal.type("half a li")
    try terminal.wait { $0.text.contains("[effect]") && $0.cursorLine == "udf> half a li" }
    #expect(
      terminal.screen.lines.suffix(2) == [
        "[effect] #2 counter/inc  counter.count: 0 → 1  features/counter.lua:21 ← #1", "udf> half a li",
      ])
    terminal.type("ne")
    try terminal.wait { $0.cursorLine == "udf> half a line" }
  }

  @Test("a line wrapped over several rows, with the cursor in its middle, survives output from the background")
  func backgroundOverWrappedLine() throws {
    let terminal = try start(columns: 40)
    _ = try terminal.enter("counter.later{ s = 0.3 }")
    let long = String(repeating: "abcdefghi ", count: 9)
    // Ten characters back from the end, so that the cursor is not in the last row.
    terminal.type(long + String(repeating: "\u{1B}[D", count: 30))
    try terminal.wait { $0.text.contains("[effect]") && $0.text.contains("abcdefghi abcde") }
    terminal.type("X\u{5}")
    try terminal.wait { $0.cursorLine.hasSuffix("ghi") || $0.cursorLine.hasSuffix("i") }
    terminal.type("END")
    try terminal.wait { $0.text.contains("END") }
    let text = terminal.screen.lines.joined()
    #expect(text.components(of: "udf> abcdefghi").count == 2)
    #expect(terminal.screen.text.contains("[effect] #2 counter/inc\n   counter.count: 0 → 1\nudf> abcdefghi"))
  }

  @Test("a saved file is reloaded and reported above the line, and the state is kept")
  func reload() throws {
    let terminal = try start()
    _ = try terminal.enter("counter.inc{ by = 3 }")
    terminal.type("typing")
    try terminal.wait { $0.cursorLine == "udf> typing" }
    folder.write("features/counter.lua", AppFolder.counterFeature.replacing("count is", with: "now"))
    try terminal.wait {
      $0.text.contains("✓ reload features/counter.lua · generation 2") && $0.cursorLine == "udf> typing"
    }
    terminal.type("\u{15}")
    #expect(try terminal.enter(":view counter") == [#"{label="now 3"}"#])
  }

  @Test("a saved file whose view fails is reported at once")
  func brokenView() throws {
    let terminal = try start()
    folder.write(
      "features/counter.lua", AppFolder.counterFeature.replacing("state.count }", with: "state.missing.count }"))
    try terminal.wait {
      $0.text.contains("generation 2") && $0.text.contains("features/counter.lua:24: view of counter: ")
    }
  }

  @Test("the next session has the history, with whole entries of several lines")
  func history() throws {
    let first = try start()
    _ = try first.enter("1 + 1")
    _ = try first.enter("return (", prompt: "...>")
    _ = try first.enter("2)")
    first.type("\u{4}")
    #expect(first.end() == 0)
    let second = try start()
    second.type("\u{1B}[A")
    try second.wait { $0.lines.suffix(2) == ["udf> return (", "2)"] }
    second.type("\u{1B}[A")
    try second.wait { $0.cursorLine == "udf> 1 + 1" }
  }

  @Test("text in a secret field is not stored, also if the field's name is mistyped")
  func secrets() throws {
    let folder = AppFolder(
      app: #"return require("udf").app { name = "safe", features = { require "features.safe" } }"#,
      features: [
        "safe": """
        local udf = require "udf"
        return udf.feature {
          name = "safe", state = {}, view = function() return {} end,
          events = { typed = "write" }, reduce = { write = function() end },
          screen = udf.screen(function(_, ui)
            return ui.fields {
              { label = "Name", event = "typed" }, { label = "Password", event = "typed", secret = true },
            }
          end),
        }
        """
      ])
    let terminal = try Terminal(folder)
    try terminal.waitForPrompt()
    for line in [":type password hunter1", ":type pasword hunter2", ":type name hunter"] {
      _ = try terminal.enter(line)
    }
    terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    let history = folder.read("state/udfhost/safe.history")
    #expect(history.contains(":type name hunter\n"))
    #expect(!history.contains("hunter1") && !history.contains("hunter2"))
  }

  @Test("a history that cannot be written is reported once, and the session continues")
  func brokenHistory() throws {
    let terminal = try start(environment: ["XDG_STATE_HOME": "/dev/null"])
    #expect(
      try terminal.enter("1") == [
        "1", "/dev/null/udfhost/counter.history: the history is not kept: Not a directory",
      ])
    #expect(try terminal.enter("2") == ["2"])
  }

  @Test("the caret of an error is at its place, however narrow the window is")
  func narrow() throws {
    let folder = AppFolder()
    let terminal = try Terminal(folder, "--no-color", "--watch", "off", columns: 40)
    try terminal.waitForPrompt()
    folder.write("features/counter.lua", "local a = { \"a long text that no window of forty columns has room for\" b }")
    let lines = try terminal.enter(":reload")
    #expect(lines.contains("   1 | …forty columns has room for\" b }"))
    #expect(lines.contains("     | " + String(repeating: " ", count: 29) + "^"))
  }

  @Test("colour at a terminal, none with NO_COLOR")
  func colour() throws {
    let coloured = try Terminal(folder)
    try coloured.waitForPrompt()
    _ = try coloured.enter("error('x')")
    #expect(coloured.screen.raw.contains("\u{1B}[31m"))
    let plain = try Terminal(folder, environment: ["NO_COLOR": "1"])
    try plain.waitForPrompt()
    _ = try plain.enter("error('x')")
    #expect(!plain.screen.raw.contains("\u{1B}[31m"))
  }

  @Test("SIGTERM, Ctrl-\\ and a closed terminal end the session and restore the terminal")
  func signals() throws {
    let terminal = try start()
    kill(terminal.process, SIGTERM)
    #expect(terminal.end() == 128 + SIGTERM)
    #expect(terminal.isRestored)
    let quit = try start()
    quit.type("\u{1C}")
    #expect(quit.end() == 128 + SIGQUIT)
    #expect(quit.isRestored)
    let other = try start()
    _ = try other.enter(":rec \(folder.path)/counter_test.lua")
    _ = try other.enter("counter.inc{}")
    _ = try other.enter("'kept'")
    kill(other.process, SIGHUP)
    #expect(other.end() == 128 + SIGHUP)
    #expect(folder.read("counter_test.lua").contains("counter/inc"))
    #expect(folder.read("state/udfhost/counter.history").contains("'kept'"))
  }

  @Test("Ctrl-Z stops with the terminal restored, and the line returns when the process continues")
  func stop() throws {
    let terminal = try start()
    terminal.type("half")
    try terminal.wait { $0.cursorLine == "udf> half" }
    terminal.type("\u{1A}")
    #expect(Launch.wait(for: terminal.process, stopped: true) == nil)
    #expect(terminal.isRestored)
    let row = terminal.screen.row
    kill(terminal.process, SIGCONT)
    try terminal.wait { $0.row > row && $0.cursorLine == "udf> half" }
    #expect(!terminal.isRestored)
  }

  @Test("a narrower window wraps the line again")
  func resize() throws {
    let terminal = try start()
    terminal.resize(columns: 40)
    #expect(try terminal.enter("1") == ["1"])
    // The screen of this test stays as wide as it was, and what is wrapped at 40 columns is not to be read on it.
    terminal.type("{ a = 'aaaaaaaaaaaaaaaa', b = 'bbbbbbbbbbbbbbbbbbbb' }\n")
    try terminal.wait { $0.lines.contains(#"  a="aaaaaaaaaaaaaaaa","#) }
  }
}
