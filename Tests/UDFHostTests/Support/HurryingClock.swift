import Platform
import UDF
import UDFHost

/// A clock on which every look takes time: what is done in a span of it is as much everywhere.
final class HurryingClock: HostClock {
  private let step: Double
  private let time = Guarded(0.0)

  init(step: Double) { self.step = step }

  var now: Double {
    time.withLock {
      $0 += step
      return $0
    }
  }

  func wait(until deadline: Double, bell: WakeBell) { time.withLock { $0 = max($0, deadline) } }
}
