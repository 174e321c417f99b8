import LuaRuntime
import UDFHost

/// The comparisons of `expect`.
struct TestMatcher {
  /// The place of the assertion.
  let site: String

  func check(_ name: String, _ actual: Value, _ other: Value, text: String?) throws(TestFailure) {
    switch name {
    case "equal":
      let differences = TestDifference.between(expected: other, actual: actual)
      if !differences.isEmpty { throw failure("the values are not equal", differences) }
    case "differ":
      if TestDifference.between(expected: other, actual: actual).isEmpty {
        throw failure("both values are \(actual.shown)")
      }
    case "contain": try checkContains(actual, other)
    default: try checkFails(actual == true, raised: other, text: text)
    }
  }

  private func checkContains(_ actual: Value, _ part: Value) throws(TestFailure) {
    switch actual {
    case .list(let items):
      if items.contains(where: { TestDifference.between(expected: part, actual: $0).isEmpty }) { return }
      throw failure("\(actual.shown) has no item \(part)")
    case .map(let record) where record.isEmpty: throw failure("the list is empty and has no item \(part)")
    case .string(let string):
      guard let text = part.text else { throw failure("a string can only contain a string, got \(part.shown)") }
      if !string.contains(text) { throw failure("\(actual) does not contain \(part)") }
    default: throw failure("expect(…).to_contain takes a list or a string, got \(actual.shown)")
    }
  }

  private func checkFails(_ hasFailed: Bool, raised: Value, text: String?) throws(TestFailure) {
    guard hasFailed else {
      throw failure(
        text.map { "expected an error with \"\($0)\", and none was raised" } ?? "expected an error, and none was raised"
      )
    }
    if let text, !(raised.text ?? "").contains(text) {
      throw failure("expected an error with \"\(text)\", got: \(raised.text ?? raised.description)")
    }
  }

  private func failure(_ message: String, _ differences: [TestDifference] = []) -> TestFailure {
    TestFailure(error: HostError(at: site, message), differences: differences)
  }
}
