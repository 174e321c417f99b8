/// A target of a ``TimerQueue`` that is not a task.
package protocol TimerTarget: AnyObject {
  /// The ticket of its current timer; timers with other tickets are ignored.
  var timer: Int { get }

  func timerFired()
}
