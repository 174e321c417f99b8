/// A requested service was not registered or made.
///
///     do { _ = try locator.retrieve((any Keychain).self) } catch { print(error.type) }
public struct ServiceNotFound: Error, Equatable, CustomStringConvertible {
  /// The qualified name of its type.
  public let type: String

  init(_ type: Any.Type) { self.type = String(reflecting: type) }

  public var description: String {
    """
    \(type): there is no such service
      To fix this, register it before it is requested: register(service, as: (\(type)).self)
    """
  }
}
