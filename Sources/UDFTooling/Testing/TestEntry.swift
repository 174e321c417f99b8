import LuaRuntime

/// A test as its file declares it.
struct TestEntry {
  /// How much is tried before a property is taken to hold.
  struct Property {
    let runs: Int
    /// Of each run.
    let actions: Int
  }

  let name: String
  /// `skip` or `only`.
  let mode: String?
  let line: Int?
  /// nil: it is a test of its own.
  let property: Property?

  init(_ described: Value, line: Int?) {
    name = described["name"].text ?? ""
    mode = described["mode"].text
    self.line = line
    property = described["runs"].integer.map { Property(runs: $0, actions: described["actions"].integer ?? 0) }
  }
}
