import LuaSyntax
import UDFHost

/// Finds effects whose runs may overlap without a policy, so that an earlier run may send its result after a later one.
enum OverlapCheck {
  private static let waiting: Set = ["sleep", "all", "race"]

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
        guard let name = key.text else { return }
        if table.kind == .local(context) {
          if waiting.contains(name) { hasWaited = true }
          if name == "send", hasWaited { answers = true }
        } else if case .index(let all, let service) = table.kind, case .index(let owner, let services) = all.kind,
          owner.kind == .local(context), services.text == "services", let service = service.text,
          app.waits(for: name, of: service)
        {
          hasWaited = true
        }
      default: break
      }
    }
    return answers
  }
}

extension FunctionBody {
  fileprivate func mentions(_ local: Local.ID) -> Bool {
    var isFound = false
    body.walk { if case .expression(let expression) = $0, expression.kind == .local(local) { isFound = true } }
    return isFound
  }
}
