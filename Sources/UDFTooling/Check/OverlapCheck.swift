import LuaSyntax
import UDFHost

/// Finds effects whose runs may overlap without a policy, so that an earlier run may send its result after a later one.
enum OverlapCheck {
  static func findings(in app: CheckedApp, _ feature: FeatureDefinition, _ declaration: Declaration) -> [Finding] {
    declaration.entries("effects").compactMap { entry in
      let type = feature.fullType(of: entry.name)
      let isReduced = app.generation.features.contains { other in
        other.home != .lua && type.hasPrefix(other.name + "/")
          || other.reduces.contains { other.fullType(of: $0) == type }
      }
      let effect = WrittenEffect(entry.value, in: app)
      // `start` runs only once.
      guard entry.name != "start", !isReduced, effect.policies.isEmpty,
        let function = effect.function.map({ app.program.meaning(of: $0) }), let body = function.function,
        let context = body.parameters.first, !body.parameters.dropFirst().contains(where: body.mentions),
        answersLate(body, context, in: app)
      else { return nil }
      return entry.value.file.finding(
        "overlap", at: entry.key.position, severity: .warning,
        "\(type): two runs of this effect can overlap, and the first may answer last",
        "It waits and then sends, without a policy, and no reducer notes that it runs.",
        "To fix this, give it a policy: udf.leading, udf.latest or udf.queue; udf.every allows the overlap.")
    }
  }

  /// Whether a function sends an action after it has waited.
  private static func answersLate(_ body: FunctionBody, _ context: Local.ID, in app: CheckedApp) -> Bool {
    var hasWaited = false
    var answers = false
    body.body.walk { node in
      guard case .expression(let expression) = node else { return }
      switch expression.kind {
      case .index(let table, let key):
        if app.isWait(expression, in: context) { hasWaited = true }
        if table.kind == .local(context), key.text == "send", hasWaited { answers = true }
      default: break
      }
    }
    return answers
  }
}

extension CheckedApp {
  /// Whether an effect waits where it calls this value of its context: `cx.sleep`, or a service.
  func isWait(_ expression: Expression, in context: Local.ID) -> Bool {
    guard case .index(let table, let key) = expression.kind, let name = key.text else { return false }
    if table.kind == .local(context) { return ["sleep", "all", "race"].contains(name) }
    guard case .index(let all, let service) = table.kind, case .index(let owner, let services) = all.kind,
      owner.kind == .local(context), services.text == "services", let service = service.text
    else { return false }
    return waits(for: name, of: service)
  }
}

extension FunctionBody {
  fileprivate func mentions(_ local: Local.ID) -> Bool {
    var isFound = false
    body.walk { if case .expression(let expression) = $0, expression.kind == .local(local) { isFound = true } }
    return isFound
  }
}
