import LuaRuntime

/// What a feature's file says of values that follow from its state; checked by the prelude, read here.
package struct DerivedDefinition {
  /// A path that a computed value or a reaction reads.
  struct Input {
    /// `computed.total`.
    var reader: String
    /// The field of the state in which the path begins.
    var field: String
  }

  /// Names of the computed values.
  package var computed: [String]
  var reactions: [String: EffectPolicy] = [:]
  var inputs: [Input] = []
  /// The fields of the initial state.
  var fields: [String]

  init(_ value: Value) {
    computed = value["computed"].texts
    fields = value["fields"].texts
    for (name, policy) in value["reactions"].fields { reactions[name] = EffectPolicy(policy) }
    inputs = value["inputs"].items.map { Input(reader: $0["by"].text ?? "", field: $0["field"].text ?? "") }
  }
}
