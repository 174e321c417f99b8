/// The clock of `cx.sleep`: seconds that only increase.
public protocol HostClock: Sendable {
  var now: Double { get }
  /// Returns at the deadline or soon after `bell` rings, whichever comes first.
  func wait(until deadline: Double, bell: WakeBell)
}

extension Double {
  /// Seconds without what adding others has left behind a nanosecond: 0.1 and 0.2 are 0.3.
  package var wholeNanoseconds: Double { (self * 1e9).rounded() / 1e9 }
}
