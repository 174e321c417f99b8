import LuaRuntime

/// What a feature's file says of values that follow from its state; checked by the prelude, read here.
struct DerivedDefinition {
  /// A path that a computed value or a reaction reads.
  struct Input {
    /// `computed.total`.
    var reader: String
    /// The field of the state in which the path begins.
    var field: String
  }

  /// Names of the computed values.
  var computed: [String]
  var reactions: [String: EffectPolicy] = [:]
  var inputs: [Input] = []
  /// The fields of the initial state.
  var fields: [String]

  init(_ value: Value) {
    computed = value["computed"].texts
    fields = value["fields"].texts
    if case .map(let described) = value["reactions"] {
      for (name, policy) in described { reactions[name] = EffectPolicy(policy) }
    }
    if case .list(let described) = value["inputs"] {
      inputs = described.map { Input(reader: $0["by"].text ?? "", field: $0["field"].text ?? "") }
    }
  }
}
