import UDFHost
import UDFTooling

/// Which actions are told, and whether effects and use cases are told with them.
struct Trace: Equatable {
  struct Rule: Equatable {
    /// `*` stands for any text.
    var pattern: String
    var isTold: Bool
  }

  /// The last one that fits an action decides.
  private(set) var rules: [Rule]
  /// Whether what is said of effects and use cases is told.
  private(set) var tellsEffects: Bool
  /// Whether actions are told by which an engine only says how it goes.
  private(set) var tellsUpkeep: Bool
  /// Whether it is to be said when effects begin and end, which is only done where somebody has asked for it.
  private(set) var asksForEffects = false

  /// What is told at first.
  static func usual(actions: Bool = true, effects: Bool, upkeep: Bool = true) -> Trace {
    Trace(rules: [Rule(pattern: "*", isTold: actions)], tellsEffects: effects, tellsUpkeep: upkeep)
  }

  func tells(_ event: HostEvent) -> Bool {
    switch event {
    case .action(let record): tells(record.type) && (tellsUpkeep || !record.isUpkeep)
    case .log("trace", _, let fields):
      if case .string(let action) = fields["action"] { tellsEffects && tells(action) } else { tellsEffects }
    default: true
    }
  }

  /// Whether it tells of any action.
  var tellsActions: Bool { rules.contains(where: \.isTold) }

  private func tells(_ type: String) -> Bool {
    rules.last { type.matches(glob: $0.pattern) }?.isTold ?? false
  }

  /// Takes what stands behind `:trace`; `types` are the actions that there are, `usual` what `default` goes back to.
  mutating func take(_ words: [String], types: [String], usual: Trace) throws(HostError) {
    if words == ["default"] {
      self = usual
      return
    }
    var patterns: [String] = []
    let isSwitched = ["on", "off"].contains(words.last)
    for word in isSwitched ? words.dropLast() : words[...] where word != "all" {
      patterns.append(try Self.pattern(word, types))
    }
    let isTold = words.last != "off"
    if patterns.isEmpty {
      rules = [Rule(pattern: "*", isTold: isTold)]
    } else {
      if !isSwitched { rules = [] }
      rules.removeAll { patterns.contains($0.pattern) }
      rules += patterns.map { Rule(pattern: $0, isTold: isTold) }
    }
    if isTold || patterns.isEmpty { (tellsEffects, tellsUpkeep, asksForEffects) = (isTold, isTold, isTold) }
  }

  private static func pattern(_ word: String, _ types: [String]) throws(HostError) -> String {
    for pattern in [word, word + "/*"] where types.contains(where: { $0.matches(glob: pattern) }) { return pattern }
    let known = types + Set(types.map { String($0.prefix { $0 != "/" }) }).sorted()
    let hint = suggestion(for: word, among: known).map { " Did you mean \"\($0)\"?" } ?? " :ls lists them."
    throw HostError(code: "usage", message: ":trace: there is no action \"\(word)\".\(hint)")
  }
}

extension Trace: CustomStringConvertible {
  /// `cart/*, not cart/tick, with effects`
  var description: String {
    var parts: [String] = []
    for rule in rules where rule != Rule(pattern: "*", isTold: false) {
      parts.append(rule.pattern == "*" ? "all actions" : (rule.isTold ? "" : "not ") + rule.pattern)
    }
    if parts.isEmpty { return "no actions" }
    return parts.joined(separator: ", ") + (asksForEffects ? ", with effects" : "")
  }
}
