/// A kind of storage for a log. It makes connections to the log.
public protocol LogEngine: Sendable {
  /// The name in messages: the address without a password.
  var name: String { get }

  /// Opens the log, and creates it if it does not exist. Blocks.
  func connect() throws(LogFailure) -> any LogConnection
}
