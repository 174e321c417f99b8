/// An effect that runs up to its first await, which most never come to: then it was never more than this.
struct EffectStart {
  let number: Int
  let effect: HostEffect
  /// The number of the action that started it, nil if none did.
  let action: Int?
  /// What the effect's id function gave.
  let id: String?
  let lane: EffectLane?
  /// The screen that it belongs to and does not outlive; 0: none.
  let screen: Int
  /// Once somebody has to find it.
  var run: EffectRun?
}
