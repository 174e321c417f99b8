/// The failure of a whole check: the server cannot be reached, or the options are wrong.
public struct SyncCheckFailure: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
