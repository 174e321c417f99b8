import LuaSyntax
import UDFHost

/// Finds reducers that return a table without some fields of their state, which the table replaces as a whole; and views
/// and computed values that return nothing.
enum ReturnCheck {
  static func findings(in app: CheckedApp, _ feature: FeatureDefinition, _ declaration: Declaration) -> [Finding] {
    var derived = declaration.lastItems("computed").map { ("computed value \(feature.name).\($0.name)", $0.value) }
    if let view = declaration["view"] { derived.append(("view of \(feature.name)", view)) }
    return replacements(in: app, feature, declaration) + derived.compactMap { empty($1, "the \($0)", in: app) }
  }

  private static func empty(_ value: Located, _ subject: String, in app: CheckedApp) -> Finding? {
    let function = app.program.meaning(of: value)
    guard let body = function.function?.body, body.answers.allSatisfy(\.isEmpty), !body.raises else { return nil }
    return function.file.finding(
      "view", at: function.expression.position, severity: .warning, "\(subject) returns nothing, so it is always nil",
      "To fix this, end it with what it computes: return …")
  }

  private static func replacements(
    in app: CheckedApp, _ feature: FeatureDefinition, _ declaration: Declaration
  ) -> [Finding] {
    declaration.entries("reduce").flatMap { entry -> [Finding] in
      let reducer = app.program.meaning(of: entry.value)
      return (reducer.function?.body.answers ?? []).compactMap { answer in
        guard feature.home == .lua, let table = answer.first.map(reducer.with), let fields = table.fields else {
          return nil
        }
        var given: Set<String> = []
        for field in fields {
          guard case .named(let key, _) = field, let name = key.text else { return nil }
          given.insert(name)
        }
        let missing = feature.derived.fields.filter { !given.contains($0) }.sorted()
        if missing.isEmpty { return nil }
        return table.file.finding(
          "state", at: table.expression.position, severity: .warning,
          "the reducer \(feature.fullType(of: entry.name)) returns a new state without \(missing.joined(separator: ", "))",
          "A table that a reducer returns replaces the whole state of the feature.",
          "To fix this, write the fields that change, state.name = value, or return all of them; name = nil removes one."
        )
      }
    }
  }
}

extension Block {
  /// Whether it ends with a call of `error`.
  fileprivate var raises: Bool {
    guard case .call(let call)? = statements.last?.kind, case .call(let callee, _) = call.kind else { return false }
    return callee.kind == .global("error")
  }
}
