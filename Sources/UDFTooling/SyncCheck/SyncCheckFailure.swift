/// Why a server could not be checked at all: it cannot be reached, or the options are wrong.
public struct SyncCheckFailure: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
