/// The clock of `cx.sleep`: seconds that only increase.
public protocol HostClock: Sendable {
  var now: Double { get }
  /// Returns at the deadline or soon after `bell` rings, whichever comes first.
  func wait(until deadline: Double, bell: WakeBell)
}

extension Double {
  /// Seconds rounded to nanoseconds, so that 0.1 plus 0.2 is 0.3.
  package var wholeNanoseconds: Double { (self * 1e9).rounded() / 1e9 }
}
