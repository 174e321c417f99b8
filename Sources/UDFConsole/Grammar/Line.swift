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
