/// One run of an effect: its coroutine and all that it has spawned, which end before it does.
final class EffectRun {
  let number: Int
  let effect: HostEffect
  /// What errors call it, if not by its effect.
  var title: String?
  /// See ``EffectStart/action``.
  let action: Int?
  /// See ``EffectStart/owner``.
  let owner: Int
  /// See ``EffectStart/id``.
  let id: String?
  let lane: EffectLane?
  /// See ``EffectStart/screen``.
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

  /// What `cx.id` is, which no id of an app is by accident.
  var label: String { EffectRun.label(number) }

  /// See ``EffectStart/cause``.
  var cause: Int { effect.isDetached ? 0 : owner }

  static func label(_ number: Int) -> String { "#\(number)" }

  init(_ start: EffectStart) {
    number = start.number
    effect = start.effect
    action = start.action
    owner = start.owner
    id = start.id
    lane = start.lane
    screen = start.screen
  }
}
