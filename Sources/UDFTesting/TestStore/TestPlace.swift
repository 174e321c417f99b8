import IssueReporting

/// The place in a test that a failure belongs to.
struct TestPlace: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  func fail(_ text: String) {
    reportIssue(text, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
