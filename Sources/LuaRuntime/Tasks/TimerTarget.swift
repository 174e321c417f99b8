/// What a ``TimerQueue`` calls at a time, besides tasks.
package protocol TimerTarget: AnyObject {
  /// The ticket of the timer that it waits for; a timer with another ticket is ignored.
  var timer: Int { get }

  func timerFired()
}
