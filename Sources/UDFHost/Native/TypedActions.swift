import LuaRuntime
import UDF

/// The actions of one native slice that were sent as Swift values, oldest first: those that the history keeps, and behind
/// them the last one, if it is not kept.
///
/// An action is converted to plain data when that is needed.
@usableFromInline class TypedActions {
  /// The short names of the feature's actions, by the number that routes know them by.
  @usableFromInline let names: [String]
  @exclusivity(unchecked) @usableFromInline final var ring = Ring()
  /// Behind the last one that the history keeps.
  @exclusivity(unchecked) @usableFromInline final var kept = 0
  /// Where the history has them among those of other slices; nil: it has none of them.
  @exclusivity(unchecked) final var column: Int32?
  /// About how many bytes one takes: that of a sample.
  @exclusivity(unchecked) private(set) final var size = 0
  @exclusivity(unchecked) private final var lastNumber = 0
  /// Actions that are plain bits need no call to be let go.
  private let isTrivial: Bool

  /// From one sample to the next, because to take one costs more than to keep an action.
  private static let samplingDistance = 256

  init<Action>(_ names: [String], of type: Action.Type) {
    self.names = names
    isTrivial = _isPOD(type)
  }

  deinit { ring.free() }

  /// Lets go of the one at an index.
  func end(_ index: Int) { fatalError("for the subclass") }
  /// The one at an index in byte form, type included.
  func bytes(at index: Int) -> [UInt8] { fatalError("for the subclass") }
  /// A copy of the one at an index.
  func action(at index: Int) -> TypedAction { fatalError("for the subclass") }

  /// The number of a short name, nil if the feature declares no such action.
  @usableFromInline final func number(of name: String) -> Int? {
    if lastNumber < names.count, names[lastNumber] == name { return lastNumber }
    let number = names.firstIndex { $0.utf8.count == name.utf8.count && $0 == name }
    if let number { lastNumber = number }
    return number
  }

  /// Adds one, in place of the last if that was not kept.
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

  /// The index of the last one.
  final var last: Int { ring.next - 1 }
  /// About how many bytes all take that the history keeps.
  final var keptSize: Int { (kept - ring.first) * size }

  /// Keeps the last one.
  final func keepLast() {
    kept = ring.next
    if size == 0 || kept % TypedActions.samplingDistance == 0 { size = bytes(at: last).count }
  }

  /// Forgets the oldest one that is kept.
  final func forgetFirst() {
    if !isTrivial { end(ring.first) }
    ring.first += 1
  }

  /// Forgets the newest one that is kept.
  final func forgetLast() {
    dropUnkept()
    dropLast()
    kept = ring.next
  }

  /// Forgets all that are kept.
  final func forgetAll() { while ring.first < kept { forgetFirst() } }
}
