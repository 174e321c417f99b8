import LuaRuntime

/// A feature's declarations of computed values and reactions. The prelude checks them; this type reads them.
package struct DerivedDefinition {
  /// A path that a computed value or a reaction reads.
  struct Input {
    /// The computed value or reaction that reads it, such as `computed.total`.
    var reader: String
    /// The field of the state with which the path begins.
    var field: String
  }

  /// The names of the computed values.
  package var computed: [String]
  var reactions: [String: EffectPolicy] = [:]
  /// The reactions that also start after an undo.
  var undo: Set<String>
  var inputs: [Input] = []
  /// The fields of the initial state.
  package var fields: [String]

  init(_ value: Value) {
    computed = value["computed"].texts
    fields = value["fields"].texts
    undo = Set(value["undo"].texts)
    for (name, policy) in value["reactions"].fields { reactions[name] = EffectPolicy(policy) }
    inputs = value["inputs"].items.map { Input(reader: $0["by"].text ?? "", field: $0["field"].text ?? "") }
  }
}
