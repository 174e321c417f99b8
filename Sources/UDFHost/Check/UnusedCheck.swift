import LuaSyntax

/// Actions that nobody sends, and routes that nothing leads to. What is named in a way that only a run can tell is passed over.
struct UnusedCheck {
  private static let steps: Set = ["push", "replace", "present"]

  private let app: CheckedApp
  /// Test files: what they send is sent.
  private let tests: [CheckedFile]

  static func findings(in app: CheckedApp, tests: [CheckedFile]) -> [Finding] {
    let check = UnusedCheck(app: app, tests: tests)
    return check.actions + check.routes
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

  private var routes: [Finding] {
    let flows = app.declarations.filter { $0.kind == "flow" }
    guard let flow = app.generation.flow, let reached = reached(in: flows) else { return [] }
    return flow.routes.compactMap { route in
      let isReached =
        route.link != nil || [flow.start, flow.notFound].contains(route.name)
        || reached.contains { route.name == $0 || route.name.hasSuffix("/" + $0) }
      if isReached { return nil }
      let name = route.name.split(separator: "/").last.map(String.init) ?? ""
      let owner = flows.first {
        $0.place.file.name == route.place?.file && $0.place.expression.position.line == route.place?.line
      }
      guard let entry = owner?.entries("routes").first(where: { $0.name == name }) else { return nil }
      return entry.value.file.finding(
        "unused", at: entry.key.position, severity: .warning,
        "\(route.flow): routes.\(route.name): nothing leads to this route",
        "It has no link, no guard sends to it, and no handler pushes, presents or replaces by it.",
        "To fix this, lead to it, or take it out.")
    }
  }

  /// The names of routes that flows go to, as they are written; nil if only a run can tell one of them.
  private func reached(in flows: [Declaration]) -> Set<String>? {
    var names = Set(flows.compactMap { $0["start"]?.expression.text })
    var files: [String: CheckedFile] = [:]
    for file in flows.flatMap({ app.program.closure(of: $0.place.file) }) { files[file.name] = file }
    var isKnown = true
    for file in files.values {
      file.chunk.block.walk { node in
        guard case .expression(let expression) = node, case .call(let callee, let arguments) = expression.kind,
          case .index(_, let step) = callee.kind, UnusedCheck.steps.contains(step.text ?? "")
        else { return }
        if let texts = arguments.first?.literalTexts { names.formUnion(texts) } else { isKnown = false }
      }
    }
    for guardian in flows.flatMap({ $0.entries("routes") }).compactMap({ app.program.member("guard", of: $0.value) }) {
      guard let body = app.program.meaning(of: guardian).function else { return nil }
      for answer in body.body.answers {
        guard let target = answer.first else { continue }
        guard let texts = target.literalTexts else { return nil }
        names.formUnion(texts)
      }
    }
    return isKnown ? names : nil
  }
}
