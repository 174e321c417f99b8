/// The sync features whose rows a line of a batch may read, found by the names in it. The line cannot wait for rows
/// while it runs, so the batch opens them first.
package struct MentionedRows {
  /// Names that may be those of features, outside of strings and comments.
  private var mentioned: Set<String> = []
  /// Whether the line shows all features, as `:screen` does.
  private var isAll = false

  /// The names of the features to open; nil: all.
  package var names: Set<String>? { isAll ? nil : mentioned }

  /// - Parameter line: a line, or a line of a longer chunk.
  package init(_ line: String) {
    var text = line
    if case .command(let name, let argument) = Line(line) {
      text = argument
      switch CommandTable.entry(for: name)?.command {
      case .screen, .tap, .type, .sync, .nav: isAll = true
      case .state, .view: isAll = argument.isEmpty
      default: break
      }
    }
    let tokens = LuaTokens(text).tokens
    for (index, token) in tokens.enumerated() {
      switch token {
      case .name(let name): note(name, isField: index > 0 && tokens[index - 1] == .symbol("."), tokens[(index + 1)...])
      case .string(let name, _) where index > 0 && tokens[index - 1] == .symbol("["): mentioned.insert(name)
      default: break
      }
    }
  }

  private mutating func note(_ name: String, isField: Bool, _ rest: ArraySlice<LuaToken>) {
    let isOpened = rest.first == .symbol(".") || rest.first == .symbol("[")
    switch name {
    case "state", "view", "computed": isAll = isAll || !isField && !isOpened
    case "nav": isAll = isAll || !isField && isOpened
    // The engine can store an edit and pull without the rows in the state.
    default:
      let isRequest = isOpened && [.name("mutate"), .name("pull")].contains(rest.dropFirst().first)
      if !isRequest { mentioned.insert(name) }
    }
  }
}
