import DequeModule
import LuaRuntime

/// The state of an effect whose runs depend on one another, for each id by itself.
final class EffectLane: TimerTarget {
  struct Key: Hashable {
    var feature: String
    var action: String
    var id: String?
    /// The screen that its runs belong to; 0: none.
    var screen: Int

    /// The name under which `cx.cancel` finds it.
    var name: EffectName {
      EffectName(feature: feature, text: id ?? EffectName.short(action, of: feature), screen: screen)
    }
  }

  /// An action that requests the effect.
  struct Request {
    var effect: HostEffect
    /// In byte form, type included.
    var action: [UInt8]
    var n: Int
    /// See ``EffectRun/isAwaited``.
    var isAwaited: Bool

    init(_ effect: HostEffect, _ action: [UInt8], n: Int) {
      self.effect = effect
      self.action = action
      self.n = n
      isAwaited = !effect.policy.isBackground
    }
  }

  let key: Key
  /// Its runs that are not cancelled, by number.
  var running: [Int: EffectRun] = [:]
  /// How many of its runs have not ended, with those that are cancelled.
  var living = 0
  var queue: Deque<Request> = []
  /// Whether its queue is being worked off.
  var isAdvancing = false
  /// The request that begins when ``timer`` is due, unless another one replaces it.
  var pending: Request?
  /// The timer that counts.
  var timer = 0
  /// Until when it does not begin again.
  var closedUntil = -Double.infinity
  /// The number of the action that has closed it.
  var closedBy = 0

  private let onTimer: (EffectLane) -> Void

  /// - Parameter onTimer: called when the timer that counts is due.
  init(key: Key, onTimer: @escaping (EffectLane) -> Void) {
    self.key = key
    self.onTimer = onTimer
  }

  func timerFired() { onTimer(self) }

  /// Ends the pause in which it does not begin again.
  func open() { (closedUntil, closedBy) = (-.infinity, 0) }

  func isIdle(at now: Double) -> Bool { living == 0 && queue.isEmpty && pending == nil && closedUntil <= now }
}
