/// What a line typed, piped or given with `-e` is.
enum Line: Equatable {
  /// Nothing but white space.
  case blank
  /// `:name argument`, with the white space around the argument cut off.
  case command(name: String, argument: String)
  /// `name?`: what is this?
  case question(String)
  case lua(String)

  init(_ text: String) {
    let trimmed = text.trimmingSpace
    guard !trimmed.isEmpty else {
      self = .blank
      return
    }
    // Who types only this looks for help.
    if trimmed == "?" || trimmed == ":" {
      self = .command(name: "help", argument: "")
      return
    }
    if let subject = trimmed.wholeMatch(of: /(:?[A-Za-z_]\w*(?:[.\/]\w+)*!?)\s*\?/)?.1 {
      self = .question(String(subject))
      return
    }
    // `::label::` is Lua; no Lua chunk begins with a single colon.
    guard trimmed.first == ":", let next = trimmed.dropFirst().first, next.isLetter || next == "?" else {
      self = .lua(text)
      return
    }
    let name = trimmed.dropFirst().prefix { !$0.isWhitespace }
    let argument = trimmed[name.endIndex...].trimmingSpace
    self = .command(name: String(name), argument: String(argument))
  }

  /// What a pasted text is made of, each to be run by itself: a command is one line, what stands between two is one chunk.
  ///
  /// Within a chunk only a command that there is ends it, with no space before it: `  :bind{ … }` goes on with the call above.
  static func entries(of text: String) -> [String] {
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
  /// The text without white space at either end.
  var trimmingSpace: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return self[endIndex...] }
    return self[first...last]
  }
}
