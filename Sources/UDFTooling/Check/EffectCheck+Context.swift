import LuaSyntax
import UDFHost
import UDFServices

/// Checks what effects write through their `cx`, and the arguments of its functions.
extension EffectCheck {
  /// Reports a write into the states that an effect only reads.
  mutating func checkWrite(_ target: Located) {
    var base = target.expression
    while case .index(let table, _) = base.kind {
      if reportState(target.with(table), at: target) { return }
      base = table
    }
  }

  /// Reports a call of `table.insert` and the like on such a state.
  mutating func checkWriter(_ callee: Expression, _ arguments: [Expression], in call: Located) {
    guard let table = callee.tableWritten(with: arguments) else { return }
    if !reportState(call.with(table), at: call.with(table)) { checkWrite(call.with(table)) }
  }

  private mutating func reportState(_ value: Located, at place: Located) -> Bool {
    guard let name = ["state", "others", "computed"].first(where: { isField($0, value) }) else { return false }
    findings.append(
      place.file.finding(
        "cx", at: place.expression.position, "cx.\(name) is read-only here: only reducers write the state",
        "To fix this, send an action whose reducer writes it."))
    return true
  }

  /// Checks the literal arguments of a function of `cx`.
  mutating func checkContextCall(_ name: String, _ arguments: [Expression], at place: Located) {
    guard let first = arguments.first else { return }
    var problem: String?
    switch name {
    case "sleep":
      let value = first.value(as: .number)
      // Lua takes a text that is a number, too.
      if value.double == nil, value.text?.contains(where: \.isNumber) != true {
        problem = "cx.sleep takes seconds, got \(value.shown)"
      }
    case "log":
      let levels = LogLevel.allCases.map(\.rawValue)
      if case .string(let level) = first.value(as: .choice(levels)), !levels.contains(level) {
        problem =
          "log takes a level first, one of \(levels.joined(separator: ", ")); got \"\(level)\"."
          + didYouMean(level, among: levels)
      }
    case "all", "race":
      if let kind = first.literalKind { problem = "cx.\(name) takes a list of functions, got \(kind)" }
    default: break
    }
    guard let problem else { return }
    findings.append(place.file.finding("arguments", at: first.position, problem))
  }

  /// Reports a sent value that is no table; returns false if it may be one.
  mutating func reportNoAction(_ value: Located) -> Bool {
    guard let kind = value.expression.literalKind, kind != "function" else { return false }
    findings.append(
      value.file.finding(
        "refused", at: value.expression.position, "an action is a table with a type: { type = \"…\" }, got \(kind)"))
    return true
  }

  /// Reports an action without a type, if its fields are known.
  mutating func reportNoType(_ fields: [TableField], at place: Located) {
    var names: [String] = []
    for case .named(let key, _) in fields {
      guard let name = key.text, name != "type" else { return }
      names.append(name)
    }
    let meant = names.first { suggestion(for: $0, among: ["type"]) != nil }
    let hint = meant.map { " Did you mean \"type\" by \"\($0)\"?" } ?? ""
    findings.append(
      place.file.finding(
        "refused", at: place.expression.position,
        "an action is a table with a type: { type = \"…\" }; this one has none.\(hint)"))
  }
}

extension Expression {
  /// The kind of a literal that is no table.
  fileprivate var literalKind: String? {
    switch kind {
    case .string: "string"
    case .integer, .number: "number"
    case .boolean: "boolean"
    case .function: "function"
    case .single(let inner): inner.literalKind
    default: nil
    }
  }
}
