/// The features that are written in Swift: those the program has registered, and what stands behind `udf.entities`.
struct NativeRegistry: Sendable {
  private let registered: [String: any NativeFeature]
  /// Who only lists an app need not have its features.
  private let allowsUnknown: Bool
  private let replacing: [String: any NativeFeature]

  init(_ configuration: HostConfiguration) {
    registered = Dictionary(configuration.features.map { ($0.name, $0) }) { _, last in last }
    allowsUnknown = !configuration.startsFeatures
    replacing = Dictionary(configuration.replacements.map { ($0.name, $0) }) { _, last in last }
  }

  /// The feature in Swift that a definition names, nil for one in Lua. Throws a ``HostError`` if nobody has registered it.
  func feature(for definition: FeatureDefinition) throws(HostError) -> (any NativeFeature)? {
    switch definition.home {
    case .lua: return replacing[definition.name]
    case .entities(let options): return EntitiesFeature(name: definition.name, options: options)
    case .registered:
      if let feature = registered[definition.name] { return feature }
      if allowsUnknown { return UnknownFeature(name: definition.name) }
      let known = registered.keys.sorted()
      let fix =
        known.isEmpty
        ? "This program has registered none; a Swift program does so with HostConfiguration.features."
        : "Registered are: \(known.joined(separator: ", ")).\(didYouMean(definition.name, among: known))"
      throw definition.problem("udf.native: there is no native feature \"\(definition.name)\"\n  \(fix)")
    }
  }
}
