import Testing

@Suite("wrong signatures in Swift features")
struct SignatureTests {
  /// Returns the compiler's errors for a file with these declarations.
  private func errors(_ text: String) throws -> [String] {
    let folder = AppFolder(app: "", features: [:])
    let prelude = folder.write("Prelude.swift", CommentPrelude.text)
    let page = folder.write("Page.swift", "import UDF\n\(text)\n")
    let compiler = try Batch(folder, command: SwiftPage.compiler + "\(prelude) \(page)")
    #expect(compiler.code != 0)
    return compiler.error.matches(of: #/Page\.swift:\d+:\d+: error: (.*)/#).map { String($0.1) }
  }

  @Test("a reducer without an effect, or that returns a state, gets an error that names the mistake")
  func reducers() throws {
    #expect(
      try errors("let forgetful = Reducer<Int, CounterAction> { count, action in\n  count += 1\n}") == [
        "'init(_:)' is unavailable: a reducer returns an effect: end it with 'return .none'"
      ])
    #expect(
      try errors("let copying = Reducer<Int, CounterAction> { (count: Int, _: CounterAction) -> Int in count + 1 }")
        == [
          "'init(_:)' is unavailable: a reducer changes its state in place and returns an effect"
        ])
  }
}
