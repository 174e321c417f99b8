/// The time that `cx.sleep` goes by: seconds that only go forwards.
public protocol HostClock: Sendable {
  var now: Double { get }
  /// Returns at the deadline or soon after `bell` rings, whichever comes first.
  func wait(until deadline: Double, bell: WakeBell)
}
