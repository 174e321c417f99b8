import UDFHost

/// `:watch`, `:trace`, `:prof`.
extension Interpreter {
  package func watch(_ argument: String) throws(HostError) {
    let words = argument.wordsOutsideOfBrackets
    if words.first == "off" {
      let stopped = words.count > 1 ? Array(words.dropFirst()) : watches.names
      try withHostErrors { try watches.end(Array(words.dropFirst())) }
      if stopped.isEmpty { return reporter.report(.note("nothing was watched")) }
      return reporter.report(.note("no longer watched: \(stopped.joined(separator: ", "))"))
    }
    let present = words.isEmpty ? watches.present : try withHostErrors { try watches.begin(words) }
    if present.isEmpty { return reporter.report(.note("nothing is watched; for example, :watch cart.total")) }
    reporter.report(.watching(present))
    if !words.isEmpty { for (path, value) in present { doubt(path, value) } }
  }

  package func trace(_ argument: String) throws(HostError) {
    let words = argument.split(whereSeparator: \.isWhitespace).map(String.init)
    var trace = reporter.trace
    if !words.isEmpty { try trace.take(words, types: host.actionTypes, usual: usualTrace) }
    reporter.trace = trace
    host.tracesEffects = trace.requestsEffects
    if trace.includesActions { observe(actions: true) }
    reporter.report(.note("traced: \(trace)"))
  }

  func profile(_ argument: String) throws(HostError) {
    switch argument {
    case "":
      if host.costs.isEmpty {
        return reporter.report(
          .note(host.isProfiling ? "nothing has run yet" : "nothing was measured; :prof on starts measuring"))
      }
      reporter.report(.costs(host.costs))
    case "on", "off":
      host.isProfiling = argument == "on"
      reporter.report(.note((host.isProfiling ? "" : "no longer ") + "measuring; :prof shows what has run"))
    case "reset":
      host.forgetCosts()
      reporter.report(.note("the measurements were removed"))
    default:
      guard let n = Int(argument.hasPrefix("#") ? String(argument.dropFirst()) : argument) else {
        throw HostError(
          usage: ":prof: takes on, off, reset or the number of an action, got \(argument).\(Self.hint(argument))")
      }
      let spans = host.spans(ofAction: n)
      reporter.report(
        spans.isEmpty ? .note("nothing of #\(n) was measured; :prof on starts measuring") : .spans(action: n, spans))
    }
  }

  private static func hint(_ word: String) -> String {
    suggestion(for: word, among: ["on", "off", "reset"]).map { " Did you mean \"\($0)\"?" } ?? ""
  }
}

extension String {
  /// The words of a text. Text inside brackets may contain spaces.
  fileprivate var wordsOutsideOfBrackets: [String] {
    var depth = 0
    let words = split(whereSeparator: { character in
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      return depth == 0 && character.isWhitespace
    })
    return words.map(String.init)
  }
}
