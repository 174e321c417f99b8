/// Why a log could not be read or written.
public struct LogFailure: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The engine does not respond. Another attempt may succeed.
    case unreachable
    /// The engine or the log's options do not allow it.
    case refused
    /// The engine refuses the login. Another attempt may succeed after the password was changed back.
    case denied
    /// The engine has no space left.
    case full
    /// The requested entries were trimmed. The reader must start again from a snapshot.
    case trimmed
    /// Entries that the reader has read are no longer in the log, or the log was replaced.
    case diverged
    /// The storage contains something other than a log of this version.
    case incompatible
    /// The log was closed.
    case closed
  }

  public var code: Code
  /// `log: what is wrong; how to fix it`. Never contains a password.
  public var message: String
  /// The positions of entries that were read and are no longer in the log.
  public var lost: ClosedRange<Int64>?

  public init(_ code: Code, _ message: String, lost: ClosedRange<Int64>? = nil) {
    self.code = code
    self.message = message
    self.lost = lost
  }

  public var description: String { message }
}
