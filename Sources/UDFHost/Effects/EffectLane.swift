import DequeModule
import LuaRuntime

/// What is known of an effect whose runs depend on one another, for each id by itself.
final class EffectLane {
  struct Key: Hashable {
    var feature: String
    var action: String
    var id: String?
    /// The screen that its runs belong to; 0: none.
    var screen: Int
  }

  /// An action that has asked for the effect.
  struct Asking {
    var effect: HostEffect
    /// In byte form, type included.
    var action: [UInt8]
    var n: Int
  }

  let key: Key
  var running: [EffectRun] = []
  var queue: Deque<Asking> = []
  /// Its queue is being worked off.
  var isAdvancing = false
  /// What begins if nobody asks again before ``timer``.
  var pending: Asking?
  /// The timer that counts.
  var timer = 0
  /// Until when it does not begin again.
  var closedUntil = -Double.infinity
  /// The number of the action whose run closed it.
  var closedBy = 0

  /// What has asked for the effect and has not begun.
  var askings: [Asking] { Array(queue) + [pending].compactMap(\.self) }

  init(key: Key) { self.key = key }

  func isIdle(at now: Double) -> Bool { running.isEmpty && queue.isEmpty && pending == nil && closedUntil <= now }
}
