import LuaRuntime
import UDFServices

/// An app as its files make it at one time: what a reload replaces as a whole.
package struct Generation {
  struct Handler {
    var feature: String
    var action: String
    var reference: LuaReference
  }

  var number: Int
  package var name: String
  /// Of the shape of the app's state.
  var version = 1
  package var features: [FeatureDefinition]
  package var app: LuaReference
  package var modules: [String: Module]
  var reducers: [Handler] = []
  var effects: [HostEffect] = []
  /// From `feature.pull`, `feature.push` and `feature.auth` to these functions in Lua.
  var remotes: [String: HostEffect] = [:]
  /// From `feature.conflict` and `feature.migrate` to these pure functions in Lua.
  var rowFunctions: [String: LuaReference] = [:]
  /// What scripts call.
  var services: LuaReference?
  /// From each service to the names of its methods.
  package var methods: Record = [:]
  var views: [String: DerivedValue] = [:]
  /// From `feature.name` to each computed value.
  var computed: [String: DerivedValue] = [:]
  var reactions: [Reaction] = []
  /// From `feature.event` to its function.
  var events: [String: LuaReference] = [:]
  var migrations: [String: LuaReference] = [:]
  var defaults: [String: LuaReference] = [:]
  /// Features whose reducer is Swift.
  package var natives: [String: any NativeFeature] = [:]
  /// Slices that the generation before did not have, or had elsewhere.
  var slices: [String: any Slice] = [:]
  /// Of features that have moved between Lua and Swift: the slice that they had, and what it held.
  var moved: [String: (slice: any Slice, content: Value)] = [:]
  /// The states that replace the present ones, by feature.
  var contents: [String: Value] = [:]
  var middleware: [ScriptMiddleware] = []
  var grants: [Grant] = []
  package var flow: FlowDefinition?
  package var scenes: [SceneDefinition] = []
  /// From `scene.event` to its function.
  var sceneEvents: [String: LuaReference] = [:]
  /// Gives, for a scene and params, the function that makes its view state.
  var sceneViews: LuaReference?
  /// What the prompt offers of each feature.
  var members: [String: LuaReference] = [:]
  var dispatcher: LuaReference?
  /// Runs a function that was sent without a feature.
  var later: LuaReference?
  /// From full action type to whether and how it is answered.
  package var known: Set<String> = []

  /// Where a function is written that stands at `path` in what a feature's file gives to `udf.feature`; nil if there is none.
  func place(of path: [Value], in feature: String, _ machine: LuaMachine) -> ScriptPosition? {
    guard let index = features.firstIndex(where: { $0.name == feature }) else { return nil }
    let place: [Value] = ["features", .integer(Int64(index + 1))]
    return machine.reference(place + path, in: app).flatMap(machine.definition).map {
      ScriptPosition(file: $0.file, line: $0.line)
    }
  }
}
