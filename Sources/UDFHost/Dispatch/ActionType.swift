import LuaRuntime

/// One kind of action, and everything that answers it in the generation that runs.
struct ActionType {
  /// `feature/name`.
  let name: String
  var schema: ActionSchema?
  var routes: [Route] = []
  var effects: [HostEffect] = []
  /// Whether it may change the path of screens.
  var isNavigation = false
  /// Whether it is an event for a flow, which answers it even where the app has no flow.
  var isEmitted = false
  /// The engine's side of a sync feature.
  var feed: (any ActionFollower)?
  /// Where its first reducer is defined, else its feature.
  var place: ScriptPosition?

  /// The one reducer that answers it, if that is all that does and is in Lua.
  var onlyReducer: LuaReducer? { routes.count == 1 ? routes[0].lua : nil }
  /// The one effect that follows from it, if that is all that does and it runs as often as it is asked for.
  var onlyEffect: HostEffect? {
    effects.count == 1 && !isNavigation && feed == nil && effects[0].policy.needsNoLane ? effects[0] : nil
  }
  /// The effect that its reducer in Swift may return; that one comes first.
  var nativeEffect: HostEffect? { routes.first?.effect }
  /// Whether one reducer in Swift is all that reduces it.
  var isOnlyNative: Bool { routes.count == 1 && routes[0].isNative }
  /// Whether a typed action may be reduced without conversion: only its own reducer receives it, and the schema declares no more
  /// than Swift's types do.
  var takesTyped: Bool {
    isOnlyNative && !hasFollowers && routes[0].meter == nil && !(schema?.saysMoreThanTypes ?? false)
  }
  /// Whether something follows from it.
  var hasFollowers: Bool { !effects.isEmpty || isNavigation || feed != nil }
  var isHandled: Bool { !routes.isEmpty || !effects.isEmpty || isEmitted }
}
