import UDFHost

/// The result of one test.
public struct TestResult: Sendable, Equatable {
  public enum Status: String, Sendable {
    case passed, failed, skipped
  }

  /// `users › loads once`; for a file that does not load, its path.
  public var name: String
  /// The path of the file as the runner found it.
  public var file: String
  public var line: Int?
  public var status: Status
  public var failure: TestFailure?
  /// The printed output, one line for each element.
  public var output: [String]
  public var seconds: Double

  public init(
    name: String, file: String, line: Int? = nil, status: Status, failure: TestFailure? = nil, output: [String] = [],
    seconds: Double = 0
  ) {
    self.name = name
    self.file = file
    self.line = line
    self.status = status
    self.failure = failure
    self.output = output
    self.seconds = seconds
  }
}
