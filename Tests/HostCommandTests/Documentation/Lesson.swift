import Testing

/// The steps of a reader of the documentation: saves files, runs commands, types lines at the prompt.
///
/// In a block `console` each line that begins with `$` or with a prompt is typed, and the lines after it are what is printed.
struct Lesson {
  enum Step {
    case file(String, String)
    /// What is printed without being asked for.
    case notice(String)
    case command(String, output: [String])
    case line(String, output: [String])
  }

  private(set) var steps: [Step] = []

  /// Adds a block. One of Lua is a file, named in the paragraph before it.
  mutating func add(_ block: DocumentationBlock) throws {
    if block.language == "lua" {
      let file = try #require(block.introduction.matches(of: #/`([^`]+\.lua)`/#).last?.1, "\(block): which file is it?")
      steps.append(.file(String(file), block.text))
    } else {
      for line in block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() { add(line) }
    }
  }

  private mutating func add(_ line: Substring) {
    if line.hasPrefix("$ ") {
      steps.append(.command(String(line.dropFirst(2)), output: []))
    } else if let typed = line.firstMatch(of: #/^udf( #\d+)?> (.*)$/#) {
      steps.append(.line(String(typed.2), output: []))
    } else {
      switch steps.last {
      case .command(let text, let output): steps[steps.count - 1] = .command(text, output: output + [String(line)])
      case .line(let text, let output): steps[steps.count - 1] = .line(text, output: output + [String(line)])
      default: steps.append(.notice(String(line)))
      }
    }
  }

  /// Does all of it in a folder. Lines before the first command are typed at the prompt of `app`, after these `lines`.
  func run(in folder: AppFolder, app: String = "app.lua", after lines: [String] = []) throws {
    var session: Terminal?
    func begin(_ app: String) throws -> Terminal {
      let terminal = try Terminal(folder, app: app, in: folder.path, columns: 100, rows: 40)
      try terminal.waitForPrompt()
      return terminal
    }
    for (index, step) in steps.enumerated() {
      switch step {
      case .file(let name, let text): folder.write(name, text)
      case .notice(let line):
        try #require(session).wait(forText: String(line.prefix { $0 != "·" }))
        // Input that is typed while the console draws the notice would be drawn with it.
        try #require(session).waitForPrompt()
      case .command(let command, let output):
        if index + 1 < steps.count, case .line = steps[index + 1] {
          session = try begin(String(try #require(command.wholeMatch(of: #/udfhost (\S+)/#)).1))
          let banner = try #require(session).screen.lines.prefix(output.count)
          #expect(output.isEmpty || banner.map(plain) == output.map(plain), "\(command)")
        } else {
          let run = try Batch(folder, command: command)
          #expect((run.lines + run.errorLines).map(plain) == output.map(plain), "\(command)")
        }
      case .line(":quit", _):
        session?.type(":quit\n")
        #expect(session?.end() == 0)
      case .line(let line, let output):
        if session == nil {
          session = try begin(app)
          for line in lines { _ = try session?.enter(line) }
        }
        try look(at: try #require(session), line, output)
      }
    }
  }

  private func look(at session: Terminal, _ line: String, _ output: [String]) throws {
    // A line may change the prompt.
    let prompt = line.hasPrefix(":at ") && line != ":at live" ? "udf #\(line.dropFirst(4))>" : session.screen.cursorLine
    let printed = try session.enter(line, prompt: prompt)
    // A text that does not begin like the answer is another answer.
    guard printed.map(plain) == output.prefix(printed.count).map(plain) else {
      return #expect(printed.map(plain) == output.map(plain), "\(line)")
    }
    // The rest comes later, above the prompt. The console erases the prompt for it and draws it again.
    for line in output.dropFirst(printed.count) {
      try session.wait { screen in
        screen.cursorLine == prompt && screen.lines.contains { plain($0) == plain(line) }
      }
    }
  }

  /// A line without the times that differ from run to run.
  private func plain(_ line: String) -> String {
    line.replacing(#/\d+(\.\d+)? (ms|s|µs)\b/#, with: "TIME").replacing(#/ +/#, with: " ")
  }
}
