/// The effects that belong to one screen.
struct OwnedEffects {
  /// By their numbers.
  var runs: [Int: EffectRun] = [:]
  var lanes: Set<EffectLane.Key> = []

  var isEmpty: Bool { runs.isEmpty && lanes.isEmpty }
}
