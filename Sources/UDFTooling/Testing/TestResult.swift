import UDFHost

/// What came of one test.
public struct TestResult: Sendable, Equatable {
  public enum Status: String, Sendable {
    case passed, failed, skipped
  }

  /// `users › loads once`; of a file that does not load its path.
  public var name: String
  /// As the file was found, from where the runner looks.
  public var file: String
  public var line: Int?
  public var status: Status
  public var failure: TestFailure?
  /// What it printed, one line each.
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
