/// One run of an effect: its coroutine and all that it has spawned, which end before it does.
final class EffectRun {
  let number: Int
  /// What `cx.id` is, which no id of an app is by accident.
  var label: String { "#\(number)" }
  let effect: HostEffect
  /// What errors call it, if not by its effect.
  var title: String?
  /// The number of the action that started it, nil if none did.
  let action: Int?
  /// What the effect's id function gave.
  let id: String?
  let lane: EffectLane?
  /// The screen that it belongs to and does not outlive; 0: none.
  let screen: Int
  /// The effect's own coroutine, once it waits or spawns; those it has spawned hang from it also when it has ended.
  var root: EffectTask?
  /// How many of its coroutines have not ended.
  var living = 1
  var isCancelled = false
  /// Where its scheduler has it.
  var position = 0
  /// One error ends all of it, and is told once.
  var hasFailed = false

  init(number: Int, effect: HostEffect, action: Int?, id: String?, lane: EffectLane?, screen: Int) {
    self.number = number
    self.effect = effect
    self.action = action
    self.id = id
    self.lane = lane
    self.screen = screen
  }
}
