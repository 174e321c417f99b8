/// The reason why an engine did not perform a request.
public struct SyncFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The request, what is wrong, and how to fix it, in one line.
  public let message: String

  public init(_ message: String) { self.message = message }

  public var description: String { message }
}
