/// One change of the state.
public struct Change: Sendable, Equatable {
  public enum Operation: String, Sendable {
    /// A field or item has another value; `new` is `.none` if the field was removed.
    case set
    /// An item was inserted into a list at the path's last position.
    case insert
    /// An item was removed from a list.
    case remove
    /// An item moved from the path's last position, `old`, to the position `new`.
    case move
  }

  public var operation: Operation
  /// The place, in the state as it was before this change.
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
  package init?(_ value: Value) {
    guard case .string(let name) = value[1], let operation = Operation(rawValue: name) else { return nil }
    self.init(operation, Path(value[2]), old: value[3], new: value[4])
  }

  /// The change that reverts this one.
  package var inverse: Change {
    switch operation {
    case .set: return Change(.set, path, old: new, new: old)
    case .insert: return Change(.remove, path, old: new)
    case .remove: return Change(.insert, path, new: old)
    case .move:
      guard let position = new.integer else { return self }
      return Change(.move, Path(path.keys.dropLast() + [.index(Int(position))]), old: new, new: old)
    }
  }
}
