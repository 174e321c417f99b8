import LuaSyntax
import UDFHost

/// Finds actions that nothing handles, actions that are never sent, and routes that are never reached. Names that are unknown before the app runs
/// count as used.
struct UnusedCheck {
  private let app: CheckedApp
  /// nil if the app has no routes.
  private let routes: RouteCheck?
  /// The test files. Actions that they send count as sent.
  private let tests: [LuaFile]

  static func findings(in app: CheckedApp, _ routes: RouteCheck?, tests: [LuaFile]) -> [Finding] {
    let check = UnusedCheck(app: app, routes: routes, tests: tests)
    return check.actions + check.unreached
  }

  // MARK: actions

  private var actions: [Finding] {
    app.declarations.flatMap { declaration in
      app.features(of: declaration).flatMap { unhandled(of: $0, declaration) + unsent(of: $0, declaration) }
    }
  }

  /// Middleware can handle any action, so an action that a file of middleware names counts as handled.
  private func unhandled(of feature: FeatureDefinition, _ declaration: Declaration) -> [Finding] {
    let middleware = app.declarations.filter { $0.kind == "middleware" }.map(\.place.file)
    return declaration.entries("actions").compactMap { entry in
      let type = feature.fullType(of: entry.name)
      if feature.home != .lua || app.isHandled(type) || middleware.contains(where: { $0.texts.contains(type) }) {
        return nil
      }
      return entry.value.file.finding(
        "unhandled", at: entry.key.position, severity: .warning, "\(type): nothing handles this action",
        "It is declared, but it has no reducer, no effect and no event, and the host refuses to send it.",
        "To fix this, add a reducer for it, or remove it.")
    }
  }

  /// A feature without events has no screen: the prompt or a Swift program sends its actions.
  private func unsent(of feature: FeatureDefinition, _ declaration: Declaration) -> [Finding] {
    let files = app.program.closure(of: declaration.place.file)
    guard declaration.kind == "feature", feature.home == .lua, !feature.events.isEmpty,
      !files.contains(where: \.buildsUnknownActions)
    else { return [] }
    return feature.ownActions.filter { app.isHandled(feature.fullType(of: $0)) }.compactMap { action in
      let type = feature.fullType(of: action)
      let isSent =
        action == "start" || files.contains { $0.texts.contains(action) }
        || app.program.files.values.contains { $0.texts.contains(type) }
        || tests.contains { $0.texts.contains(type) || $0.texts.contains(action) || $0.keys.contains(action) }
      if isSent { return nil }
      let written = ["reduce", "effects", "actions"].lazy.flatMap(declaration.entries).first { $0.name == action }
      let place = written.map { $0.value.with($0.key) } ?? declaration.place
      return place.file.finding(
        "unused", at: place.expression.position, severity: .warning, "\(type): this action is never sent",
        "No event, no effect and no test names it: only the prompt or a Swift program can send it.",
        "To fix this, send it, map an event to it, or remove it.")
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
        "It has no link, no guard redirects to it, and no handler pushes, presents or replaces with it.",
        "To fix this, navigate to it, or remove it.")
    }
  }
}
