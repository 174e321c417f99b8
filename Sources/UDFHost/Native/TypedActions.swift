import LuaRuntime
import Platform
import UDF

/// The actions of one native slice that were sent as Swift values, oldest first: those that the history keeps, followed
/// by the last one if it is not kept.
///
/// An action is converted to plain data only if necessary.
@usableFromInline class TypedActions {
  /// The short names of the feature's actions, by the numbers that routes use.
  @usableFromInline let names: [String]
  @exclusivity(unchecked) @usableFromInline final var ring = Ring()
  /// The end of the actions that the history keeps.
  @exclusivity(unchecked) @usableFromInline final var kept = 0
  /// The index among the columns of the history; nil: the history keeps none of them.
  @exclusivity(unchecked) final var column: Int32?
  /// The estimated size of one action in bytes, from a sample.
  @exclusivity(unchecked) private(set) final var size = 0
  @exclusivity(unchecked) private final var lastNumber = 0
  /// Whether releasing an action needs no call, because its type is trivial.
  private let isTrivial: Bool

  /// The number of actions between two samples, because taking a sample costs more than keeping an action.
  private static let samplingDistance = 256

  init<Action>(_ names: [String], of type: Action.Type) {
    self.names = names
    isTrivial = _isPOD(type)
  }

  deinit { ring.free() }

  /// Releases the action at an index.
  func end(_ index: Int) { fatalError("for the subclass") }
  /// Returns the action at an index in byte form, including the type.
  func bytes(at index: Int) -> [UInt8] { fatalError("for the subclass") }
  func action(at index: Int) -> TypedAction { fatalError("for the subclass") }

  /// Returns the number of a short name; nil if the feature declares no such action.
  @usableFromInline final func number(of name: String) -> Int? {
    if lastNumber < names.count, names[lastNumber] == name { return lastNumber }
    let number = names.firstIndex { $0.utf8.count == name.utf8.count && $0 == name }
    if let number { lastNumber = number }
    return number
  }

  /// Adds an action. It replaces the last one if that is not kept.
  @inlinable @inline(__always) final func append<Action>(_ action: Action) {
    if ring.next != kept { dropUnkept() }
    ring.append(action)
  }

  @usableFromInline final func dropUnkept() { while ring.next > kept { dropLast() } }

  private final func dropLast() {
    ring.next -= 1
    if !isTrivial { end(ring.next) }
  }

  // MARK: the history

  /// The index of the last action.
  final var last: Int { ring.next - 1 }
  /// The estimated size in bytes of all actions that the history keeps.
  final var keptSize: Int { (kept - ring.first) * size }

  final func keepLast() {
    kept = ring.next
    if size == 0 || kept % TypedActions.samplingDistance == 0 { size = bytes(at: last).count }
  }

  /// Removes the oldest kept action.
  final func forgetFirst() {
    if !isTrivial { end(ring.first) }
    ring.first += 1
  }

  /// Removes the newest kept action.
  final func forgetLast() {
    dropUnkept()
    dropLast()
    kept = ring.next
  }

  /// Removes all kept actions.
  final func forgetAll() { while ring.first < kept { forgetFirst() } }
}
