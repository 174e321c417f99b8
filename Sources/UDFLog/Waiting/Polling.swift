import Platform

/// The pauses between two checks of a log: short after an entry, and longer and longer without one.
struct Polling {
  let first: Double
  let last: Double
  private var next: Double

  /// - Parameters:
  ///   - first: the seconds until the first check.
  ///   - last: the maximum seconds between two checks.
  init(first: Double, last: Double) {
    self.first = first
    self.last = last
    next = first
  }

  /// Checks repeatedly; returns when `hasNews` returns true, the bell rings, or this many seconds have passed.
  mutating func wait(
    seconds: Double, _ bell: Bell, until hasNews: () throws(LogFailure) -> Bool
  ) throws(LogFailure) {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if try hasNews() {
        next = first
        return
      }
      if bell.wait(seconds: next) { return }
      next = min(last, next * 1.25)
    }
  }
}
