/// The number of tests by result.
public struct TestSummary: Sendable, Equatable {
  public var passed = 0
  public var failed = 0
  public var skipped = 0
  public var seconds = 0.0

  public init() {}

  public var isEmpty: Bool { passed + failed + skipped == 0 }

  /// Adds one result.
  public mutating func count(_ result: TestResult) {
    switch result.status {
    case .passed: passed += 1
    case .failed: failed += 1
    case .skipped: skipped += 1
    }
  }
}
