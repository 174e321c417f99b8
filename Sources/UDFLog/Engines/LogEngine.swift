/// A kind of storage for a log. It makes connections to the log.
public protocol LogEngine: Sendable {
  /// The name in messages: the address without a password.
  var name: String { get }

  /// The same for each address of the log that a process on this machine can give.
  var identity: String { get }

  /// Opens the log, and creates it if it does not exist. Blocks.
  func connect() throws(LogFailure) -> any LogConnection
}

extension LogEngine {
  public var identity: String { name }
}
