import LuaRuntime

/// A test as its file declares it.
struct TestEntry {
  /// The limits of a property test.
  struct Property {
    let runs: Int
    /// The number of actions in each run.
    let actions: Int
  }

  let name: String
  /// `skip` or `only`.
  let mode: String?
  let line: Int?
  /// nil for a single test that is not a property.
  let property: Property?

  init(_ described: Value, line: Int?) {
    name = described["name"].text ?? ""
    mode = described["mode"].text
    self.line = line
    property = described["runs"].integer.map { Property(runs: $0, actions: described["actions"].integer ?? 0) }
  }
}
