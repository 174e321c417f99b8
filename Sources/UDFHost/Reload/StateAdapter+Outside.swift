import LuaRuntime

/// States from outside: from a file, or from a test.
extension StateAdapter {
  /// Returns the state that a test gives to the feature with this name; `site` is the place of the test. Warns of
  /// probable mistakes. Throws if there is no such feature, or if the state does not fit.
  func given(
    _ content: Value, to name: String, in generation: Generation, at site: String
  ) throws(HostError) -> ParkedState {
    func refusal(_ text: String) -> HostError {
      HostError(code: "assertion", at: ScriptPosition(site: .string(site)), of: ["test.store: state.\(name)"], text)
    }
    guard let feature = generation.features.first(where: { $0.name == name }) else {
      throw refusal("there is no feature \"\(name)\".\(didYouMean(name, among: generation.features.map(\.name)))")
    }
    do throws(HostError) {
      let state = try fitted(content, to: feature, in: generation, isWritten: true)
      try attempt { () throws(HostError) in try adapt(feature, to: generation, state) }
      if !(generation.slices[name] is any HostedSlice) {
        warn(of: state.fields, feature, try defaults(of: feature, in: generation).fields)
      }
      return ParkedState(version: feature.version, content: state)
    } catch { throw refusal(error.details["message"].text ?? error.message) }
  }

  /// Returns a state from outside with its secrets sealed. Throws if it has a field that a feature in Swift does not
  /// store, or is not of the kind of the initial state; `isWritten`: a person wrote it, and an empty list may be a map.
  func fitted(
    _ state: Value, to feature: FeatureDefinition, in generation: Generation, isWritten: Bool
  ) throws(HostError) -> Value {
    func refusal(_ text: String) -> HostError { HostError(code: "state", at: nil, of: [feature.name], text) }
    let slice = (generation.slices[feature.name] ?? tree.slices[feature.name]) as? any HostedSlice
    let known =
      if let slice { slice.storedFields } else { try defaults(of: feature, in: generation).fields.map(\.key) }
    switch state {
    case .map(let fields):
      if slice != nil, let unknown = fields.first(where: { !known.contains($0.key) }) {
        throw refusal("the state has no stored field \"\(unknown.key)\".\(didYouMean(unknown.key, among: known))")
      }
      return .map(feature.secrets.reduce(into: fields) { $0[$1] = tree.secrets.sealed($0[$1]) })
    case .list(let items):
      if known.isEmpty || slice == nil && !isWritten { return state }
      if items.isEmpty { return .map([:]) }
    default: break
    }
    let fields = known.isEmpty ? "" : " with fields such as \(known.sorted().prefix(3).joined(separator: ", "))"
    throw refusal("its state must be a map\(fields), got \(state.shown)")
  }

  /// Warns of probable mistakes in a state that a person has written. They are not errors: a state may have keys that
  /// its initial state does not have, and values of other types.
  func warn(of fields: Record, _ feature: FeatureDefinition, _ defaults: Record) {
    for (key, value) in fields {
      guard let problem = feature.problem(with: value, inState: key, beginningWith: defaults) else { continue }
      events.warn("\(feature.name): \(problem) The value was loaded unchanged.")
    }
  }
}
