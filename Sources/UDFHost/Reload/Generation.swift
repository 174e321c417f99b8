import LuaRuntime

/// An app as its files make it at one time: what a reload replaces as a whole.
struct Generation {
  struct Handler {
    var feature: String
    var action: String
    var reference: LuaReference
  }

  var number: Int
  var name: String
  var features: [FeatureDefinition]
  var app: LuaReference
  var modules: [String: Module]
  var reducers: [Handler] = []
  var effects: [Handler] = []
  /// From each feature to the function that runs its effects.
  var runners: [String: LuaReference] = [:]
  var views: [String: LuaReference] = [:]
  /// From `feature.event` to its function.
  var events: [String: LuaReference] = [:]
  var migrations: [String: LuaReference] = [:]
  var defaults: [String: LuaReference] = [:]
  /// Slices of features that the generation before did not have.
  var slices: [String: LuaSlice] = [:]
  /// What features go on with if that is not what they have.
  var contents: [String: Value] = [:]
  var middleware: [(before: LuaReference?, after: LuaReference?)] = []
  var grants: [String] = []
  /// What the prompt offers of each feature.
  var members: [String: LuaReference] = [:]
  var dispatcher: LuaReference?
  /// From full action type to whether and how it is answered.
  var known: Set<String> = []

  /// Takes back what a generation that is not to run has put into the state.
  func discard() {
    for slice in slices.values { slice.remove() }
  }
}
