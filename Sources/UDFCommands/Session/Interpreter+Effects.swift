import UDFHost
import UDFTooling

/// `:effects` and `:print`.
extension Interpreter {
  func listEffects(_ glob: String) throws(HostError) {
    let effects = host.effectsUnderWay.filter { glob.isEmpty || $0.concerns(glob) }
    let engines = host.syncListings(limit: 0).filter {
      $0.isAtWork && (glob.isEmpty || $0.feature.matches(glob: glob) || "\($0.feature)/".matches(glob: glob))
    }
    if effects.isEmpty, engines.isEmpty {
      return reporter.report(.note("no effect\(glob.isEmpty ? "" : " of \(glob)") is running"))
    }
    if !effects.isEmpty { reporter.report(.effects(effects)) }
    if !engines.isEmpty { reporter.report(.syncs(engines)) }
  }

  func printWhole(_ expression: String) throws(HostError) -> Outcome {
    if expression.isEmpty {
      throw HostError(usage: ":print: takes an expression, as in :print state.cart")
    }
    switch host.evaluate(expression, name: place.name, line: place.line) {
    case .value(let values): reporter.report(.whole(values))
    case .incomplete:
      throw HostError(code: "syntax", message: ":print: the expression is not complete: \(expression)")
    case .failed(let error): return fail(error)
    }
    return .done
  }
}

extension SyncListing {
  /// Whether the engine is working, or will start work by itself.
  fileprivate var isAtWork: Bool {
    ["opening", "seeding", "pushing", "pulling", "waiting"].contains(info.state["phase"])
  }
}

extension EffectInfo {
  /// Whether the effect belongs to an action or a feature that matches the pattern.
  fileprivate func concerns(_ glob: String) -> Bool {
    feature.matches(glob: glob) || type.matches(glob: glob)
  }
}
