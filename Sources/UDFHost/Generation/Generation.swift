import LuaRuntime
import UDFServices

/// An app as its files define it at one time. A reload replaces the generation as a whole.
package struct Generation {
  struct Handler {
    var feature: String
    var action: String
    var reference: LuaReference
  }

  var number: Int
  package var name: String
  /// The version of the app's state.
  var version = 1
  package var features: [FeatureDefinition]
  package var app: LuaReference
  package var modules: [String: Module]
  var reducers: [Handler] = []
  var effects: [HostEffect] = []
  /// The functions in Lua under `feature.pull`, `feature.push` and `feature.auth`.
  var remotes: [String: HostEffect] = [:]
  /// The pure functions in Lua under `feature.conflict` and `feature.migrate`.
  var rowFunctions: [String: LuaReference] = [:]
  /// The functions `stamp` and `onRejected` of shared features.
  var stamps: [String: LuaReference] = [:]
  var rejections: [String: HostEffect] = [:]
  /// The services as scripts call them.
  var services: LuaReference?
  /// The names of the methods of each service.
  package var methods: Record = [:]
  var views: [String: DerivedValue] = [:]
  /// The computed values under `feature.name`.
  var computed: [String: DerivedValue] = [:]
  var reactions: [Reaction] = []
  /// The functions of events under `feature.event`.
  var events: [String: LuaReference] = [:]
  var migrations: [String: LuaReference] = [:]
  var defaults: [String: LuaReference] = [:]
  /// The features with reducers in Swift.
  package var natives: [String: any NativeFeature] = [:]
  /// The slices that the previous generation did not have, or had in the other language.
  var slices: [String: any Slice] = [:]
  /// The former slices and their contents of features that have moved between Lua and Swift.
  var moved: [String: (slice: any Slice, content: Value)] = [:]
  /// The states that replace the present ones, by feature.
  var contents: [String: Value] = [:]
  var middleware: [ScriptMiddleware] = []
  /// The grants that the app requests, as its author wrote them.
  package var grants: [Grant] = []
  package var flow: FlowDefinition?
  package var scenes: [SceneDefinition] = []
  /// The functions of scenes under `scene.event`.
  var sceneEvents: [String: LuaReference] = [:]
  /// Returns the function that computes the view state of a scene with params.
  var sceneViews: LuaReference?
  /// The members of each feature at the prompt.
  var members: [String: LuaReference] = [:]
  var dispatcher: LuaReference?
  /// Runs a sent function that belongs to no feature.
  var later: LuaReference?
  /// The full types of all actions with a reducer or an effect.
  package var known: Set<String> = []

  /// Returns where the function of a view event, such as `cart.tap`, is written; nil if the event has none.
  func place(ofEvent name: String, _ machine: LuaMachine) -> ScriptPosition? {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    return parts.count == 2 ? place(of: ["events", .string(parts[1])], in: parts[0], machine) : nil
  }

  /// Returns where the function at `path` in the argument of `udf.feature` is written; nil if there is none.
  func place(of path: [Value], in feature: String, _ machine: LuaMachine) -> ScriptPosition? {
    guard let index = features.firstIndex(where: { $0.name == feature }) else { return nil }
    let place: [Value] = ["features", .integer(Int64(index + 1))]
    return machine.reference(place + path, in: app).flatMap(machine.definition).map {
      ScriptPosition(file: $0.file, line: $0.line)
    }
  }
}
