import UDFHost

/// The failure of a test, in parts, so that each front end can format the values itself.
public struct TestFailure: Error, Equatable {
  /// What went wrong, and in which line. The lines after the first explain how to fix it.
  public var error: HostError
  /// The differences between actual and expected values.
  public var differences: [TestDifference]
  /// The surrounding source lines, without a caret; empty if they are unknown.
  public var excerpt: String

  public init(error: HostError, differences: [TestDifference] = [], excerpt: String = "") {
    self.error = error
    self.differences = differences
    self.excerpt = excerpt
  }

  /// Gives an error without a line the position of the test itself.
  mutating func place(in file: String, line: Int) {
    guard error.line == nil else { return }
    error.message = "\(file):\(line): \(error.message)"
    (error.file, error.line) = (file, line)
  }
}
