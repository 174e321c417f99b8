/// One change that an action made to the state.
public struct Change: Sendable, Equatable {
  public enum Operation: String, Sendable {
    /// A field or item has another value; `new` is `.none` where a field was taken away.
    case set
    /// An item came into a list at the path's last position.
    case insert
    /// An item left a list.
    case remove
    /// An item left the path's last position, `old`, and came in again at the position `new`.
    case move
  }

  public var operation: Operation
  /// Where, in the state as it was when this change was made.
  public var path: Path
  public var old: Value
  public var new: Value

  public init(_ operation: Operation, _ path: Path, old: Value = .none, new: Value = .none) {
    self.operation = operation
    self.path = path
    self.old = old
    self.new = new
  }

  /// The kernel's `{ operation, path, old, new }`.
  package var plain: Value { [.string(operation.rawValue), path.value, old, new] }

  /// Reads the kernel's `{ operation, path, old, new }`.
  init?(_ value: Value) {
    guard case .string(let name) = value[1], let operation = Operation(rawValue: name) else { return nil }
    self.init(operation, Path(value[2]), old: value[3], new: value[4])
  }
}
