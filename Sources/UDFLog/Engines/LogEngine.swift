/// A kind of storage for a log. It makes connections to the log.
public protocol LogEngine: Sendable {
  /// The name in messages: the address without a password.
  var name: String { get }

  /// The same for each address of the log that a process on this machine can give.
  var identity: String { get }

  /// Opens the log. Blocks.
  ///
  /// - Parameter creates: whether to create the log if it does not exist. Otherwise throws ``LogFailure/Code/unreachable``.
  func connect(creates: Bool) throws(LogFailure) -> any LogConnection
}

extension LogEngine {
  public var identity: String { name }
}
