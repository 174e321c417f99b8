import LuaRuntime
import UDF

/// One run of an effect, in Lua or in Swift, with all that it has started, which ends before it does.
final class EffectRun {
  let number: Int
  let effect: HostEffect
  /// What errors call it, if not by its effect.
  var title: String?
  /// See ``EffectStart/action``.
  let action: Int?
  /// See ``EffectStart/owner``.
  var owner: Int
  /// See ``EffectStart/id``.
  let id: String?
  let lane: EffectLane?
  /// See ``EffectStart/screen``.
  let screen: Int
  /// Of an effect in Swift: what it does. nil: it is in Lua.
  let native: NativeWork?
  /// The effect's own coroutine, once it waits or spawns; those it has spawned hang from it also when it has ended.
  var root: LuaTask?
  /// How many of its coroutines have not ended.
  var living = 1
  var isCancelled = false
  /// Whether settling waits for it.
  var isAwaited: Bool
  /// Whether an error has ended it, which is reported once.
  var hasFailed = false

  /// The value of `cx.id`, which no id of an app equals by accident.
  var label: String { EffectRun.label(number) }

  /// See ``EffectStart/cause``.
  var cause: Int { effect.isDetached ? 0 : owner }

  static func label(_ number: Int) -> String { "#\(number)" }

  /// The number in a label; nil if the text is none.
  static func number(inLabel text: String) -> Int? {
    text.first == "#" ? Int(text.dropFirst()).flatMap { label($0) == text ? $0 : nil } : nil
  }

  /// The name under which `cx.cancel` finds it; nil for a function that was sent.
  var name: EffectName? {
    let text = id ?? effect.name
    return text.isEmpty ? nil : EffectName(feature: effect.feature, text: text, screen: screen)
  }

  private unowned let scheduler: EffectScheduler

  init(_ start: EffectStart, of scheduler: EffectScheduler, native: NativeWork? = nil) {
    self.scheduler = scheduler
    number = start.number
    effect = start.effect
    isAwaited = !start.effect.policy.isBackground
    action = start.action
    owner = start.owner
    id = start.id
    lane = start.lane
    screen = start.screen
    self.native = native
  }
}

extension EffectRun: TaskRun {
  func didCancel() { scheduler.hide(self) }
  func didFail(_ error: LuaError) { scheduler.report(error, of: self) }
  func didEnd(_ task: LuaMachine.TaskID) { scheduler.setProgress(nil, of: task) }
  func didEnd() { scheduler.ended(self) }
}
