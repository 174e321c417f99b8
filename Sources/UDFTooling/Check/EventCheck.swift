import LuaSyntax
import UDFHost

/// Checks the events that flows handle, if functions determine them. The load only checks the ones that `emits` names.
enum EventCheck {
  static func findings(in app: CheckedApp) -> [Finding] {
    let events = app.generation.features.reduce(into: [String: [String]]()) {
      $0[$1.name] = Self.events(of: $1, in: app)
    }
    return app.declarations.filter { $0.kind == "flow" }.flatMap { declaration -> [Finding] in
      let isUsed = app.generation.flow?.parts.contains { declaration.isAt($0.place) } ?? false
      return declaration.entries("on").compactMap { entry in
        let parts = entry.name.split(separator: ".", maxSplits: 1).map(String.init)
        guard isUsed, parts.count == 2, let known = events[parts[0]], !known.contains(parts[1]) else { return nil }
        return entry.value.file.finding(
          "event", at: entry.key.position,
          "\(parts[0]) emits no event \"\(parts[1])\".\(didYouMean(parts[1], among: known))",
          "To fix this, listen to one that it emits, or let it emit this one.")
      }
    }
  }

  /// Returns all events that a feature emits; nil if they are unknown before the app runs.
  private static func events(of feature: FeatureDefinition, in app: CheckedApp) -> [String]? {
    let functions = feature.emits.filter { $0.value == nil }.map(\.key)
    var events = feature.emits.values.compactMap(\.self)
    let entries = app.declarations.filter { app.features(of: $0).contains { $0.name == feature.name } }
      .flatMap { $0.entries("emits") }
    for action in functions {
      let found = entries.filter { $0.name == action }.map { app.program.meaning(of: $0.value) }
      guard found.count == 1, let body = found[0].function else { return nil }
      for answer in body.body.answers {
        guard let answer = answer.first else { continue }
        let value = app.program.meaning(of: found[0].with(answer))
        let named = value.fields == nil ? value : app.program.member("name", of: value)
        guard let texts = named.flatMap({ app.program.meaning(of: $0).expression.literalTexts }) else { return nil }
        events += texts
      }
    }
    return events
  }
}
