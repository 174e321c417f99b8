/// The failure of a seed that exists but cannot be read.
public struct SeedFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// `file:line: what is wrong; how to fix it`.
  public let message: String

  public init(_ message: String) { self.message = message }

  public var description: String { message }
}
