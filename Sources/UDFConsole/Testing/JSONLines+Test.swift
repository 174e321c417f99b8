import UDFCommands
import UDFHost
import UDFServices
import UDFTooling

extension JSONLines {
  static func test(_ result: TestResult) -> String {
    var fields: Record = [
      "name": .string(result.name), "file": .string(result.file), "status": .string(result.status.rawValue),
      "seconds": .number(result.seconds),
    ]
    if let line = result.line { fields["line"] = .integer(Int64(line)) }
    if !result.output.isEmpty { fields["output"] = .list(result.output.map(Value.string)) }
    if let failure = result.failure { fields["failure"] = failed(failure, in: result.file) }
    return object("test", fields)
  }

  static func summary(_ summary: TestSummary) -> String {
    object(
      "summary",
      [
        "passed": .integer(Int64(summary.passed)), "failed": .integer(Int64(summary.failed)),
        "skipped": .integer(Int64(summary.skipped)), "seconds": .number(summary.seconds),
      ])
  }

  static func round(_ round: TestWatch.Round) -> String {
    object(
      "run",
      ["saved": .list(round.saved.map(Value.string)), "files": .list(round.files.map(Value.string))])
  }

  static func notice(_ text: String) -> String { object("log", ["level": "warning", "message": .string(text)]) }

  private static func failed(_ failure: TestFailure, in test: String) -> Value {
    var fields: Record = ["code": .string(failure.error.code), "message": .string(failure.error.message)]
    // The error names files relative to the app; the test file is named as in the result.
    if let file = failure.error.file { fields["file"] = .string(test.isFile(named: file) ? test : file) }
    if let line = failure.error.line { fields["line"] = .integer(Int64(line)) }
    if let column = failure.error.column { fields["column"] = .integer(Int64(column)) }
    let formatter = TestFailureFormatter()
    if !failure.differences.isEmpty {
      fields["differences"] = .list(failure.differences.map { .string(formatter.line($0)) })
    }
    return .map(fields)
  }

  private static func object(_ kind: String, _ fields: Record) -> String {
    var writer = JSONWriter()
    var fields = fields
    fields["kind"] = .string(kind)
    // The values are texts and finite numbers, so writing JSON does not fail.
    try? writer.write(.map(fields), at: kind)
    return writer.text.escapedForJSON
  }
}
