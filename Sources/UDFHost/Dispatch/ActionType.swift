import LuaRuntime

/// An action type, with its reducers and effects in the running generation.
///
/// The tests of each dispatch are inlined, because a call would copy the whole value.
struct ActionType {
  /// `feature/name`.
  let name: String
  var schema: ActionSchema?
  var routes: [Route] = []
  var effects: [HostEffect] = []
  /// Whether an action of this type may change the navigation path.
  var isNavigation = false
  /// Whether the feature emits a screen event for it. Then it counts as handled, also in an app without a flow.
  var isEmitted = false
  /// Passes committed actions of a sync feature to its engine.
  var feed: (any ActionFollower)?
  /// The shared log of its actions; nil: the actions stay on this host.
  unowned(unsafe) var log: (any SharedActions)?
  /// Returns the fields that are not deterministic, before the reducers run; nil: there are none.
  var stamp: ((Record) throws(LuaError) -> Value)?
  /// The names of the fields that ``stamp`` has added to earlier actions.
  var stampedFields: [String] = []
  /// The place of its first reducer, or else of its feature.
  var place: ScriptPosition?

  /// Its reducer in Lua, if there is exactly one reducer and it gets the action without changes.
  var onlyReducer: LuaReducer? { routes.count == 1 && stamp == nil ? routes[0].lua : nil }
  /// Its effect, if an action starts exactly one effect, whose runs do not depend on one another, and nothing else.
  @inline(__always) var onlyEffect: HostEffect? {
    effects.count == 1 && !isNavigation && feed == nil && log == nil && effects[0].policy.needsNoLane ? effects[0] : nil
  }
  /// The effect that its reducer in Swift may return. The reducer of the type's own feature is always the first.
  var nativeEffect: HostEffect? { routes.first?.effect }
  /// Whether one reducer in Swift is its only reducer and gets the action without changes.
  @inline(__always) var isOnlyNative: Bool { routes.count == 1 && routes[0].isNative && stamp == nil }
  /// Whether a typed action may be reduced without a conversion: only its own feature reduces it, and the schema
  /// requires no more than the Swift types do.
  @inline(__always) var takesTyped: Bool {
    isOnlyNative && !hasFollowers && routes[0].meter == nil && !(schema?.isStricterThanTypes ?? false)
  }
  /// Whether an action of this type starts effects, navigates, or is sent to an engine or a log.
  @inline(__always) var hasFollowers: Bool { !effects.isEmpty || isNavigation || feed != nil || log != nil }
  /// Whether it has an effect, a handler in a flow, or more than this number of reducers.
  func hasListeners(besides reducers: Int) -> Bool { !effects.isEmpty || isEmitted || routes.count > reducers }
  var isHandled: Bool { !routes.isEmpty || !effects.isEmpty || isEmitted }
}
