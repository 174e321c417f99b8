import LuaRuntime

/// A field of a native slice, apart from the type of the state: what is asked with every action is asked here, because code
/// that does not know a type has to look for it each time.
class Field {
  let name: String
  /// Whether scripts, or what is kept here, may have something of the field that a write makes out of date.
  final var isRead = false

  init(_ name: String) { self.name = name }

  /// Whether the field shows something of what is written through a key path.
  func shows(_ keyPath: AnyKeyPath) -> Bool { false }

  /// Drops what a write through a key path that it ``shows(_:)`` has made out of date, here and in what scripts have seen;
  /// `edit` is what a table noted, nil if another value was put there. One that drops everything is no longer ``isRead``.
  func forget(_ edit: Any?, seen: LuaNativeSlice) {}

  /// Drops what was kept: the state is another one.
  func reset() {}
}
