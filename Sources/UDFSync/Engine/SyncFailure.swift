/// Why an engine did not do what it was asked.
public struct SyncFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was asked, what is wrong, and what to do about it; one line.
  public let message: String

  public init(_ message: String) { self.message = message }

  public var description: String { message }
}
