import LuaSyntax
import UDFHost

/// Finds reducers that return a table without some fields of their state. The table replaces the whole state.
enum ReplacementCheck {
  static func findings(in app: CheckedApp, _ feature: FeatureDefinition, _ declaration: Declaration) -> [Finding] {
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
