import LuaRuntime

/// The part of a native slice's field that does not depend on the type of the state. What each action and
/// each read of a row needs is here, because generic code is slower.
package class Field {
  package let name: String
  /// Whether scripts or caches have read the field, so that a write may make their values outdated.
  package final var isRead = false

  package init(_ name: String) { self.name = name }

  /// Whether a write through a key path can change the field.
  package func shows(_ keyPath: AnyKeyPath) -> Bool { false }

  /// Drops the values, in caches and scripts, that a write through a key path which it ``shows(_:)`` has made outdated.
  /// `edit` is the table's edit; nil: the value was replaced. If all values are dropped, ``isRead`` becomes false.
  package func forget(_ edit: Any?, seen: LuaNativeSlice) {}

  /// Writes the field's value for a script. `state` is the address of the slice's state.
  package func write(_ state: UnsafeRawPointer, into answer: inout TapeWriter) throws {}

  /// Writes the answer to a script's read in one of the field's containers.
  package func write(_ ask: NativeAsk, of handle: UInt64, _ state: UnsafeRawPointer, into answer: inout TapeWriter)
    throws
  {}

  /// Drops all cached values, because the state was replaced.
  package func reset() {}
}
