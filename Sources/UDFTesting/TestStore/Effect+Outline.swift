import UDF

extension Effect {
  /// A text that describes what the effect would do, which a test can compare without running the effect.
  ///
  ///     let effect = search.reduce(&state, .queryChanged("swift"))
  ///     effect.outline
  ///     // cancellable "search", cancels in flight
  ///     //   run
  public var outline: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    switch self {
    case .none: ["none"]
    case .send(let action): ["send \(String(reflecting: action))"]
    case .run: ["run"]
    case .merge(let effects): ["merge"] + inside(effects)
    case .concatenate(let effects): ["concatenate"] + inside(effects)
    case .cancel(let id): ["cancel \(text(id))"]
    case .cancellable(let effect, let id, let cancelInFlight):
      ["cancellable \(text(id))\(cancelInFlight ? ", cancels in flight" : "")"] + inside([effect])
    case .throttled(let effect, let id, _, _): ["throttled \(text(id))"] + inside([effect])
    case .tied(let effect, let id, _): ["ends with \(text(id))"] + inside([effect])
    case .report(let misuse): ["report \(misuse.kind)"]
    }
  }

  private func inside(_ effects: [Effect]) -> [String] { effects.flatMap { $0.lines.map { "  \($0)" } } }

  private func text(_ id: EffectID) -> String {
    id.values.map { String(reflecting: $0) }.joined(separator: ", ")
  }
}
