import LuaRuntime
import UDFHost

/// A path at which the actual value differs from the expected one.
public struct TestDifference: Sendable, Equatable {
  public enum Kind: Sendable {
    /// The value is different.
    case differs
    /// A list has an unexpected item.
    case surplus
    /// A list lacks an item.
    case missing
  }

  public var kind: Kind
  /// Empty if the compared values themselves differ.
  public var path: Path
  public var expected: Value
  public var actual: Value

  public init(_ kind: Kind, _ path: Path, expected: Value = .none, actual: Value = .none) {
    self.kind = kind
    self.path = path
    self.expected = expected
    self.actual = actual
  }

  /// Returns all differences; empty if the values are equal in Lua.
  static func between(expected: Value, actual: Value) -> [TestDifference] {
    Change.between(expected.asCompared, actual.asCompared, at: Path([])).map { change in
      switch change.operation {
      case .insert: TestDifference(.surplus, change.path, actual: change.new)
      case .remove: TestDifference(.missing, change.path, expected: change.old)
      default: TestDifference(.differs, change.path, expected: change.old, actual: change.new)
      }
    }
  }
}

extension Value {
  /// Normalizes values that Lua does not distinguish: `2` and `2.0`, an empty list and an empty map.
  fileprivate var asCompared: Value {
    switch self {
    case .number(let number): Int64(exactly: number).map(Value.integer) ?? self
    case .list(let items): items.isEmpty ? .map([:]) : .list(items.map(\.asCompared))
    case .map(let record): .map(Record(record.map { ($0.key, $0.value.asCompared) }))
    default: self
    }
  }
}
