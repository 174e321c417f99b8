import LuaRuntime

extension Generation {
  /// Returns what is wrong with a path that begins at this field of a feature's state; nil: nothing.
  func problem(ofField field: String, in feature: FeatureDefinition) -> String? {
    if let fields = natives[feature.name]?.fieldNames {
      return fields.contains(field) ? nil : "there is no field \"\(field)\".\(didYouMean(field, among: fields))"
    }
    let fields = feature.derived.fields
    // The initial state does not contain fields that are nil at first.
    guard !fields.contains(field), let meant = suggestion(for: field, among: fields) else { return nil }
    return "the initial state has no \"\(field)\". Did you mean \"\(meant)\"?"
  }
}
