/// The progress of running tests.
public struct TestProgress: Sendable, Equatable {
  public var files: Int
  /// The number of files that have ended.
  public var filesDone = 0
  /// The number of tests that have ended.
  public var tests = 0
  public var failed = 0
  /// The test that began last, or its file while the file loads.
  public var current = ""

  public init(files: Int) { self.files = files }
}
