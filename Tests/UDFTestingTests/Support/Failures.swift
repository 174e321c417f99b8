import IssueReporting
import Platform
import UDF

/// The failures that a test would report, with their lines.
struct Failures: Sendable {
  let texts: [String]
  let lines: [Int]

  /// Runs the body and keeps its failures to itself.
  init(isolation: isolated (any Actor)? = #isolation, of body: () async -> Void) async {
    let reporter = Reporter()
    await withIssueReporters([reporter], isolation: isolation) { await body() }
    let failures = reporter.failures.withLock { $0 }
    texts = failures.map(\.text)
    lines = failures.map { Int($0.line) }
  }

  private final class Reporter: IssueReporter {
    let failures = Guarded<[(text: String, line: UInt)]>([])

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
      filePath: StaticString, line: UInt, column: UInt
    ) {
      let text = message() ?? ""
      failures.withLock { $0.append((text, line)) }
    }
  }
}
