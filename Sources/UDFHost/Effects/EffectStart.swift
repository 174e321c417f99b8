/// An effect in Lua that runs up to its first await. Most end before one, and then no ``EffectRun`` is ever made.
struct EffectStart {
  let number: Int
  let effect: HostEffect
  /// The number of the action that requested it, nil if none did.
  let action: Int?
  /// The number of the action whose undo ends it, 0: none. For a function that an effect sends: that of the effect.
  let owner: Int
  /// The result of the effect's id function.
  let id: String?
  let lane: EffectLane?
  /// The screen that it belongs to and does not outlive; 0: none.
  let screen: Int
  /// Made when the run waits, fails, is looked up, or belongs to a lane.
  var run: EffectRun?

  /// The number of the action that causes what it sends, 0: none.
  var cause: Int { effect.isDetached ? 0 : owner }
}
