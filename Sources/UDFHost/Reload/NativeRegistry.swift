import LuaRuntime

/// The features in Swift: those of the program, and the implementations of `udf.entities` and `udf.sync`.
struct NativeRegistry: Sendable {
  let registered: [any NativeFeature]
  /// See ``HostConfiguration/replacements``.
  let replacing: [any NativeFeature]
  /// Whether features may be missing, because the app is only listed.
  let allowsUnknown: Bool

  /// Returns a definition's feature in Swift; nil for one in Lua. Throws a ``HostError`` if the program has none.
  func feature(for definition: FeatureDefinition) throws(HostError) -> (any NativeFeature)? {
    switch definition.home {
    case .lua: return try only(definition, of: replacing)
    case .entities(let options): return EntitiesFeature(name: definition.name, options: options)
    case .synced(let options, let neighbours):
      return SyncFeature(
        name: definition.name, options: options, filter: definition.sync?.filter ?? .all, neighbours: neighbours)
    case .registered:
      if let feature = try only(definition, of: registered) { return feature }
      if allowsUnknown { return UnknownFeature(name: definition.name) }
      let known = registered.map(\.name).sorted()
      let fix =
        known.isEmpty
        ? "This program has registered none; a Swift program does so with HostConfiguration.features."
        : "Registered are: \(known.joined(separator: ", ")).\(didYouMean(definition.name, among: known))"
      throw definition.problem("udf.native: there is no native feature \"\(definition.name)\"\n  \(fix)")
    }
  }

  /// Returns the feature with the definition's name; nil if there is none. Throws if it is not valid.
  private func only(
    _ definition: FeatureDefinition, of features: [any NativeFeature]
  ) throws(HostError) -> (any NativeFeature)? {
    let meant = features.filter { $0.name == definition.name }
    if meant.count > 1 {
      throw definition.problem("this program registers \(meant.count) native features of this name")
    }
    guard let feature = meant.first else { return nil }
    let fields = NativeRegistry.fieldNames(of: feature)
    for (index, field) in fields.enumerated() {
      if !field.isName {
        throw definition.problem("the field \"\(field)\" must be a Lua name (letters, digits, _)")
      }
      if fields[..<index].contains(field) { throw definition.problem("two fields have the name \"\(field)\"") }
    }
    return feature
  }

  private static func fieldNames(of feature: some NativeFeature) -> [String] { feature.fields.map(\.name) }
}
