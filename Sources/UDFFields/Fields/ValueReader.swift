import LuaRuntime
import UDF

/// A field with one value.
package final class ValueReader<State, Field>: FieldReader<State> {
  private let keyPath: WritableKeyPath<State, Field>
  private let plain: (Field) throws -> Value
  private let from: (Value) throws -> Field

  package init(
    _ name: String, _ base: UInt64, _ keyPath: WritableKeyPath<State, Field>,
    plain: @escaping (Field) throws -> Value, from: @escaping (Value) throws -> Field
  ) {
    self.keyPath = keyPath
    self.plain = plain
    self.from = from
    super.init(name, base)
  }

  package override var reported: PartialKeyPath<State>? { keyPath }

  package override func value(_ state: State) throws -> Value { try plain(state[keyPath: keyPath]) }

  package override func put(_ value: Value, into state: inout Recorded<State>) throws {
    state[keyPath] = try from(value)
  }

  package override func changes(_ edit: RecordedEditKind, at path: Path) throws -> [Change] {
    guard case .set(let old, let new) = edit, let old = old as? Field, let new = new as? Field else { return [] }
    return Change.between(try plain(old), try plain(new), at: path)
  }

  package override func forget(_ edit: Any?, seen: LuaNativeSlice) {
    seen.stale(0, key: name)
    isRead = false
  }
}
