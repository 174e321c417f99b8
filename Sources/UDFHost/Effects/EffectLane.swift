import DequeModule
import LuaRuntime

/// The state of an effect whose runs depend on one another. Each id has its own lane.
final class EffectLane: TimerTarget {
  struct Key: Hashable {
    var feature: String
    var action: String
    var id: String?
    /// The screen that owns its runs; 0: none.
    var screen: Int

    /// The name by which `cx.cancel` finds it.
    var name: EffectName {
      EffectName(feature: feature, text: id ?? EffectName.short(action, of: feature), screen: screen)
    }
  }

  /// A request of the effect by an action.
  struct Request {
    /// The number of the run that the request starts.
    let number: Int
    /// When it was requested, on the host's clock.
    let time: Double
    var effect: HostEffect
    /// In byte form, including the type.
    var action: [UInt8]
    var n: Int
    /// See ``EffectRun/isAwaited``.
    var isAwaited: Bool

    init(_ effect: HostEffect, _ action: [UInt8], n: Int, number: Int, time: Double) {
      self.number = number
      self.time = time
      self.effect = effect
      self.action = action
      self.n = n
      isAwaited = !effect.policy.isBackground
    }
  }

  let key: Key
  /// The runs that are not cancelled, by number.
  var running: [Int: EffectRun] = [:]
  /// The number of runs that have not ended, including cancelled ones.
  var living = 0
  var queue: Deque<Request> = []
  /// Whether ``EffectScheduler/advance(_:)`` is starting its queued requests.
  var isAdvancing = false
  /// The request that starts when ``timer`` is due, unless another request replaces it.
  var pending: Request?
  /// The number of the present timer.
  var timer = 0
  /// The time until which the effect does not start again.
  var closedUntil = -Double.infinity
  /// The number of the action that started this pause.
  var closedBy = 0

  private let onTimer: (EffectLane) -> Void

  /// - Parameter onTimer: called when the present timer is due.
  init(key: Key, onTimer: @escaping (EffectLane) -> Void) {
    self.key = key
    self.onTimer = onTimer
  }

  func timerFired() { onTimer(self) }

  /// Ends the pause, so that the effect can start again.
  func open() { (closedUntil, closedBy) = (-.infinity, 0) }

  func isIdle(at now: Double) -> Bool { living == 0 && queue.isEmpty && pending == nil && closedUntil <= now }
}
