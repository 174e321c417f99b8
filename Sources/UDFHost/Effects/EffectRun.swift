import LuaRuntime
import UDF

/// One run of an effect, in Lua or in Swift. It ends after all coroutines and tasks that it has started.
final class EffectRun {
  let number: Int
  let effect: HostEffect
  /// When it started, on the host's clock.
  let time: Double
  /// The name in errors, if it is not the effect's name.
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
  /// The work of an effect in Swift; nil: the effect is in Lua.
  let native: NativeWork?
  /// The effect's own coroutine, after it waits or spawns. Spawned coroutines stay its children after its end.
  var root: LuaTask?
  /// The number of its coroutines that have not ended.
  var living = 1
  var isCancelled = false
  /// Whether settling waits for it.
  var isAwaited: Bool
  /// Whether an error has ended it; the error is reported once.
  var hasFailed = false

  /// The value of `cx.id`, in a form that ids of apps do not have.
  var label: String { EffectRun.label(number) }

  /// See ``EffectStart/cause``.
  var cause: Int { effect.isDetached ? 0 : owner }

  static func label(_ number: Int) -> String { "#\(number)" }

  /// Returns the number in a label; nil if the text is not a label.
  static func number(inLabel text: String) -> Int? {
    text.first == "#" ? Int(text.dropFirst()).flatMap { label($0) == text ? $0 : nil } : nil
  }

  /// The name by which `cx.cancel` finds it; nil for a sent function.
  var name: EffectName? {
    let text = id ?? effect.name
    return text.isEmpty ? nil : EffectName(feature: effect.feature, text: text, screen: screen)
  }

  private unowned let scheduler: EffectScheduler

  init(_ start: EffectStart, of scheduler: EffectScheduler, native: NativeWork? = nil) {
    self.scheduler = scheduler
    number = start.number
    effect = start.effect
    time = scheduler.clock.now
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
