import LuaRuntime

/// Decides what a request does while a run of the same effect has not ended, or soon after one began.
struct EffectPolicy: Equatable {
  /// The words of policies in `declarations.lua`.
  enum Overlap: String {
    case every, leading, latest, queue
  }

  var overlap = Overlap.every
  /// Seconds without another request before it begins.
  var debounce: Double?
  /// Seconds after a beginning in which it does not begin again.
  var throttle: Double?
  /// Whether settling does not wait for it.
  var isBackground = false
  /// Whether each id has a lane of its own.
  var isKeyed = false

  init() {}

  /// Reads the description that the prelude makes of a policy.
  init(_ value: Value) {
    overlap = value["overlap"].text.flatMap(Overlap.init) ?? .every
    debounce = value["debounce"].double
    throttle = value["throttle"].double
    isBackground = value["background"] == true
    isKeyed = value["keyed"] == true
  }

  /// Whether no run depends on another one.
  var needsNoLane: Bool { overlap == .every && debounce == nil && throttle == nil && !isKeyed }
}
