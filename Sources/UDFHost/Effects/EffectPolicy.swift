import LuaRuntime

/// Decides what a request does while a run of the same effect has not ended, or shortly after one started.
struct EffectPolicy: Equatable {
  /// The names of policies in `declarations.lua`.
  enum Overlap: String {
    case every, leading, latest, queue
  }

  var overlap = Overlap.every
  /// Seconds without another request before a run starts.
  var debounce: Double?
  /// Seconds after the start of a run in which no other run starts.
  var throttle: Double?
  /// Whether settling does not wait for it.
  var isBackground = false
  /// Whether it does not wait until the log has a shared action.
  var isOptimistic = false
  /// Whether each id has its own lane.
  var isKeyed = false

  init() {}

  /// Reads the policy's description from the prelude.
  init(_ value: Value) {
    overlap = value["overlap"].text.flatMap(Overlap.init) ?? .every
    debounce = value["debounce"].double
    throttle = value["throttle"].double
    isBackground = value["background"] == true
    isOptimistic = value["optimistic"] == true
    isKeyed = value["keyed"] == true
  }

  /// Whether runs do not depend on one another. The host keeps no lane and no bytes of the action for them.
  var needsNoLane: Bool { overlap == .every && debounce == nil && throttle == nil && !isKeyed }
}
