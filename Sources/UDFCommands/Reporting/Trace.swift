import UDFHost
import UDFTooling

/// Determines which actions are reported, and whether effects and use cases are reported too.
package struct Trace: Equatable {
  struct Rule: Equatable {
    /// `*` matches any text.
    var pattern: String
    var isReported: Bool
  }

  /// The last rule that matches an action decides.
  private(set) var rules: [Rule]
  /// Whether trace messages of effects and use cases are reported.
  private(set) var reportsEffects: Bool
  /// Whether routine actions of engines are reported, see ``ActionRecord/isUpkeep``.
  private(set) var reportsUpkeep: Bool
  /// Whether the host must emit the start and end of effects. It does so only if the user has requested this.
  private(set) var requestsEffects = false

  /// The initial setting.
  package static func usual(actions: Bool = true, effects: Bool, upkeep: Bool = true) -> Trace {
    Trace(rules: [Rule(pattern: "*", isReported: actions)], reportsEffects: effects, reportsUpkeep: upkeep)
  }

  func reports(_ event: HostEvent) -> Bool {
    switch event {
    case .action(let record): reports(record.type) && (reportsUpkeep || !record.isUpkeep)
    case .log("trace", _, let fields):
      if case .string(let action) = fields["action"] { reportsEffects && reports(action) } else { reportsEffects }
    default: true
    }
  }

  var includesActions: Bool { rules.contains(where: \.isReported) }

  private func reports(_ type: String) -> Bool {
    rules.last { type.matches(glob: $0.pattern) }?.isReported ?? false
  }

  /// Applies the argument of `:trace`. `types` are the existing action types, and `default` restores `usual`.
  package mutating func take(_ words: [String], types: [String], usual: Trace) throws(HostError) {
    if words == ["default"] {
      self = usual
      return
    }
    var patterns: [String] = []
    let isSwitched = ["on", "off"].contains(words.last)
    for word in isSwitched ? words.dropLast() : words[...] where word != "all" {
      patterns.append(try Self.pattern(word, types))
    }
    let isReported = words.last != "off"
    if patterns.isEmpty {
      rules = [Rule(pattern: "*", isReported: isReported)]
    } else {
      if !isSwitched { rules = [] }
      rules.removeAll { patterns.contains($0.pattern) }
      rules += patterns.map { Rule(pattern: $0, isReported: isReported) }
    }
    if isReported || patterns.isEmpty {
      (reportsEffects, reportsUpkeep, requestsEffects) = (isReported, isReported, isReported)
    }
  }

  private static func pattern(_ word: String, _ types: [String]) throws(HostError) -> String {
    for pattern in [word, word + "/*"] where types.contains(where: { $0.matches(glob: pattern) }) { return pattern }
    let known = types + Set(types.map { String($0.prefix { $0 != "/" }) }).sorted()
    let hint = suggestion(for: word, among: known).map { " Did you mean \"\($0)\"?" } ?? " :ls lists them."
    throw HostError(usage: ":trace: there is no action \"\(word)\".\(hint)")
  }
}

extension Trace: CustomStringConvertible {
  /// `cart/*, not cart/tick, with effects`
  package var description: String {
    var parts: [String] = []
    for rule in rules where rule != Rule(pattern: "*", isReported: false) {
      parts.append(rule.pattern == "*" ? "all actions" : (rule.isReported ? "" : "not ") + rule.pattern)
    }
    if parts.isEmpty { return "no actions" }
    return parts.joined(separator: ", ") + (requestsEffects ? ", with effects" : "")
  }
}
