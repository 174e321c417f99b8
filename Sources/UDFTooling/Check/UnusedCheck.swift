import LuaSyntax
import UDFHost

/// Actions that nobody sends, and routes that nothing leads to. What is named in a way that only a run can tell is passed over.
struct UnusedCheck {
  private let app: CheckedApp
  /// nil: there are none.
  private let routes: RouteCheck?
  /// Test files: what they send is sent.
  private let tests: [LuaFile]

  static func findings(in app: CheckedApp, _ routes: RouteCheck?, tests: [LuaFile]) -> [Finding] {
    let check = UnusedCheck(app: app, routes: routes, tests: tests)
    return check.actions + check.unreached
  }

  // MARK: actions

  private var actions: [Finding] {
    app.declarations.flatMap { declaration in
      app.features(of: declaration).flatMap { unsent(of: $0, declaration) }
    }
  }

  /// A feature without events has no screen: its actions come from the prompt, or from a program in Swift.
  private func unsent(of feature: FeatureDefinition, _ declaration: Declaration) -> [Finding] {
    let files = app.program.closure(of: declaration.place.file)
    guard declaration.kind == "feature", feature.home == .lua, !feature.events.isEmpty,
      !files.contains(where: \.sendsAny)
    else { return [] }
    return feature.ownActions.compactMap { action in
      let type = feature.fullType(of: action)
      let isSent =
        action == "start" || files.contains { $0.texts.contains(action) }
        || app.program.files.values.contains { $0.texts.contains(type) }
        || tests.contains { $0.texts.contains(type) || $0.texts.contains(action) || $0.keys.contains(action) }
      if isSent { return nil }
      let written = ["reduce", "effects", "actions"].lazy.flatMap(declaration.entries).first { $0.name == action }
      let place = written.map { $0.value.with($0.key) } ?? declaration.place
      return place.file.finding(
        "unused", at: place.expression.position, severity: .warning, "\(type): nobody sends this action",
        "No event, no effect and no test names it: it can only come from the prompt, or from Swift.",
        "To fix this, send it, give it an event, or take it out.")
    }
  }

  // MARK: routes

  private var unreached: [Finding] {
    guard let routes, let flow = app.generation.flow else { return [] }
    return flow.routes.filter { !routes.leads(to: $0) }.compactMap { route in
      let name = route.name.split(separator: "/").last.map(String.init) ?? ""
      let owner = app.declarations.first { $0.kind == "flow" && $0.isAt(route.place) }
      guard let entry = owner?.entries("routes").first(where: { $0.name == name }) else { return nil }
      return entry.value.file.finding(
        "unused", at: entry.key.position, severity: .warning,
        "\(route.flow): routes.\(route.name): nothing leads to this route",
        "It has no link, no guard sends to it, and no handler pushes, presents or replaces by it.",
        "To fix this, lead to it, or take it out.")
    }
  }
}
