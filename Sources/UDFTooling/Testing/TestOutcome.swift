/// The results of a test file, and the files that they depend on.
struct TestOutcome: Sendable {
  var results: [TestResult] = []
  /// The hashes of the files that were read for the test file, by absolute path; 0 for a file that was searched but
  /// does not exist.
  var read: [String: UInt64] = [:]
}
