/// The kinds of lines that are typed, piped or given with `-e`.
package enum Line: Equatable {
  /// Only white space.
  case blank
  /// `:name argument`, without the white space around the argument.
  case command(name: String, argument: String)
  /// `name?`, a request for help on a name.
  case question(String)
  case lua(String)

  package init(_ text: String) {
    let trimmed = text.trimmingSpace
    guard !trimmed.isEmpty else {
      self = .blank
      return
    }
    // A user who types only this looks for help.
    if trimmed == "?" || trimmed == ":" {
      self = .command(name: "help", argument: "")
      return
    }
    if let subject = trimmed.wholeMatch(of: /(:?[A-Za-z_]\w*(?:[.\/]\w+)*!?)\s*\?/)?.1 {
      self = .question(String(subject))
      return
    }
    // `::label::` is Lua, and no Lua chunk starts with a single colon.
    guard trimmed.first == ":", let next = trimmed.dropFirst().first, next.isLetter || next == "?" else {
      self = .lua(text)
      return
    }
    let name = trimmed.dropFirst().prefix { !$0.isWhitespace }
    let argument = trimmed[name.endIndex...].trimmingSpace
    self = .command(name: String(name), argument: String(argument))
  }

  /// Splits a pasted text into entries that run separately: each command is one line, and the lines between two
  /// commands are one chunk.
  ///
  /// Inside a chunk, only an existing command at the start of a line ends the chunk: `  :bind{ … }` continues the call
  /// above it.
  package static func entries(of text: String) -> [String] {
    var entries: [String] = []
    var chunk: [Substring] = []
    var isBlank = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let kind = Line(String(line))
      if kind.standsAlone(behindLua: !isBlank), isBlank || line.first == ":" {
        if !isBlank { entries.append(chunk.joined(separator: "\n")) }
        entries.append(String(line))
        (chunk, isBlank) = ([], true)
      } else {
        chunk.append(line)
        if kind != .blank { isBlank = false }
      }
    }
    return isBlank && !entries.isEmpty ? entries : entries + [chunk.joined(separator: "\n")]
  }

  private func standsAlone(behindLua: Bool) -> Bool {
    switch self {
    case .command(let name, _): !behindLua || CommandTable.entry(for: name) != nil
    case .question: !behindLua
    case .blank, .lua: false
    }
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmingSpace: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return self[endIndex...] }
    return self[first...last]
  }
}
