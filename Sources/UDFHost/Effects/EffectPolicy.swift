import LuaRuntime

/// Which runs of an effect there are if it is asked for again while one goes on, or soon after one began.
struct EffectPolicy: Equatable {
  enum Overlap: String {
    case every, leading, latest, queue
  }

  var overlap = Overlap.every
  /// Seconds without another asking before it begins.
  var debounce: Double?
  /// Seconds after a beginning in which it does not begin again.
  var throttle: Double?
  /// Nobody waits for it to settle.
  var isBackground = false
  /// Whether each id has a lane of its own.
  var isKeyed = false

  init() {}

  /// As the prelude describes it.
  init(_ value: Value) {
    overlap = value["overlap"].text.flatMap(Overlap.init) ?? .every
    debounce = value["debounce"].double
    throttle = value["throttle"].double
    isBackground = value["background"] == true
    isKeyed = value["keyed"] == true
  }

  /// Whether one run has nothing to do with another.
  var needsNoLane: Bool { overlap == .every && debounce == nil && throttle == nil && !isKeyed }
}
