/// A source of UUIDs.
///
///     struct Fixed: UUIDSource {
///       func make() -> String { "00000000-0000-4000-8000-000000000001" }
///     }
public protocol UUIDSource: Sendable {
  /// Makes a UUID: 36 characters in lower case. May be called on any thread.
  func make() -> String
}
