import UDFHost

/// Why a test failed, in parts, so that each front end shows values in its own way.
public struct TestFailure: Error, Equatable {
  /// What went wrong at which line; the lines after the first say how to fix it.
  public var error: HostError
  /// Where what is differs from what the test expects.
  public var differences: [TestDifference]
  /// The lines of the script around it, without a caret; empty where they are not known.
  public var excerpt: String

  public init(error: HostError, differences: [TestDifference] = [], excerpt: String = "") {
    self.error = error
    self.differences = differences
    self.excerpt = excerpt
  }

  /// What no line of a script is known to have raised is told of the test itself.
  mutating func place(in file: String, line: Int) {
    guard error.line == nil else { return }
    error.message = "\(file):\(line): \(error.message)"
    (error.file, error.line) = (file, line)
  }
}
