/// An effect that runs up to its first await, which most never come to: then it was never more than this.
struct EffectStart {
  let number: Int
  let effect: HostEffect
  /// The number of the action that started it, nil if none did.
  let action: Int?
  /// The number of the action whose undo ends it, 0: none. For a function that an effect sends: that of the effect.
  let owner: Int
  /// What the effect's id function gave.
  let id: String?
  let lane: EffectLane?
  /// The screen that it belongs to and does not outlive; 0: none.
  let screen: Int
  /// Once somebody has to find it.
  var run: EffectRun?

  /// The number of the action that causes what it sends, 0: none.
  var cause: Int { effect.isDetached ? 0 : owner }
}
