import Platform
import UDF

/// Counts the client names of one machine.
final class ModelNames: Sendable {
  private let count = Guarded(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
