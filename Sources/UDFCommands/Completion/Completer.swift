import UDFHost
import UDFTooling

/// Returns completions for the text before the cursor: commands and their arguments, features, actions, fields of
/// actions, state paths, events. A pure function of the text and the source.
///
///     Completer(source: host).complete("cart.add{ ")   // qty=  sku=
package struct Completer<Source: CompletionSource> {
  let source: Source

  package init(source: Source) {
    self.source = source
  }

  /// `text` is all text up to the cursor, including earlier lines of unfinished input.
  package func complete(_ text: String) -> Completion {
    let line = text.trimmingSpace
    if line.first == ":", line.dropFirst().first?.isLetter ?? true { return command(text) }
    return LuaCompleter(source: source, tokens: LuaTokens(text)).complete()
  }

  private func command(_ text: String) -> Completion {
    let body = text.drop { $0 == ":" || $0.isWhitespace }
    guard let gap = body.firstIndex(where: \.isWhitespace) else {
      var names = matching(String(body), CommandTable.entries.map(\.name))
      names.isFollowed = names.candidates.first.flatMap(CommandTable.entry(for:)).map { $0.argument != .none } ?? false
      return names
    }
    let argument = String(body[gap...].drop(while: \.isWhitespace))
    switch CommandTable.entry(for: String(body[..<gap]))?.argument {
    case .command:
      let commands = matching(argument, CommandTable.entries.map(\.name))
      if !commands.candidates.isEmpty { return commands }
      return LuaCompleter(source: source, tokens: LuaTokens(argument)).complete()
    case .feature: return matching(argument, source.features.map(\.name) + listed)
    case .synced: return matching(argument, source.features.filter { $0.sync != nil }.map(\.name))
    case .link: return matching(argument, (source.flow?.routes ?? []).compactMap(\.linkStart), from: .space)
    case .view: return matching(argument, source.features.filter(\.hasView).map(\.name))
    case .path:
      // A path after `:state` completes like the text after `state.` in Lua.
      return LuaCompleter(source: source, tokens: LuaTokens("state." + argument)).complete()
    case .watched: return watched(argument)
    case .traced:
      return matching(lastWord(of: argument), source.types + ["all", "default", "off", "on"], from: .space)
    case .log: return matching(argument, ["trim", "upgrade"])
    case .profiled: return matching(argument, ["off", "on", "reset"])
    case .screen: return matching(argument, ScreenPane.views)
    case .target: return target(argument)
    case .lua: return LuaCompleter(source: source, tokens: LuaTokens(argument)).complete()
    case .field:
      var fields = matching(argument, source.fields, from: .space)
      fields.isFollowed = true
      return fields
    case .file: return matching(argument, FileNames.beginning(with: argument), from: .space)
    case .filter: return filter(lastWord(of: argument))
    case .moment: return matching(argument, source.actions + ["live"])
    case .action: return matching(argument, source.actions)
    case .actions: return matching(lastNumber(of: argument), source.actions)
    case .effect: return matching(argument, source.effects)
    case .effects:
      let features = source.features.filter { !$0.effects.isEmpty }
      return matching(argument, features.map { "\($0.name)/*" } + features.flatMap(\.effects), from: .space)
    case .count, .some(.none), nil: return .none(argument)
    }
  }

  /// Completes a number with its label, or a label in quotes. Of several words only the last one is replaced.
  private func target(_ argument: String) -> Completion {
    if let quote = argument.first, quote == "\"" || quote == "'" {
      let label = String(argument.dropFirst())
      return label.contains(quote) ? .none() : matching(label, source.labels.map { "\($0)\(quote)" }, from: .quote)
    }
    let start = argument.lastIndex(of: " ").map(argument.index(after:)) ?? argument.startIndex
    let targets = source.targets.filter { $0.hasPrefix(argument) }
    return matching(
      String(argument[start...]), targets.map { String($0.dropFirst(argument[..<start].count)) }, from: .space)
  }

  /// Completes the last of several paths of the state, view states or computed values.
  private func watched(_ argument: String) -> Completion {
    let path = lastWord(of: argument)
    if path.hasPrefix("view.") || path.hasPrefix("computed.") || path.hasPrefix("state.") {
      return LuaCompleter(source: source, tokens: LuaTokens(path)).complete()
    }
    var completion = LuaCompleter(source: source, tokens: LuaTokens("state." + path)).complete()
    if completion.word == path {
      completion.candidates += ["computed", "off", "view"].filter { $0.hasPrefix(path) && !path.isEmpty }
    }
    return completion
  }

  private func filter(_ word: String) -> Completion {
    guard word.hasPrefix("path=") else {
      return matching(word, origins + ["path="] + source.features.map { "\($0.name)/*" } + source.types, from: .space)
    }
    return LuaCompleter(source: source, tokens: LuaTokens("state." + word.dropFirst("path=".count))).complete()
  }

  /// Returns the last number of `3..7` or `3 7`.
  private func lastNumber(of argument: String) -> String {
    String(argument[(argument.lastIndex { !$0.isNumber }.map(argument.index(after:)) ?? argument.startIndex)...])
  }

  private func lastWord(of argument: String) -> String {
    argument.last.map(\.isWhitespace) ?? true ? "" : String(argument.split(whereSeparator: \.isWhitespace).last ?? "")
  }

  private var origins: [String] { Origin.allCases.map { "origin=\($0.rawValue)" } }

  /// The words that `:ls` accepts besides the names of features.
  private var listed: [String] {
    source.services.map(\.name) + ["services"] + (source.flow == nil ? [] : ["flow"])
  }

  private func matching(
    _ word: String, _ names: [String], from boundary: Completion.Boundary = .token
  ) -> Completion {
    Completion(word: word, candidates: names.filter { $0.hasPrefix(word) }, boundary: boundary)
  }
}

extension RouteInfo {
  /// The beginning of the route's links: the part of the pattern before its first parameter.
  var linkStart: String? { link.map { String($0.prefix { $0 != ":" }) } }
}
