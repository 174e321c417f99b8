/// An effect in Lua before its first wait. Most effects end without a wait, and then no ``EffectRun`` is made.
struct EffectStart {
  let number: Int
  let effect: HostEffect
  /// The number of the action that requested it; nil: none.
  let action: Int?
  /// The number of the action whose undo cancels it; 0: none. A function that an effect sends has the same owner.
  let owner: Int
  /// The result of the effect's id function.
  let id: String?
  let lane: EffectLane?
  /// The screen that owns it; the effect is cancelled with the screen; 0: none.
  let screen: Int
  /// Made when the effect waits, fails, is looked up, or belongs to a lane.
  var run: EffectRun?

  /// The number of the action that causes the effect's actions; 0: none.
  var cause: Int { effect.isDetached ? 0 : owner }
}
